import { describe, expect, test } from 'vitest';
import { checked, codesOf, mapOf, spelled } from '../helpers/maps.ts';

const END = { End: { type: 'end' } };
const done = { Done: { target: 'End' } };
const claude = (rest: object) => ({ type: 'claude', prompt: 'x', actions: done, ...rest });
const SCHEMA =
  '{"type": "object", "properties": {"valid": {"type": "boolean"}}, "required": ["valid"], "additionalProperties": false}';

describe('what a map names', () => {
  const text = mapOf({
    Work: claude({
      agent: 'coder',
      output: { schemaPath: 'review.json' },
      actions: { Next: { target: 'Again' } },
    }),
    Again: claude({ agent: 'coder', output: { schema: { type: 'string' } } }),
    ...END,
  });
  const files = { 'prompts/agents/coder.md': 'You code.', 'review.json': SCHEMA };

  test('is given back: roles by name, schemas by their place in the map, all files as lookups', () => {
    const { roles, schemas, lookups, diagnostics } = checked(text, files);
    expect(diagnostics).toEqual([]);
    expect([...roles.keys()]).toEqual(['coder']);
    expect([...schemas.values()]).toEqual([JSON.parse(SCHEMA), { type: 'string' }]);
    expect([...lookups.keys()].toSorted()).toEqual(['prompts/agents/coder.md', 'review.json']);
  });

  test('is read once, however many tasks name it', () => {
    let reads = 0;
    checked(text, {
      ...files,
      get 'prompts/agents/coder.md'() {
        reads += 1;
        return 'You code.';
      },
    });
    expect(reads).toBe(1);
  });

  test('is not looked for where the map itself has an error', () => {
    const { lookups, schemas } = checked(
      mapOf({ Work: claude({ actions: { Done: { target: 'Edn' } } }), ...END }),
    );
    expect([lookups.size, schemas.size]).toEqual([0, 0]);
  });

  test('is told where it is missing', () => {
    expect(codesOf(text)).toEqual(['unknown-role', 'missing-schema', 'unknown-role']);
  });

  test('is told of in the file, where a schema is no JSON', () => {
    const { diagnostics } = checked(text, { ...files, 'review.json': '{"type": }' });
    expect(diagnostics.map(({ code, span }) => [code, span.source.name])).toEqual([
      ['unreadable-schema', 'a.json'],
      ['unexpected-token', 'review.json'],
    ]);
  });
});

describe('a place in an expression', () => {
  test('is found in the literal of the map, also behind escapes', () => {
    const guard = 'result.stdout == "\u00e9\\n" || reslut.exitCode == 0';
    const shell = {
      type: 'shell',
      command: ['true'],
      actions: { A: { target: 'End', when: guard }, B: { target: 'End' } },
    };
    const { diagnostics } = checked(mapOf({ Work: shell, ...END }));
    expect(diagnostics.map((each) => [each.code, spelled(each)])).toEqual([['undeclared-name', 'reslut']]);
  });

  test('is found in a command', () => {
    const shell = { type: 'shell', command: ['echo', '"${storyID}"'], actions: done };
    const fields = { workslipFields: { storyId: { type: 'string', description: 'x', required: true } } };
    const { diagnostics } = checked(mapOf({ Work: shell, ...END }, fields));
    expect(diagnostics.map((each) => [each.code, spelled(each)])).toEqual([['undeclared-name', 'storyID']]);
  });
});

