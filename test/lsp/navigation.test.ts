import { describe } from 'vitest';
import type {
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  MarkupContent,
  SymbolInformation,
} from 'vscode-languageserver-protocol/node';
import { test, type Editor } from './helpers/editor.ts';
import { placeOf } from './helpers/language-client.ts';

const JSON_MAP = 'workflows/ship.json';
const WORDS_MAP = 'workflows/words.wfmap';
const FORMS = [JSON_MAP, WORDS_MAP] as const;

/** Opens the map in one of its forms, and gives its text. */
async function openIn(form: string, { client, read, shipInWords }: Editor): Promise<string> {
  const text = form === JSON_MAP ? read(JSON_MAP) : shipInWords();
  await client.open(form, text);
  return text;
}

/** Where a word is written, without quotes, for the nth time. */
function wordPlace(text: string, word: string, count: number) {
  const found = [...text.matchAll(new RegExp(`(?<![\\w])${word}(?![\\w])`, 'g'))][count];
  if (!found) throw new Error(`"${word}" is not there so often.`);
  const before = text.slice(0, found.index).split('\n');
  return { line: before.length - 1, character: (before.at(-1)?.length ?? 0) + 1 };
}

const hoverText = (hover: Hover | null): string => {
  return (hover?.contents as MarkupContent | undefined)?.value ?? '';
};
const textAt = (text: string, { range: { start, end } }: Location | DocumentHighlight): string =>
  (text.split('\n')[start.line] ?? '').slice(start.character, end.character).replaceAll('"', '');

describe.each(FORMS)('in %s', (form) => {
  test('a task says what it does', async ({ editor, expect }) => {
    const text = await openIn(form, editor);
    const at = form === JSON_MAP ? placeOf(text, '"target": "Write"', 12) : placeOf(text, 'claude Write', 8);
    const hover = await editor.client.request<Hover>('textDocument/hover', form, { position: at });
    expect(hoverText(hover)).toContain('**claude** `Write`\n\nWrites the change.');
    expect(hoverText(hover)).toContain('in the role `builder` with `prompts/write.md`');
    expect(hoverText(hover)).toContain('- `Done` → `Check`, chosen “it is written”');
  });

  test('names have types, and members of what tasks find out', async ({ editor, expect }) => {
    const text = await openIn(form, editor);
    const hover = (position: object) =>
      editor.client.request<Hover>('textDocument/hover', form, { position });
    const strict = await hover(placeOf(text, '${strict}', 4));
    expect(hoverText(strict)).toBe(
      '**input** `strict`: `boolean`\n\nWhether warnings count\n\nWithout it: `false`',
    );
    const bound = await hover(placeOf(text, '${checked.result', 4));
    expect(hoverText(bound)).toBe(
      '**bound name** `checked`: `{ outcome: "told", result: { summary: string } }`',
    );
    const member = await hover(placeOf(text, 'result.feedback', 9));
    expect(hoverText(member)).toBe('`result.feedback`: `string`');
  });

  test('the path of a template shows the prompt, with placeholders', async ({ editor, expect }) => {
    const text = await openIn(form, editor);
    const position = placeOf(text, 'write.md', 2);
    const value = hoverText(await editor.client.request<Hover>('textDocument/hover', form, { position }));
    expect(value).toContain('You build what is asked for.');
    expect(value).toContain('Build this: ‹story›\nIt was looked at: ‹feedback›');
    expect(value).toContain('`Done`: it is written');
  });

  test('a prompt that makes no sense without values says so', async ({ editor, expect }) => {
    const text = await openIn(form, editor);
    await editor.client.open('prompts/write.md', '${int(story)}\n');
    const position = placeOf(text, 'write.md', 2);
    const value = hoverText(await editor.client.request<Hover>('textDocument/hover', form, { position }));
    expect(value).toMatch(
      /^The prompt of `Write` cannot be shown without values: The expression "int\(story\)" has no value: /,
    );
  });

  test('a long prompt is shown by its beginning, in a fence that holds it', async ({ editor, expect }) => {
    const text = await openIn(form, editor);
    await editor.client.open('prompts/write.md', `\`\`\`\`js\n${'x'.repeat(6_000)}\n`);
    const position = placeOf(text, 'write.md', 2);
    const value = hoverText(await editor.client.request<Hover>('textDocument/hover', form, { position }));
    const lines = value.split('\n');
    expect([lines[0], lines[2], lines.at(-2), lines.at(-1)]).toEqual([
      'The prompt of `Write`, with placeholders:',
      '`````markdown',
      '…',
      '`````',
    ]);
    expect(lines.slice(3, -2).join('\n')).toHaveLength(6_000);
  });

  test('a target leads to its task, a path to its file, an input that is passed to where it is declared', async ({
    editor,
    expect,
  }) => {
    const text = await openIn(form, editor);
    const go = (position: object) =>
      editor.client.request<Location[]>('textDocument/definition', form, { position });
    const target = await go(
      form === JSON_MAP ? placeOf(text, '"then": "Ask"', 10) : placeOf(text, 'then Ask', 6),
    );
    expect(target.map((each) => textAt(text, each))).toEqual(['Ask']);
    const file = await go(placeOf(text, 'write.md', 2));
    expect(file.map(({ uri }) => uri)).toEqual([editor.client.uri('prompts/write.md')]);
    const input = await go(form === JSON_MAP ? placeOf(text, '"subject"', 3) : placeOf(text, 'subject =', 3));
    expect(input.map(({ uri }) => uri)).toEqual([editor.client.uri('workflows/parts/check.json')]);
    const name = await go(placeOf(text, '${checked', 4));
    expect(name.map((each) => textAt(text, each))).toEqual(['checked']);
  });

  test('references are found in the map, its templates and its scenarios', async ({ editor, expect }) => {
    const text = await openIn(form, editor);
    const find = (position: object) =>
      editor.client.request<Location[]>('textDocument/references', form, {
        position,
        context: { includeDeclaration: true },
      });
    const story = await find(placeOf(text, '${story}', 4));
    expect(story.filter(({ uri }) => uri.endsWith('write.md'))).toHaveLength(2);
    expect(story.filter(({ uri }) => uri === editor.client.uri(form))).toHaveLength(3);
    const rework = await find(wordPlace(text, 'Rework', 0));
    expect(rework.map((each) => textAt(text, each))).toEqual(['Rework', 'Rework']);
    const claimed = await find(wordPlace(text, 'Accept', 0));
    expect(claimed).toHaveLength(2);
    if (form === WORDS_MAP) return;
    const ask = await find(placeOf(text, '"then": "Ask"', 10));
    expect(ask.filter(({ uri }) => uri.endsWith('.scenario.yaml'))).toHaveLength(2);
  });

  test('what is meant by the same name is lit up', async ({ editor, expect }) => {
    const text = await openIn(form, editor);
    const position = placeOf(text, '${story}', 4);
    const found = await editor.client.request<DocumentHighlight[]>('textDocument/documentHighlight', form, {
      position,
    });
    expect(found.map((each) => textAt(text, each))).toEqual(['story', 'story', 'story']);
  });

  test('symbols are the inputs and tasks, with their actions', async ({ editor, expect }) => {
    await openIn(form, editor);
    const symbols = await editor.client.request<DocumentSymbol[]>('textDocument/documentSymbol', form);
    expect(symbols.map(({ name }) => name)).toEqual(
      'story strict Write Check Look Ask Ship Stopped'.split(' '),
    );
    expect(symbols[4]?.children?.map(({ name, detail }) => `${name} ${detail}`)).toEqual([
      'Rework → Write',
      'Accept → Ship',
      'Give Up → Ask',
    ]);
  });

  test('tasks can be folded', async ({ editor, expect }) => {
    const text = await openIn(form, editor);
    const ranges = await editor.client.request<FoldingRange[]>('textDocument/foldingRange', form);
    const line = form === JSON_MAP ? placeOf(text, '"Look": {').line : wordPlace(text, 'claude Look', 0).line;
    expect(ranges.map(({ startLine }) => startLine)).toContain(line);
    expect(ranges.every(({ startLine, endLine }) => startLine < endLine)).toBe(true);
  });
});

