import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../../src/expression/cel/expression-error.ts';
import type { Value } from '../../../src/model/value.ts';
import type { ActionChoice, Channel } from '../../../src/prompt/render/action-section.ts';
import { actionSection } from '../../../src/prompt/render/action-section.ts';
import { bindParameters } from '../../../src/prompt/render/bind-parameters.ts';
import { renderPrompt } from '../../../src/prompt/render/render-prompt.ts';
import { scopeOf, type Names } from '../../helpers/expressions.ts';
import { readTemplate, render } from '../../helpers/templates.ts';

const ACTIONS: readonly ActionChoice[] = [
  { name: 'Continue Code Subtask', choose: 'if the work is not complete' },
  { name: 'Start Review Work', choose: undefined },
];

interface More {
  readonly kind?: 'inline' | 'verbatim';
  readonly appendActions?: boolean;
  readonly channel?: Channel;
  readonly actions?: readonly ActionChoice[];
  readonly output?: Value;
  readonly role?: string;
}

function send(text: string, more: More = {}) {
  const kind = more.kind ?? 'inline';
  return renderPrompt({
    prompt: { kind, text },
    template: kind === 'verbatim' ? undefined : readTemplate(text).template,
    scope: scopeOf({}),
    role: more.role === undefined ? undefined : readTemplate(more.role).template,
    actions: more.actions ?? ACTIONS,
    output: more.output,
    appendActions: more.appendActions ?? true,
    channel: more.channel ?? 'structured',
  });
}

describe('values', () => {
  it.each<readonly [string, Names, string]>([
    ['[${x}]', { x: { type: 'any', value: null } }, '[]'],
    ['[${x}]', { x: { type: 'string' } }, '[]'],
    ['[${x}]', { x: { type: 'number' } }, '[]'],
    ['[${x}]', { x: { type: 'boolean' } }, '[false]'],
    ['[${x}]', { x: { type: 'number', value: 0.5 } }, '[0.5]'],
    ['[${x + 1}]', { x: { type: 'number', value: 2 } }, '[3]'],
    ['[${x}]', { x: { type: 'any', value: { a: [1, 'b', null] } } }, '[{"a":[1,"b",null]}]'],
    ['[${x}]', { x: { type: 'string', value: '${x} $& $1 "\'\n{{x}}' } }, '[${x} $& $1 "\'\n{{x}}]'],
  ])('%s with %j', (text, names, expected) => {
    expect(render(text, names)).toBe(expected);
  });

  it('that cannot be worked out are an ExpressionError', () => {
    expect(() => render('${x.y}', { x: { type: 'any', value: {} } })).toThrow(ExpressionError);
  });
});

describe('the example of the format', () => {
  const text = [
    '---',
    'parameters:',
    '  storyId:',
    '    required: true',
    '    type: string',
    '    description: "Story identifier"',
    '  subtaskId:',
    '    required: true',
    '    type: string',
    '    description: "Subtask identifier"',
    '  continue:',
    '    required: false',
    '    type: boolean',
    '    description: "Whether continuing from previous session"',
    '---',
    '',
    '# Code Subtask ${storyId}-${subtaskId}',
    '',
    "${continue ? 'Continue working on' : 'Begin work on'} the subtask...",
    '',
    'When complete, respond with:',
    'ACTION: Complete',
    '',
  ].join('\n');

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['Begin work on', {}],
    ['Continue working on', { continue: 'true' }],
    ['Begin work on', { continue: 'false' }],
  ])('%s with %j', (words, args) => {
    const { parameters } = readTemplate(text).template;
    const values = { storyId: '37', subtaskId: '2' };
    const { scope, problems } = bindParameters({ fields: [], params: [], parameters, values, args });
    expect(problems).toEqual([]);
    expect(render(text, scope)).toBe(
      `# Code Subtask 37-2\n\n${words} the subtask...\n\nWhen complete, respond with:\nACTION: Complete\n`,
    );
  });
});

describe('the section of actions', () => {
  const section = actionSection({ actions: ACTIONS, output: undefined, channel: 'structured' });

  it('names each action in a code span, with when to choose it', () => {
    expect(section).toBe(
      [
        '## Next action',
        '',
        'When the work above is done, choose exactly one of these actions:',
        '',
        '- `Continue Code Subtask`: if the work is not complete',
        '- `Start Review Work`',
        '',
        'Answer through the structured output tool: set its field `action` to the name of the chosen action, ' +
          'exactly as it stands between the back-ticks above.',
      ].join('\n'),
    );
  });

  it('asks for a last line where there is no structured channel', () => {
    expect(actionSection({ actions: ACTIONS, output: undefined, channel: 'text' })).toMatch(
      /End your final message with one line that names the chosen action, .*\n\nACTION: <name>$/,
    );
  });

  it('keeps odd names whole', () => {
    const names = ['a `b` c', '`', '``x', '*x*', ' y ', '<z>'];
    const text = actionSection({
      actions: names.map((name) => ({ name, choose: 'if\n  so' })),
      output: undefined,
      channel: 'text',
    });
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- `` a `b` c ``: if so',
      '- `` ` ``: if so',
      '- ``` ``x ```: if so',
      '- `*x*`: if so',
      '- ` y `: if so',
      '- `<z>`: if so',
    ]);
  });

  it('stands after one blank line, however the body ends', () => {
    for (const end of ['', '\n', '\n\n', '\n\n\n\n', '\r\n']) {
      expect(send(`Work.${end}`).replaceAll('\r', '')).toBe(`Work.\n\n${section}`);
    }
    expect(send('')).toBe(section);
  });

  it('stands where the body places it, and then nowhere else', () => {
    expect(send('A\n${actions}\nB')).toBe(`A\n${section}\nB`);
    expect(send('A\n${actions}\nB', { appendActions: false })).toBe(`A\n${section}\nB`);
  });

  it('is left out on demand, and where there are no actions', () => {
    expect(send('A\n\n', { appendActions: false })).toBe('A\n\n');
    expect(render('A\n\n')).toBe('A\n\n');
    expect(actionSection({ actions: [], output: undefined, channel: 'text' })).toBe('');
  });

  it('follows a verbatim prompt, which keeps its bytes', () => {
    const text = 'Say ${x} and ${{ y }} \\${z}.';
    expect(send(text, { kind: 'verbatim' })).toBe(`${text}\n\n${section}`);
    expect(send(`${text}\n`, { kind: 'verbatim' })).toBe(`${text}\n\n${section}`);
    expect(send(`${text}\n\n\n`, { kind: 'verbatim' })).toBe(`${text}\n\n\n${section}`);
    expect(send(text, { kind: 'verbatim', appendActions: false })).toBe(text);
  });
});

