import { describe } from 'vitest';
import type { CompletionItem } from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { test, type Editor } from './helpers/editor.ts';
import { placeOf } from './helpers/language-client.ts';

const MAP = 'workflows/ship.json';
const WORDS = 'workflows/words.wfmap';

/** What is offered at `‸` once it stands in a text that was another before. */
async function offeredAt(path: string, before: string, text: string, { client }: Editor) {
  await client.open(path, before);
  await client.diagnostics(path, 1);
  const after = text.replace('‸', '');
  await client.change(path, [{ text: after }]);
  const position = placeOf(text, '‸');
  const items = await client.request<CompletionItem[]>('textDocument/completion', path, { position });
  return { items, after, labels: items.map(({ label }) => label) };
}

/** The text with an item chosen. */
function chosen(text: string, items: readonly CompletionItem[], label: string): string {
  const edit = items.find((item) => item.label === label)?.textEdit;
  if (!edit || !('range' in edit)) throw new Error(`"${label}" is not offered.`);
  return TextDocument.applyEdits(TextDocument.create('file:///a', 'a', 1, text), [edit]);
}

const TASKS = ['Write', 'Check', 'Look', 'Ask', 'Ship', 'Stopped'];
const NAMES = ['story', 'strict', 'checked', 'review', 'visits', 'run'];

describe('in JSON', () => {
  test.for([
    ['a target', '"target": "Look"', '"target": "‸"', TASKS],
    ['a target without quotes yet', '"target": "Look" }', '"target": ‸', TASKS],
    ['names in a guard', '"when": "!result.valid', '"when": "!‸', ['result', ...NAMES]],
    [
      'members of a result',
      '"when": "!result.valid',
      '"when": "!result.v‸',
      ['valid', 'feedback', 'severity'],
    ],
    [
      'what a member is compared with',
      '"when": "!result.valid',
      '"when": "result.severity == \\"‸',
      ['low', 'high'],
    ],
    ['names in a prompt', 'Strict: ${strict}', 'Strict: ${s‸}', NAMES],
    ['members in a prompt', '${checked.result.summary}', '${checked.result.‸}', ['summary']],
    ['roles', '"agent": "builder"', '"agent": "‸"', ['builder', 'monitor']],
    ['models', '"agent": "builder"', '"model": "‸"', ['opus', 'sonnet']],
    ['templates', '"prompts/write.md"', '"‸"', ['prompts/write.md']],
    ['schemas', '"prompts/schemas/review.json"', '"‸"', ['prompts/schemas/review.json']],
    ['maps', '"workflows/parts/check.json"', '"‸"', ['workflows/parts/check.json', 'workflows/tdd.json']],
    ['inputs of a map', '{ "subject": "story" }', '{ ‸ }', ['subject']],
    ['counters', '["Rework"]', '["‸"]', ['Rework', 'Look']],
    ['types of tasks', '"type": "human"', '"type": "‸"', ['human', 'decide', 'foreach']],
    ['fields of a task', '"as": "review",', '"as": "review", "‸"', ['model', 'session', 'description']],
    ['fields of the map', '"limits": {', '"‸": 1, "limits": {', ['defaults', 'artifacts']],
    ['tasks of a claim', '"task": "Look"', '"task": "‸"', TASKS],
  ] as const)('offers %s', async ([, part, typed, wanted], { editor, expect }) => {
    const text = editor.read(MAP);
    const { labels } = await offeredAt(
      MAP,
      text,
      text.replace(part, () => typed),
      editor,
    );
    expect(labels).toEqual(expect.arrayContaining([...wanted]));
  });

  test('fields that are there, or that the type has no use for, are not offered', async ({
    editor,
    expect,
  }) => {
    const text = editor.read(MAP);
    const { labels } = await offeredAt(
      MAP,
      text,
      text.replace('"as": "review",', '"as": "review", "‸",'),
      editor,
    );
    expect(labels).not.toEqual(expect.arrayContaining(['as']));
    expect(labels).not.toEqual(expect.arrayContaining(['command']));
  });

  test('an editor that sorts what it is offered keeps the order', async ({ editor, expect }) => {
    const text = editor.read(MAP);
    const typed = text.replace('"when": "!result.valid', '"when": "!‸');
    const { items, labels } = await offeredAt(MAP, text, typed, editor);
    expect(items.length).toBeGreaterThan(10);
    const sorted = items.toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
    expect(sorted.map(({ label }) => label)).toEqual(labels);
  });

  test('what is chosen stands in its quotes', async ({ editor, expect }) => {
    const text = editor.read(MAP);
    const typed = text.replace('"target": "Look"', '"target": "Lo‸"');
    const { items, after } = await offeredAt(MAP, text, typed, editor);
    expect(chosen(after, items, 'Look')).toBe(text);
    expect(items.find(({ label }) => label === 'Look')?.detail).toBe('claude');
  });
});

