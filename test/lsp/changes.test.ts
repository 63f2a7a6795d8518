import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import type { CodeAction, Location, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isSameMap } from '../../src/print/convert.ts';
import { test, type Editor } from './helpers/editor.ts';
import { placeOf } from './helpers/language-client.ts';

const MAP = 'workflows/ship.json';
const WORDS = 'workflows/words.wfmap';

const PAIRS = `map "Names that stand for pairs"

input text: string "What to look at"

artifacts map-pairs
  with goal
  subtasks Each Part

decide Begin
  goal = text
  subject = text
  -> Look

workflow Look
  map workflows/parts/check.json
  with subject
  Go On -> Each Part

foreach Each Part
  each part in [goal]
  body {
    shell Say
      command "echo \${part}"
      -> Said

    end Said
  }
  -> Done

end Done = subject
`;

/** The texts of files after edits, by path. */
function applied(
  { documentChanges = [] }: WorkspaceEdit,
  { client, read }: Editor,
  open: ReadonlyMap<string, string>,
) {
  const texts = new Map<string, string>();
  for (const change of documentChanges) {
    if (!('edits' in change)) throw new Error('Only texts are changed.');
    const path = change.textDocument.uri.slice(client.uri('').length);
    const wanted = open.has(path) ? 1 : null;
    if (change.textDocument.version !== wanted)
      throw new Error(`${path} is not changed in the version that is open.`);
    const text = open.get(path) ?? read(path);
    texts.set(path, textAfter(text, change.edits as TextEdit[]));
  }
  return texts;
}

function textAfter(text: string, edits: TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create('file:///a', 'a', 1, text), edits);
}