describe('the result', () => {
  const output = { type: 'object', properties: { ok: { type: 'boolean', description: 'one\n```\ntwo' } } };
  const actions = [{ name: 'Go', choose: undefined }];
  const last = (text: string, more: Parameters<typeof send>[1]) => send(text, more).split('\n').at(-1);

  it('is asked for beside the choice, through the structured output tool', () => {
    expect(last('Do.', { output, actions })).toBe(
      'Answer through the structured output tool: set its field `action` to the name of the chosen action, ' +
        'exactly as it stands between the back-ticks above, and its field `output` to the result.',
    );
  });

  it('is asked for in a fenced block before the last line, where there is no such tool', () => {
    expect(send('Do.', { output, actions, channel: 'text' }).split('\n')).toEqual([
      'Do.',
      '',
      '## Next action',
      '',
      'When the work above is done, choose this action:',
      '',
      '- `Go`',
      '',
      'Put the result into your final message, as one fenced `json` block that fits this schema:',
      '',
      '```json',
      JSON.stringify(output),
      '```',
      '',
      'End your final message with one line that names the chosen action, exactly as it stands between the ' +
        'back-ticks above:',
      '',
      'ACTION: <name>',
    ]);
  });

  it('is all that is asked for where guards choose', () => {
    expect(send('Do.', { output, actions: [] })).toBe(
      'Do.\n\n## Result\n\nWhen the work above is done, give the result through the structured output tool, ' +
        'in its field `output`.',
    );
    expect(send('Do.', { output, actions: [], channel: 'text' })).toBe(
      'Do.\n\n## Result\n\nWhen the work above is done, end your final message with the result, as one fenced ' +
        `\`json\` block that fits this schema:\n\n\`\`\`json\n${JSON.stringify(output)}\n\`\`\``,
    );
    expect(send('Do.', { actions: [] })).toBe('Do.');
  });

  it('is placed with the actions, and left out with them', () => {
    expect(send('A\n${actions}\nB', { output, actions: [] })).toMatch(/^A\n## Result\n[^]*`output`\.\nB$/);
    expect(send('A', { output, appendActions: false })).toBe('A');
  });

  it('with a schema of any length is asked for in few words', () => {
    const long = { enum: Array.from({ length: 10_000 }, (_, index) => `value ${index}`) };
    expect(send('Do.', { output: long, actions: [], channel: 'text' })).toMatch(
      /as one fenced `json` block\.$/,
    );
    expect(send('Do.', { output: true, actions: [], channel: 'text' })).toContain('```json\ntrue\n```');
  });
});

describe('a role', () => {
  const actions: readonly ActionChoice[] = [];

  it('stands before the prompt, with one blank line between', () => {
    for (const end of ['', '\n', '\n\n\n']) {
      expect(send('Do it.\n', { role: `You review.${end}`, actions })).toBe('You review.\n\nDo it.\n');
    }
    expect(send('Do ${it}', { kind: 'verbatim', role: 'You ${1 + 1}.', actions })).toBe('You 2.\n\nDo ${it}');
    expect(send('Do it.', { role: '\n', actions })).toBe('Do it.');
  });

  it('is followed by prompt and section', () => {
    expect(send('Do.', { role: 'You.' })).toMatch(/^You\.\n\nDo\.\n\n## Next action\n/);
  });

  it('may place the section itself', () => {
    const text = send('Do.', { role: 'You.\n${actions}\nNow:' });
    expect(text).toMatch(/^You\.\n## Next action\n[^]*above\.\nNow:\n\nDo\.$/);
  });

  it('reads what its own front matter declares', () => {
    const role = '---\nparams:\n  who: {default: me}\n---\nYou are ${who}.';
    const { parameters } = readTemplate(role).template;
    const { scope } = bindParameters({ fields: [], params: [], parameters, values: {}, args: {} });
    const prompt = { kind: 'verbatim', text: 'Go.' } as const;
    const { template } = readTemplate(role);
    const request = { prompt, template: undefined, role: template, scope, actions, appendActions: true };
    expect(renderPrompt({ ...request, channel: 'text' })).toBe('You are me.\n\nGo.');
  });
});