describe('in the map language', () => {
  test.for([
    ['a target', '-> Ship when', '-> ‸ when', TASKS],
    ['where a limit leads', 'then Ask', 'then ‸', TASKS],
    ['names in a guard', '!result.valid', '!‸', ['result', ...NAMES]],
    ['members of a result', '!result.valid', '!result.‸', ['valid', 'feedback', 'severity']],
    ['names in an argument', 'feedback = result.feedback', 'feedback = ‸', NAMES],
    ['members in a prompt', '${checked.result.summary}', '${checked.result.‸}', ['summary']],
    ['roles', 'agent builder', 'agent ‸', ['builder', 'monitor']],
    ['models', 'agent builder', 'model ‸', ['opus', 'sonnet']],
    ['templates', 'prompts/write.md', '‸', ['prompts/write.md']],
    ['schemas', 'prompts/schemas/review.json', 'prompts/‸', ['prompts/schemas/review.json']],
    ['maps', 'workflows/parts/check.json', '‸', ['workflows/parts/check.json']],
    ['inputs of a map', 'with subject', 'with ‸', ['subject']],
    ['counters', 'resets Rework', 'resets ‸', ['Rework', 'Look']],
    [
      'clauses of a task',
      'Give Up -> Ask',
      'Give Up -> Ask\n  ti‸',
      ['timeout', 'agent', 'retry', 'claude', 'end'],
    ],
    ['what follows a target', 'Give Up -> Ask', 'Give Up -> Ask wh‸', ['when', 'resets', 'always', 'at']],
    ['parts of the map', 'limits steps 40', 'limits steps 40\n\nde‸\n', ['defaults', 'input', 'property']],
    ['clauses of artifacts', 'limits steps 40', 'artifacts map-x\n  ‸', ['with', 'subtasks', 'file']],
    ['what artifacts are made of', 'limits steps 40', 'artifacts map-x\n  with ‸', ['goal', 'blueprint']],
    ['tasks that are steps', 'limits steps 40', 'artifacts map-x\n  steps ‸', TASKS],
    ['names in artifacts', 'limits steps 40', 'artifacts map-x\n  with goal = ‸', ['story']],
    ['tasks of a claim', 'property ', 'property x: ‸\nproperty ', ['never', 'always', ...TASKS]],
  ] as const)('offers %s', async ([, part, typed, wanted], { editor, expect }) => {
    const text = editor.shipInWords();
    expect(text).toContain(part);
    const { labels } = await offeredAt(
      WORDS,
      text,
      text.replace(part, () => typed),
      editor,
    );
    expect(labels).toEqual(expect.arrayContaining([...wanted]));
  });

  test('clauses that the type has no use for are not offered, nor anything in a comment', async ({
    editor,
    expect,
  }) => {
    const text = editor.shipInWords();
    const { labels } = await offeredAt(WORDS, text, text.replace('-> Stopped', '-> Stopped\n  ‸'), editor);
    expect(labels).toContain('field');
    expect(labels).not.toContain('allowedTools');
    const other = 'workflows/other.wfmap';
    const commented = text.replace('-> Stopped', '-> Stopped // ‸');
    expect((await offeredAt(other, text, commented, editor)).labels).toEqual([]);
  });

  test('what is chosen takes the place of what was typed', async ({ editor, expect }) => {
    const text = editor.shipInWords();
    const { items, after } = await offeredAt(WORDS, text, text.replace('then Ask', 'then As‸'), editor);
    expect(chosen(after, items, 'Ask')).toBe(text);
  });

  test('a map that was never sound has the words of the language, and its own names', async ({
    editor,
    expect,
  }) => {
    const text = 'map "x"\n\nclaude A\n  prompt "b"\n  Go -> ‸\n\nend Done\n';
    const { labels } = await offeredAt(WORDS, 'map', text, editor);
    expect(labels).toEqual(expect.arrayContaining(['A', 'Done']));
  });
});

describe('in a template', () => {
  test.for([
    ['names', '${story}', '${‸', ['story', 'feedback', 'visits']],
    ['names in a block', '{{feedback}}', '{{fe‸', ['story', 'feedback', '#if', '#each']],
    ['members', '${story}', '${run.‸', ['id', 'branch', 'root']],
    ['members behind the sign of a block', '{{feedback}}', '{{#run.‸', ['id', 'branch', 'root']],
    ['partials', '{{feedback}}', '{{> ‸', ['agents/builder']],
  ] as const)('offers %s', async ([, part, typed, wanted], { editor, expect }) => {
    const path = 'prompts/write.md';
    const text = editor.read(path);
    const { labels } = await offeredAt(
      path,
      text,
      text.replace(part, () => typed),
      editor,
    );
    expect(labels).toEqual(expect.arrayContaining([...wanted]));
  });

  test('each open template has its own parameters, and those of its own task', async ({ editor, expect }) => {
    const template = (name: string): string =>
      `---\nparameters:\n  ${name}:\n    type: string\nsyntax: handlebars\n---\n\n\${${name}}\n`;
    const names = ['first', 'second'] as const;
    const tasks = names.map(
      (name) => `claude ${name}\n  template prompts/${name}.md\n  param own_${name} = 1\n`,
    );
    editor.put('workflows/two.wfmap', `map "Two"\n\n${tasks.join('  -> second\n\n')}  -> End\n\nend End\n`);
    for (const name of names) {
      editor.put(`prompts/${name}.md`, template(name));
      await editor.client.open(`prompts/${name}.md`, template(name));
    }
    for (const [name, other] of [names, names.toReversed()] as const) {
      const position = placeOf(template(name ?? ''), '${', 2);
      const items = await editor.client.request<CompletionItem[]>(
        'textDocument/completion',
        `prompts/${name}.md`,
        { position },
      );
      const labels = items.map(({ label }) => label);
      expect(labels).toEqual(expect.arrayContaining([name, `own_${name}`]));
      expect(labels).not.toContain(other);
      expect(labels).not.toContain(`own_${other}`);
    }
  });
});
