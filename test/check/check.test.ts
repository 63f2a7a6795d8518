import { describe, expect, test } from 'vitest';
import { checked, codesOf, mapOf, spelled } from '../helpers/maps.ts';

const END = { End: { type: 'end' } };
const work = (rest: object) => ({
  Work: { type: 'claude', actions: { Done: { target: 'End' } }, ...rest },
  ...END,
});

describe('a stage runs only when the stages before it found no error', () => {
  test('a mistyped target is not told again as an unreachable task', () => {
    expect(codesOf(mapOf(work({ prompt: 'x', actions: { Done: { target: 'Edn' } } })))).toEqual([
      'unknown-target',
    ]);
  });

  test('a template that is not there is not reported of a map with a mistyped target', () => {
    const text = mapOf(work({ promptTemplatePath: 'a.md', actions: { Done: { target: 'Edn' } } }));
    expect(codesOf(text)).toEqual(['unknown-target']);
  });

  test('an undeclared name is reported beside a mistyped target, and not where names are declared wrongly', () => {
    const Work = { type: 'decide', actions: { Done: { target: 'Edn' }, Else: { target: 'End' } } };
    const guarded = { ...Work, actions: { ...Work.actions, Done: { target: 'Edn', when: 'missing' } } };
    expect(codesOf(mapOf({ Work: guarded, ...END }))).toEqual(['unknown-target', 'undeclared-name']);
    const misnamed = { ...guarded, set: { result: '1' } };
    expect(codesOf(mapOf({ Work: misnamed, ...END }))).toEqual(['unknown-target', 'reserved-bound-name']);
  });

  test('a task without a prompt and a mistyped target are both told', () => {
    expect(codesOf(mapOf(work({ actions: { Done: { target: 'Edn' } } })))).toEqual([
      'missing-prompt',
      'unknown-target',
    ]);
  });
});

test('a template that several tasks use is read once, and what is wrong with it is told once', () => {
  let reads = 0;
  const task = { type: 'claude', promptTemplatePath: 'a.md', actions: { Done: { target: 'End' } } };
  const text = mapOf({ Work: { ...task, actions: { Done: { target: 'Again' } } }, Again: task, ...END });
  const { diagnostics, templates } = checked(text, {
    get 'a.md'() {
      reads += 1;
      return 'Do ${it}.';
    },
  });
  expect(diagnostics.map((each) => [each.code, spelled(each)])).toEqual([['undeclared-name', 'it']]);
  expect(reads).toBe(1);
  expect(templates.size).toBe(2);
  expect(new Set(templates.values()).size).toBe(1);
});

test('a missing file that several tasks name is told at each of them', () => {
  const task = { type: 'claude', promptTemplatePath: 'a.md', actions: { Done: { target: 'End' } } };
  const text = mapOf({ Work: { ...task, actions: { Done: { target: 'Again' } } }, Again: task, ...END });
  expect(codesOf(text)).toEqual(['missing-template', 'missing-template']);
});