describe('a name of a result', () => {
  const review = claude({ as: 'review', output: { schema: JSON.parse(SCHEMA) } });

  test('is bound after its task, and not where that failed', () => {
    const use = { type: 'shell', command: ['echo', '${review.valid}'], actions: done };
    expect(
      codesOf(mapOf({ Review: { ...review, actions: { Next: { target: 'Use' } } }, Use: use, ...END })),
    ).toEqual([]);
    const failing = { ...review, actions: { Next: { target: 'Use' } }, onError: 'Use' };
    expect(codesOf(mapOf({ Review: failing, Use: use, ...END }))).toEqual(['unbound-name']);
  });

  test('is read by its type, in templates too', () => {
    const use = claude({ prompt: undefined, promptTemplate: 'It is ${review.vlaid}.' });
    const { diagnostics } = checked(
      mapOf({ Review: { ...review, actions: { Next: { target: 'Use' } } }, Use: use, ...END }),
    );
    expect(diagnostics.map((each) => [each.code, spelled(each)])).toEqual([['unknown-member', 'vlaid']]);
  });

  test('may be declared as an optional parameter, and is no surprise then', () => {
    const use = claude({
      prompt: undefined,
      promptTemplate: '---\nparameters:\n  review:\n    type: object\n---\n${review}',
    });
    const tasks = { Use: { ...use, actions: { Next: { target: 'Review' } } }, Review: review, ...END };
    expect(codesOf(mapOf(tasks))).toEqual([]);
  });

  test('is bound behind a guard that asks for it', () => {
    const tasks = {
      Choose: {
        type: 'decide',
        actions: { Use: { target: 'Use', when: 'has(review)' }, Review: { target: 'Review' } },
      },
      Use: { type: 'shell', command: ['echo', '${review.valid}'], actions: done },
      Review: { ...review, actions: { Back: { target: 'Choose', choose: 'a' }, ...done } },
      ...END,
    };
    expect(codesOf(mapOf(tasks))).toEqual([]);
  });

  test('is bound behind the else of a guard that says it is not there', () => {
    const tasks = {
      Choose: {
        type: 'decide',
        actions: { Review: { target: 'Review', when: '!has(review)' }, Use: { target: 'Use' } },
      },
      Use: { type: 'shell', command: ['echo', '${review.valid}'], actions: done },
      Review: { ...review, actions: { Back: { target: 'Choose', choose: 'a' }, ...done } },
      ...END,
    };
    expect(codesOf(mapOf(tasks))).toEqual([]);
  });
});

describe('computed names', () => {
  const set = (expressions: object, when = 'ok == true') => ({
    Sum: { type: 'decide', set: expressions, actions: { A: { target: 'End', when }, B: { target: 'End' } } },
    ...END,
  });

  test('see those before them and not those after them', () => {
    expect(codesOf(mapOf(set({ a: '1', ok: 'a > 0' })))).toEqual([]);
    expect(codesOf(mapOf(set({ ok: 'a > 0', a: '1' })))).toEqual(['unbound-name']);
  });

  test('have the types of their expressions', () => {
    expect(codesOf(mapOf(set({ ok: '"text"' }, 'ok')))).toEqual(['type-clash']);
  });

  test('that build on one another round and round are of any type', () => {
    const again = (expressions: object) => ({
      type: 'decide',
      set: expressions,
      actions: { Work: { target: 'Work', when: 'flag' }, Done: { target: 'End' } },
    });
    const tasks = {
      Start: { type: 'decide', set: { a: '1', b: '2' }, actions: { Go: { target: 'Loop' } } },
      Loop: again({ a: 'b', b: 'a' }),
      Work: { type: 'shell', command: ['true'], actions: { Back: { target: 'Loop' } } },
      ...END,
    };
    const fields = { workslipFields: { flag: { type: 'boolean', description: 'x', required: true } } };
    expect(codesOf(mapOf(tasks, fields))).toEqual([]);
  });
});

describe('guards', () => {
  const fields = { workslipFields: { note: { type: 'string', description: 'x', required: false } } };
  const decide = (actions: object) => mapOf({ Choose: { type: 'decide', actions }, ...END }, fields);

  test('of a field that may be absent are no surprise either way', () => {
    expect(
      codesOf(decide({ A: { target: 'End', when: 'has(note)' }, B: { target: 'End', when: '!has(note)' } })),
    ).toEqual([]);
  });

  test('of a person do not see an answer yet', () => {
    const ask = {
      type: 'human',
      prompt: 'x',
      actions: { A: { target: 'End', when: 'result.action == "A"' } },
    };
    expect(codesOf(mapOf({ Ask: ask, ...END }))).toEqual(['undeclared-name']);
  });

  test('that are wrong are not looked at together', () => {
    expect(codesOf(decide({ A: { target: 'End', when: 'nothing' } }))).toEqual(['undeclared-name']);
  });
});

test('names that every object inherits are ordinary names', () => {
  const tasks = {
    Work: { type: 'shell', command: ['true'], as: 'constructor', actions: { Next: { target: 'Use' } } },
    Use: {
      type: 'shell',
      command: ['echo', '${constructor.exitCode}', '${toString}'],
      actions: done,
    },
    ...END,
  };
  expect(codesOf(mapOf(tasks))).toEqual(['undeclared-name']);
});