describe('renaming', () => {
  test.for([MAP, WORDS])('a task of %s is called so everywhere', async (form, { editor, expect }) => {
    const text = form === MAP ? editor.read(MAP) : editor.shipInWords();
    await editor.client.open(form, text);
    const position = form === MAP ? placeOf(text, '"then": "Ask"', 10) : placeOf(text, 'then Ask', 6);
    expect(await editor.client.request('textDocument/prepareRename', form, { position })).toMatchObject({
      placeholder: 'Ask',
    });
    const edit = await editor.client.request<WorkspaceEdit>('textDocument/rename', form, {
      position,
      newName: 'Ask Somebody',
    });
    const texts = applied(edit, editor, new Map([[form, text]]));
    const wanted = editor.read(MAP).replaceAll('"Ask"', '"Ask Somebody"');
    expect(isSameMap({ name: MAP, text: wanted }, { name: form, text: texts.get(form) ?? '' })).toBe(true);
    if (form === WORDS) return;
    const scenarios = texts.get('workflows/scenarios/ship.scenario.yaml') ?? '';
    expect(scenarios).toContain('Ask Somebody: [Stop]');
    expect(scenarios).toContain('includes: [Ask Somebody, Stopped]');
  });

  test('an action is renamed where claims, resets and scenarios name it', async ({ editor, expect }) => {
    const text = editor.read(MAP);
    await editor.client.open(MAP, text);
    const rename = async (part: string, at: number, newName: string) => {
      const position = placeOf(text, part, at);
      const edit = await editor.client.request<WorkspaceEdit>('textDocument/rename', MAP, {
        position,
        newName,
      });
      return applied(edit, editor, new Map([[MAP, text]]));
    };
    const resets = await rename('"Rework": {', 3, 'Once More');
    expect(resets.get(MAP)).toBe(text.replaceAll('"Rework"', '"Once More"'));
    const claims = await rename('"Accept": {', 3, 'Take It');
    expect(claims.get(MAP)).toBe(text.replaceAll('"Accept"', '"Take It"'));
    const scenarios = await rename('"Stop": {', 3, 'Leave It');
    expect(scenarios.get('workflows/scenarios/ship.scenario.yaml')).toContain('Ask: [Leave It]');
  });

  test('an input is renamed in templates, expressions, scenarios and by who passes it', async ({
    editor,
    expect,
  }) => {
    const text = editor.read(MAP);
    await editor.client.open(MAP, text);
    const position = placeOf(text, '"story": {', 3);
    const edit = await editor.client.request<WorkspaceEdit>('textDocument/rename', MAP, {
      position,
      newName: 'wish',
    });
    const texts = applied(edit, editor, new Map([[MAP, text]]));
    expect(texts.get(MAP)).toBe(
      text
        .replace('"story": {', '"wish": {')
        .replace('${story}', '${wish}')
        .replace('"subject": "story"', '"subject": "wish"'),
    );
    expect(texts.get('prompts/write.md')).toContain('  wish:\n');
    expect(texts.get('prompts/write.md')).toContain('Build this: ${wish}');
    expect(texts.get('workflows/scenarios/ship.scenario.yaml')).toContain('fields: { wish: A new door }');
  });

  test('an input of a map in a map is renamed from either side', async ({ editor, expect }) => {
    const text = editor.read(MAP);
    await editor.client.open(MAP, text);
    const position = placeOf(text, '"subject"', 3);
    const edit = await editor.client.request<WorkspaceEdit>('textDocument/rename', MAP, {
      position,
      newName: 'topic',
    });
    const texts = applied(edit, editor, new Map([[MAP, text]]));
    expect(texts.get(MAP)).toContain('"with": { "topic": "story" }');
    expect(texts.get('workflows/parts/check.json')).toContain('"command": ["echo", "${topic}"]');
    expect(texts.get('workflows/parts/check.json')).toContain('"topic": {');
  });

  test.for([
    ['goal = text', 'goal', 'aim', 'with goal\n', 'with goal = aim\n'],
    ['subject = text', 'subject', 'matter', 'with subject\n', 'with subject = matter\n'],
    ['Each Part\n  each', 'Each Part', 'Every Part', 'subtasks Each Part', 'subtasks Every Part'],
  ] as const)(
    'what stands for a pair, and for a task of the artifacts, stays one: %s',
    async ([at, name, newName, written, wanted], { editor, expect }) => {
      await editor.client.open('workflows/pairs.wfmap', PAIRS);
      const edit = await editor.client.request<WorkspaceEdit>(
        'textDocument/rename',
        'workflows/pairs.wfmap',
        {
          position: placeOf(PAIRS, at, 1),
          newName,
        },
      );
      const text = applied(edit, editor, new Map([['workflows/pairs.wfmap', PAIRS]]))
        .values()
        .next().value;
      expect(text).toContain(wanted);
      expect(text?.replace(wanted, written).replaceAll(newName, name)).toBe(PAIRS);
    },
  );

  test.for([MAP, 'workflows/ship.wfmap'])(
    'a map in both forms is one map: %s',
    async (form, { editor, expect }) => {
      editor.put('workflows/ship.wfmap', editor.shipInWords());
      const text = editor.read(form);
      await editor.client.open(form, text);
      const position = placeOf(text, form === MAP ? '"then": "Ask"' : 'then Ask', form === MAP ? 10 : 6);
      const edit = await editor.client.request<WorkspaceEdit>('textDocument/rename', form, {
        position,
        newName: 'Ask Somebody',
      });
      const texts = applied(edit, editor, new Map([[form, text]]));
      const source = (name: string) => ({ name, text: texts.get(name) ?? '' });
      expect(source(MAP).text).toContain('Ask Somebody');
      expect(isSameMap(source(MAP), source('workflows/ship.wfmap'))).toBe(true);
      const found = await editor.client.request<Location[]>('textDocument/definition', form, { position });
      expect(found.map(({ uri }) => uri)).toEqual([editor.client.uri('workflows/ship.wfmap')]);
    },
  );

  test('a bound name is renamed in the prompts that read it', async ({ editor, expect }) => {
    const text = editor.read(MAP);
    await editor.client.open(MAP, text);
    const position = placeOf(text, '${checked', 4);
    const edit = await editor.client.request<WorkspaceEdit>('textDocument/rename', MAP, {
      position,
      newName: 'found',
    });
    expect(applied(edit, editor, new Map([[MAP, text]])).get(MAP)).toBe(text.replaceAll('checked', 'found'));
  });

  test.for([
    ['"then": "Ask"', 10, 'Look', /given twice|taken here already/],
    ['"then": "Ask"', 10, '', /at least one sign/],
    ['"then": "Ask"', 10, ' Ask', /neither begins nor ends/],
    ...['a\nb', 'a\u0000b', 'a\u001fb', 'a\u007fb', 'a\u2028b', 'a\u2029b'].map(
      (name) =>
        ['"then": "Ask"', 10, name, /A name stands on one line, without control characters[.]$/] as const,
    ),
    ['"then": "Ask"', 10, 'x'.repeat(201), /A name has at most 200 signs[.]$/],
    ['${checked', 4, 'review', /taken here already/],
    ['${checked', 4, 'story', /./],
    ['${checked', 4, 'run', /./],
    ['${checked', 4, 'in', /means something else/],
    ['${checked', 4, 'a-b', /letters, digits/],
    ['"story": {', 3, 'feedback', /./],
    ['"limits": {', 3, 'x', /no name that can be changed/],
  ] as const)('from %s to "%s%s" is refused', async ([part, at, newName, reason], { editor, expect }) => {
    const text = editor.read(MAP);
    await editor.client.open(MAP, text);
    const position = placeOf(text, part, at);
    await expect(editor.client.request('textDocument/rename', MAP, { position, newName })).rejects.toThrow(
      reason,
    );
  });
});

