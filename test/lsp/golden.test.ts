import { globSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { ANSWERS } from './helpers/answers.ts';
import { test } from './helpers/editor.ts';
import { readMarks } from './helpers/marked-text.ts';

const FIXTURES = `${import.meta.dirname}/../fixtures/lsp`;
const CASES = globSync('*/*.{wfmap,json,md,yaml}', { cwd: FIXTURES })
  .filter((name) => !name.startsWith('project/'))
  .toSorted();

/** Where an editor has a case of this form open, in the project beside the cases. */
const PATHS: Readonly<Record<string, string>> = {
  '.wfmap': 'workflows/case.wfmap',
  '.json': 'workflows/case.json',
  '.md': 'prompts/write.md',
  '.yaml': 'workflows/scenarios/ship.scenario.yaml',
};

test.for(CASES)(
  'what an editor is answered at each mark is what stands beside it: %s',
  async (name, { editor, expect }) => {
    const feature = name.replace(/\/.*/, '');
    const path = PATHS[extname(name)] ?? basename(name);
    const { text, marks } = readMarks(readFileSync(`${FIXTURES}/${name}`, 'utf8'));
    await editor.client.open(path, text);
    const reported: string[] = [];
    for (const mark of marks) {
      const answer = await ANSWERS[feature]?.({ editor, path, text }, mark);
      const argument = mark.argument === '' ? '' : ` {${mark.argument}}`;
      reported.push(`== ${mark.position.line + 1}: ${mark.shown}${argument}\n${answer}\n`);
    }
    expect(marks).not.toEqual([]);
    await expect(reported.join('\n')).toMatchFileSnapshot(`${FIXTURES}/${name}.out`);
  },
);

test('every feature has cases, and every folder of cases is a feature', ({ expect }) => {
  const folders = new Set(CASES.map((name) => name.replace(/\/.*/, '')));
  expect(folders).toEqual(new Set(Object.keys(ANSWERS)));
});