test('a template knows which maps name it, and what its names mean', async ({ editor, expect }) => {
  const text = editor.read('prompts/write.md');
  await editor.client.open('prompts/write.md', text);
  const ask = <R>(method: string, part: string, at: number, more: object = {}) =>
    editor.client.request<R>(method, 'prompts/write.md', { position: placeOf(text, part, at), ...more });
  const users = await ask<Location[]>('textDocument/references', 'Build this', 1, {
    context: { includeDeclaration: true },
  });
  expect(users.map(({ uri }) => uri)).toEqual([editor.client.uri(JSON_MAP)]);
  const defined = await ask<Location[]>('textDocument/definition', '${story}', 3);
  expect(defined.map(({ uri }) => uri)).toEqual([editor.client.uri(JSON_MAP)]);
  expect(hoverText(await ask<Hover>('textDocument/hover', '{{feedback}}', 4))).toContain(
    '**parameter** `feedback`: `string`',
  );
});

test('a field of JSON says what it is for', async ({ editor, expect }) => {
  const text = editor.read(JSON_MAP);
  await editor.client.open(JSON_MAP, text);
  const position = placeOf(text, '"limit": {', 3);
  const hover = await editor.client.request<Hover>('textDocument/hover', JSON_MAP, { position });
  expect(hoverText(hover)).toMatch(/^\*\*limit\*\*\n\nHow often/);
});

test('tasks of all maps are found by the signs of their names', async ({ editor, expect }) => {
  await editor.client.open(JSON_MAP, editor.read(JSON_MAP));
  const found = await editor.client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', {
    query: 'tld',
  });
  expect(found.map(({ name, containerName }) => `${name} ${containerName}`)).toEqual([
    'Told workflows/parts/check.json',
  ]);
});