test('an input of a map that comes with wfmap keeps its name', async ({ editor, expect }) => {
  const text = `map "Checks"

input command: string "What to run"

workflow Check
  map workflows/check.json
  with testCommand = command
  -> Done

end Done
`;
  await editor.client.open('workflows/own.wfmap', text);
  const position = placeOf(text, 'testCommand', 2);
  const renaming = { position, newName: 'tests' };
  await expect(editor.client.request('textDocument/rename', 'workflows/own.wfmap', renaming)).rejects.toThrow(
    'It cannot be called so: Task "Check" passes "tests", which is not an input of the map "workflows/check.json".',
  );
});

test('a name may be as long as names are', async ({ editor, expect }) => {
  const text = editor.read(MAP);
  await editor.client.open(MAP, text);
  const position = placeOf(text, '"then": "Ask"', 10);
  const newName = 'x'.repeat(200);
  const edit = await editor.client.request<WorkspaceEdit>('textDocument/rename', MAP, { position, newName });
  expect(applied(edit, editor, new Map([[MAP, text]])).get(MAP)).toContain(`"then": "${newName}"`);
});

test('the same name changes nothing', async ({ editor, expect }) => {
  const text = editor.read(MAP);
  await editor.client.open(MAP, text);
  const position = placeOf(text, '"then": "Ask"', 10);
  const edit = await editor.client.request('textDocument/rename', MAP, { position, newName: 'Ask' });
  expect(edit).toEqual({});
});

describe('code actions', () => {
  test('are there for every fix, and one for all safe ones', async ({ editor, expect }) => {
    const text = editor.read(MAP).replace('"target": "Look"', '"target": "Lock"');
    await editor.client.open(MAP, text);
    const range = { start: placeOf(text, '"Lock"', 2), end: placeOf(text, '"Lock"', 2) };
    const [action] = await editor.client.request<CodeAction[]>('textDocument/codeAction', MAP, {
      range,
      context: { diagnostics: [] },
    });
    expect(action).toMatchObject({ title: 'Go to "Look".', kind: 'quickfix', isPreferred: false });
    const texts = applied(action?.edit ?? {}, editor, new Map([[MAP, text]]));
    expect(texts.get(MAP)).toBe(editor.read(MAP));
  });

  test('apply all safe fixes as wfmap validate --fix does', async ({ editor, expect }) => {
    const text = editor
      .read(MAP)
      .replace('"when": "result.valid || strict"', '"args": "--feedback=“x”", "when": "true"');
    await editor.client.open(MAP, text);
    const range = { start: placeOf(text, '"args": "'), end: placeOf(text, '"when": "true"') };
    const actions = await editor.client.request<CodeAction[]>('textDocument/codeAction', MAP, {
      range,
      context: { diagnostics: [], only: ['source.fixAll'] },
    });
    expect(actions.every(({ kind }) => kind === 'source.fixAll.wfmap')).toBe(true);
  });
});

describe('formatting', () => {
  test('lays maps out as wfmap fmt does, and leaves what is laid out', async ({ editor, expect }) => {
    const laidOut = editor.shipInWords();
    const loose = laidOut.replaceAll('\n', '\r\n').replace(/ {2}/g, '     ');
    await editor.client.open(WORDS, loose);
    const options = { options: { tabSize: 2, insertSpaces: true } };
    const edits = await editor.client.request<TextEdit[]>('textDocument/formatting', WORDS, options);
    expect(textAfter(loose, edits)).toBe(laidOut.replaceAll('\n', '\r\n'));
    const other = 'workflows/other.wfmap';
    await editor.client.open(other, laidOut);
    expect(await editor.client.request('textDocument/formatting', other, options)).toEqual([]);
    const json = JSON.stringify(JSON.parse(editor.read(MAP)));
    await editor.client.open(MAP, json);
    const made = textAfter(
      json,
      await editor.client.request<TextEdit[]>('textDocument/formatting', MAP, options),
    );
    expect(made).toContain('\n    "Write": {\n');
  });

  test('leaves a map alone whose syntax is at fault', async ({ editor, expect }) => {
    writeFileSync(join(editor.root, 'x'), '');
    await editor.client.open(MAP, '{ "taskDefinitions": { ');
    expect(await editor.client.request('textDocument/formatting', MAP, { options: {} })).toEqual([]);
  });
});
