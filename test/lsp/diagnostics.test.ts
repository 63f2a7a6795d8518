import { describe } from 'vitest';
import { inWords } from './helpers/project-copy.ts';
import { test } from './helpers/editor.ts';
import { placeOf } from './helpers/language-client.ts';

const MAP = 'workflows/ship.json';
const codesOf = (found: readonly { readonly code?: unknown }[]): readonly unknown[] =>
  found.map(({ code }) => code);

describe('diagnostics', () => {
  test('come as the text changes, each with the version that it is about', async ({ editor, expect }) => {
    const { client } = editor;
    const text = editor.read(MAP);
    await client.open(MAP, text);
    expect(await client.diagnostics(MAP, 1)).toEqual([]);
    const start = placeOf(text, '"target": "Look"', 11);
    const range = { start, end: { ...start, character: start.character + 4 } };
    const version = await client.change(MAP, [{ range, text: 'Looc' }]);
    const [found] = await client.diagnostics(MAP, version);
    expect(found).toMatchObject({ code: 'unknown-target', severity: 1, source: 'wfmap' });
    expect(found?.message).toMatch(/goes to "Looc", which is not .+\.\nwhy: .+\nfix: Go to "Look"\./);
    expect(found?.range).toEqual({
      start: { ...start, character: start.character - 1 },
      end: { ...start, character: start.character + 5 },
    });
    const fixed = await client.change(MAP, [{ text }]);
    expect(await client.diagnostics(MAP, fixed)).toEqual([]);
  });

  test('are those of the last version where several come at once', async ({ editor, expect }) => {
    const { client } = editor;
    const text = editor.read(MAP);
    await client.open(MAP, text);
    for (let count = 0; count < 30; count += 1)
      await client.change(MAP, [{ text: text.replace('"Check"', '"Chek"') }]);
    const version = await client.change(MAP, [{ text: text.replace('"then": "Ask"', '"then": "Asc"') }]);
    expect(codesOf(await client.diagnostics(MAP, version))).toEqual(['unknown-limit-target']);
  });

  test('point into the text of the map language', async ({ editor, expect }) => {
    const { client } = editor;
    const text = inWords(editor.read(MAP)).replace('result.feedback', 'result.feedbak');
    await client.open('workflows/words.wfmap', text);
    const [found] = await client.diagnostics('workflows/words.wfmap', 1);
    expect(found).toMatchObject({ code: 'unknown-member', range: { start: placeOf(text, 'feedbak') } });
  });

  test('count UTF-16 units, whatever the line breaks are', async ({ editor, expect }) => {
    const { client } = editor;
    const text = editor.read(MAP).replace('Write a change', '𝒳𝒳').replaceAll('\n', '\r\n');
    const broken = text.replace('"target": "Look"', '"choose": "𝒳", "target": "Luk"');
    await client.open(MAP, broken);
    const [found] = await client.diagnostics(MAP, 1);
    expect(found?.range.start).toEqual(placeOf(broken, '"Luk"'));
  });

  test('follow an open template before it is saved, and the disk when it is closed', async ({
    editor,
    expect,
  }) => {
    const { client } = editor;
    await client.open(MAP, editor.read(MAP));
    expect(await client.diagnostics(MAP, 1)).toEqual([]);
    const template = editor.read('prompts/write.md');
    await client.open('prompts/write.md', template);
    const version = await client.change('prompts/write.md', [
      { text: template.replace('${story}', '${storey}') },
    ]);
    const [found] = await client.diagnostics('prompts/write.md', version);
    expect(found).toMatchObject({ code: 'undeclared-name', range: { start: { line: 12 } } });
    await client.close('prompts/write.md');
    expect(await client.diagnostics('prompts/write.md', undefined, (each) => each.length === 0)).toEqual([]);
  });

  test('are told of a template that is open alone, by the maps of the project', async ({
    editor,
    expect,
  }) => {
    const template = editor.read('prompts/write.md').replace('{{feedback}}', '{{feedbak}}');
    await editor.client.open('prompts/write.md', template);
    const found = await editor.client.diagnostics('prompts/write.md', 1, (each) => each.length > 0);
    expect(codesOf(found)).toEqual(['undeclared-name']);
  });

  test('follow open schemas, maps in the map, and roles', async ({ editor, expect }) => {
    const { client } = editor;
    await client.open(MAP, editor.read(MAP));
    expect(await client.diagnostics(MAP, 1)).toEqual([]);
    const schema = editor.read('prompts/schemas/review.json');
    await client.open('prompts/schemas/review.json', schema.replaceAll('feedback', 'fedback'));
    expect(codesOf(await client.diagnostics(MAP, 1, (each) => each.length > 0))).toContain('unknown-member');
    await client.close('prompts/schemas/review.json');
    await client.diagnostics(MAP, 1, (each) => each.length === 0);
    const inner = editor.read('workflows/parts/check.json');
    await client.open('workflows/parts/check.json', inner.replaceAll('subject', 'topic'));
    const found = await client.diagnostics(MAP, 1, (each) => each.length > 0);
    expect(codesOf(found)).toContain('unknown-input');
    await client.close('workflows/parts/check.json');
    await client.diagnostics(MAP, 1, (each) => each.length === 0);
    await client.open('prompts/agents/builder.md', '---\nmodel: [1]\n---\n\n${nobody}\n');
    const role = await client.diagnostics('prompts/agents/builder.md', 1, (each) => each.length > 0);
    expect(codesOf(role)).toContain('undeclared-name');
  });

  test('leave JSON alone that is no map', async ({ editor, expect }) => {
    const { client } = editor;
    await client.open('package.json', '{ "name": 5, "inner": { "taskDefinitions": {} }, }');
    await client.open('workflows/new.json', '{ "taskDefinitions": { } }');
    expect(codesOf(await client.diagnostics('workflows/new.json', 1))).not.toEqual([]);
    expect(await client.diagnostics('package.json', 1)).toEqual([]);
  });

  test('go when a map is closed', async ({ editor, expect }) => {
    const { client } = editor;
    await client.open(MAP, editor.read(MAP).replace('"Write",', '"Wrote",'));
    expect(await client.diagnostics(MAP, 1)).toHaveLength(1);
    await client.close(MAP);
    expect(await client.diagnostics(MAP, undefined, (each) => each.length === 0)).toEqual([]);
  });
});