test.each([
  ['project', 'object', 'outside', []],
  ['project', 'object', 'item', []],
  ['changes', 'object', 'outside', []],
  ['changes', 'array', 'outside', ['unsupplied-param']],
  ['upstream', 'array', 'outside', ['unsupplied-param']],
  ['upstream', 'array', 'item', []],
  ['upstream', 'string', 'item', ['unsupplied-param']],
])('a template that requires %s as %s gets it where the name is built in: %s', (name, type, where, codes) => {
  const template = `---\nparameters:\n  ${name}:\n    type: ${type}\n    description: x\n    required: true\n---\n\nDo it.`;
  const inner = work({ promptTemplatePath: 'a.md' });
  const each = {
    type: 'foreach',
    items: '[1]',
    item: 'part',
    key: 'string(part)',
    body: { startTaskDefinition: 'Work', taskDefinitions: inner },
    actions: { Done: { target: 'End' } },
  };
  const text = mapOf(where === 'item' ? { Each: each, ...END } : inner);
  const { diagnostics } = checked(text, { 'a.md': template });
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

test('what a prompt and its role both require is reported once', () => {
  const template =
    '---\nparameters:\n  x:\n    type: string\n    description: x\n    required: true\n---\n\nDo ${x}.';
  const text = mapOf(work({ promptTemplatePath: 'a.md', agent: 'builder' }));
  const { diagnostics } = checked(text, { 'a.md': template, 'prompts/agents/builder.md': template });
  expect(diagnostics.map(({ code }) => code)).toEqual(['unsupplied-param']);
});

test('fixes in an inline template are written as JSON', () => {
  const text = mapOf(
    work({ promptTemplate: '---\nparameters:\n  a:\n    typ: "string"\n---\n\nDo "${a}".' }),
  );
  const { diagnostics } = checked(text);
  for (const each of diagnostics) {
    for (const { span, newText } of each.fix?.edits ?? []) {
      const after = text.slice(0, span.start) + newText + text.slice(span.end);
      expect(() => JSON.parse(after)).not.toThrow();
    }
  }
});

describe('what a task requires', () => {
  const requires = { x: { type: 'string', required: true } };
  const second = {
    type: 'claude',
    prompt: 'x',
    promptParams: requires,
    actions: { Done: { target: 'End' } },
  };
  const field = { workslipFields: { x: { type: 'string', description: 'x', required: false } } };

  test.each<[string, string, string[]]>([
    [
      'an action that leads to it',
      mapOf({ ...work({ prompt: 'x', actions: { Go: { target: 'B', args: '--x=1' } } }), B: second }),
      [],
    ],
    [
      'one of two actions, which is no help to the other',
      mapOf({
        ...work({
          prompt: 'x',
          actions: { Go: { target: 'B', args: '--x=1', choose: 'a' }, Skip: { target: 'B', choose: 'b' } },
        }),
        B: second,
      }),
      ['missing-argument'],
    ],
    [
      'the default, for an action that passes nothing',
      mapOf({
        ...work({
          prompt: 'x',
          actions: { Go: { target: 'B', args: '--x=1', choose: 'a' }, Skip: { target: 'B', choose: 'b' } },
        }),
        B: { ...second, promptParams: { x: { ...requires.x, default: 'y' } } },
      }),
      [],
    ],
    [
      'an action, where no other can be taken',
      mapOf({
        ...work({
          type: 'decide',
          actions: { Go: { target: 'B', args: '--x=1' }, Skip: { target: 'B' } },
        }),
        B: second,
      }),
      ['unreachable-guard'],
    ],
    [
      'nothing',
      mapOf({ ...work({ prompt: 'x', actions: { Go: { target: 'B' } } }), B: second }),
      ['unsupplied-param'],
    ],
    ['a field', mapOf(work({ prompt: 'x', promptParams: requires }), field), ['shadowed-field']],
    [
      'an action, which is no help at the start',
      mapOf(
        work({
          prompt: 'x',
          promptParams: requires,
          actions: { More: { target: 'Work', args: '--x=1', choose: 'a' }, Done: { target: 'End' } },
        }),
      ),
      ['unsupplied-param'],
    ],
    ['a default', mapOf(work({ prompt: 'x', promptParams: { x: { ...requires.x, default: 'y' } } })), []],
  ])('is supplied by %s', (_, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });
});

test('a choice that the prompt speaks of needs no choose texts', () => {
  const actions = { Approve: { target: 'End' }, 'Request Changes': { target: 'End' } };
  expect(codesOf(mapOf(work({ prompt: 'Look at it.', actions })))).toEqual(['unguided-choice']);
  const prompt = 'Answer ACTION: Approve or ACTION: Request Changes.';
  expect(codesOf(mapOf(work({ prompt, actions })))).toEqual([]);
});

test('a map of ten thousand tasks in a chain, and as many fields, is checked', () => {
  const count = 10_000;
  const tasks = Array.from({ length: count }, (_, index) => {
    const actions = { Go: { target: `Task ${index + 1}` } };
    return [
      `Task ${index}`,
      {
        type: 'claude',
        promptTemplate: `Do \${a} with \${field${index}}.`,
        promptParams: { a: 'x' },
        actions,
      },
    ];
  });
  const fields = Array.from({ length: count }, (_, index) => [
    `field${index}`,
    { type: 'string', description: 'x', required: true },
  ]);
  const all = { ...Object.fromEntries(tasks), [`Task ${count}`]: { type: 'end' } };
  expect(codesOf(mapOf(all, { workslipFields: Object.fromEntries(fields) }))).toEqual([]);
});
