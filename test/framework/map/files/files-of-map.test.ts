import { describe, expect, test } from 'vitest';
import { createMemoryFileSystem } from '../../../../src/journal/memory-file-system.ts';
import {
  GOOD_ANSWERS,
  playSample,
  SAMPLE_MAP,
  SAMPLE_PLAN,
  textsBelow,
} from '../../../helpers/map-sample.ts';

const FOLDER = '.map/main/';

/** The files that a map of these writes beside those of the framework, and what is told of them. */
async function filesOf(
  files: readonly object[],
  plan: object = {},
  templates: Readonly<Record<string, string>> = {},
) {
  const fs = createMemoryFileSystem(['/project']);
  const said: string[] = [];
  const { artifacts } = SAMPLE_MAP;
  const answers = { ...GOOD_ANSWERS, Decompose: [{ output: { ...SAMPLE_PLAN, ...plan }, action: 'Done' }] };
  const before = new Set(
    Object.keys(await textsOf({ ...SAMPLE_MAP, artifacts: { map: { ...artifacts.map, files: [] } } })),
  );
  const map = { ...SAMPLE_MAP, artifacts: { map: { ...artifacts.map, files } } };
  await playSample(fs, {
    answers,
    map,
    templates,
    more: { artifacts: { realPath: (path) => path, say: (line) => said.push(line) } },
  });
  const texts = Object.entries(textsBelow(fs, '/project')).filter(
    ([path]) => path.startsWith(FOLDER) && !before.has(path),
  );
  return { files: Object.fromEntries(texts.map(([path, text]) => [path.slice(FOLDER.length), text])), said };
}

async function textsOf(map: object) {
  const fs = createMemoryFileSystem(['/project']);
  await playSample(fs, { map });
  return textsBelow(fs, '/project');
}

describe('files of a map', () => {
  test('are texts as they are, and other values as JSON', async () => {
    const { files, said } = await filesOf([
      { path: 'text.md', content: 'plan.spec' },
      { path: 'value.json', content: 'plan.analysis' },
      { path: 'number.json', content: '1 + 1' },
    ]);
    expect(files).toEqual({
      'text.md': '# Spec\n',
      'value.json': '{\n  "assumptions": [],\n  "open_questions": []\n}\n',
      'number.json': '2\n',
    });
    expect(said).toEqual(['Artifacts: .map/main']);
  });

  test('are not written where they have no content', async () => {
    const { files } = await filesOf([
      { path: 'none.md', content: 'null' },
      { path: 'empty.md', content: "''" },
    ]);
    expect(files).toEqual({});
  });

  test('have each value as a single part of their path, cut to a hundred characters', async () => {
    const { files } = await filesOf(
      [
        { path: 'x/${plan.name}/y.md', content: "'y'" },
        { path: './a//b.md', content: "'b'" },
        { path: '${plan.long}.md', content: "'long'" },
        { path: '${plan.nothing}.md', content: "'nothing'" },
        { path: 'n${1 + 1}.md', content: "'two'" },
      ],
      { name: '../../etc/passwd', long: 'l'.repeat(150), nothing: null },
    );
    const [first] = Object.keys(files).filter((path) => path.startsWith('x/'));
    expect(first?.split('/')).toHaveLength(3);
    expect(first).not.toContain('..');
    expect(Object.keys(files).filter((path) => path !== first)).toEqual([
      'a/b.md',
      `${'l'.repeat(100)}.md`,
      'n2.md',
    ]);
  });

  test('are not written where they do not fit their schema, which is told once', async () => {
    const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const { files, said } = await filesOf(
      [
        { path: 'bad.json', content: 'plan.analysis', schemaPath: 'schemas/named.json' },
        { path: 'good.json', content: "{'name': 'x'}", schemaPath: 'schemas/named.json' },
      ],
      {},
      { 'schemas/named.json': JSON.stringify(schema) },
    );
    expect(files).toEqual({ 'good.json': '{\n  "name": "x"\n}\n' });
    expect(said.slice(1)).toEqual([
      expect.stringMatching(
        /^The artifact bad\.json is not written: its content does not fit its schema, .* lacks "name"/,
      ),
    ]);
  });

  test('whose content cannot be worked out are told, but for a value that is not there yet', async () => {
    const { files, said } = await filesOf([
      { path: 'late.md', content: 'verified.missing' },
      { path: 'bad.md', content: 'plan.missing' },
    ]);
    expect(files).toEqual({});
    expect(said).toMatchInlineSnapshot(`
      [
        "Artifacts: .map/main",
        "Artifacts: The expression "plan.missing" has no value: there is no "missing" in it.",
        "Artifacts: The expression "verified.missing" has no value: there is no "missing" in it.",
      ]
    `);
  });
});
