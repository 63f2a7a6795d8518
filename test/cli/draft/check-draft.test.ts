import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDraft } from '../../../src/cli/draft/check-draft.ts';
import type { Draft } from '../../../src/cli/draft/draft.ts';
import { newFileDiff } from '../../../src/cli/draft/new-file-diff.ts';

const FAULTS = `${import.meta.dirname}/../../fixtures/drafts`;

const MAP = `map "Ship"

shell Build as built
  command ["make"]
  timeout 10m
  Built -> Tell when result.exitCode == 0
  -> Failed

claude Tell
  template prompts/ship/tell.md
  -> Done always

end Done
end Failed failed because built.stdout
`;
const SCENARIOS = `map: ../ship.wfmap
answers: { Build: [{ exitCode: 0, stdout: '' }], Tell: [{ text: Built. }] }
scenarios:
  - { name: it is built, expect: { path: [Build, Tell, Done] } }
  - { name: it is not built, answers: { Build: [{ exitCode: 2, stdout: no }] }, expect: { outcome: Failed } }
`;
const TELL = { path: 'prompts/ship/tell.md', text: 'Say what was built.\n' };
const SOUND: Draft = { name: 'ship', map: MAP, scenarios: SCENARIOS, files: [TELL] };

const file = (path: string, text = 'Text.\n') => ({ path, text });

const DRAFTS: Readonly<Record<string, Partial<Draft>>> = {
  'several faults of a map': { map: MAP.replace('-> Tell', '-> Tel').replace('template', 'tmplate') },
  'a target that is not there': { map: MAP.replace('-> Tell', '-> Tel') },
  'a warning': { map: MAP.replace('shell Build', 'input unused? = ""\n\nshell Build') },
  'a prompt that is not there': { files: [] },
  'a prompt that names what is not there': { files: [file(TELL.path, 'Say ${what}.\n')] },
  'a file that nothing names': { files: [TELL, file('prompts/ship/more.md')] },
  'no map at all': { map: 'Here is your map:\n' },
  'no scenarios at all': { scenarios: '' },
  'scenarios of another map': { scenarios: SCENARIOS.replace('ship.wfmap', 'plan.wfmap') },
  'scenarios with a key that is none': { scenarios: SCENARIOS.replace('outcome', 'outcom') },
  'scenarios of a task that is not there': { scenarios: SCENARIOS.replace('Tell: [', 'Till: [') },
  'scenarios that fail': { scenarios: SCENARIOS.replace('outcome: Failed', 'outcome: Done') },
  'scenarios that leave out a way': { scenarios: SCENARIOS.replace(/^.*not built.*\n/m, '') },
  'paths that are not its own': {
    files: [
      ...['../up.md', '/etc/x.md', 'C:\\x.md', 'prompts/ship/../map/act.md', 'prompts/map/act.md'].map(
        (path) => file(path),
      ),
      ...[
        'prompts/ship/a b.md',
        'prompts/ship/run.sh',
        'prompts/ship/.hidden.md',
        'prompts/ship',
        'src/x.md',
      ].map((path) => file(path)),
    ],
  },
  'files twice, by other letters as well': { files: [TELL, file('prompts/ship/Tell.md'), TELL] },
  'too many files': { files: Array.from({ length: 29 }, (_, at) => file(`prompts/ship/${at}.md`)) },
  'too much text': { files: [file(TELL.path, 'é'.repeat(100_000))] },
  'files that are there': {
    name: 'taken',
    files: [file('prompts/taken/tell.md'), file('prompts/taken/old.md')],
  },
  'a way out of the project': { name: 'linked', files: [file('prompts/linked/x.md')] },
};

let root: string;

beforeAll(() => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-draft-')));
  root = join(home, 'project');
  for (const path of ['project/.git', 'project/workflows/scenarios', 'project/prompts', 'elsewhere']) {
    mkdirSync(join(home, path), { recursive: true });
  }
  writeFileSync(join(root, 'workflows/taken.wfmap'), MAP);
  mkdirSync(join(root, 'prompts/taken'));
  writeFileSync(join(root, 'prompts/taken/old.md'), '');
  symlinkSync('nowhere', join(root, 'workflows/scenarios/taken.scenario.yaml'));
  symlinkSync('../../elsewhere', join(root, 'prompts/linked'));
});
afterAll(() => rmSync(dirname(root), { recursive: true }));

describe('a draft', () => {
  test('that is sound has no fault: the picture shows its tasks, and the files hold what it says', async () => {
    const { faults, picture, files } = await checkDraft(SOUND, root);
    expect(faults).toEqual([]);
    expect(picture).toContain('│ shell make │');
    expect(files).toEqual([
      TELL,
      { path: 'workflows/scenarios/ship.scenario.yaml', text: SCENARIOS },
      { path: 'workflows/ship.wfmap', text: MAP },
    ]);
  });

  test('is written as wfmap fmt lays it out', async () => {
    const { faults, files } = await checkDraft({ ...SOUND, map: MAP.replaceAll('  ', '      ') }, root);
    expect([faults, files.at(-1)?.text]).toEqual([[], MAP]);
  });

  test('may have a map inside, whose ways its scenarios have to take as well', async () => {
    const part = {
      path: 'workflows/ship/tell.wfmap',
      text: MAP.replace(/^shell[^]*?\n\n/m, '').replace(/^end Failed.*\n/m, ''),
    };
    const map = MAP.replace(
      /^claude[^]*?\n\n/m,
      'workflow Tell\n  map workflows/ship/tell.wfmap\n  -> Done always\n\n',
    );
    const scenarios = SCENARIOS.replace('Tell: [', 'Tell/map/Tell: [');
    const files = [TELL, part];
    expect((await checkDraft({ ...SOUND, map, scenarios, files }, root)).faults).toEqual([]);
    const only = scenarios.replace(/^.*it is built.*\n/m, '');
    const { faults } = await checkDraft({ ...SOUND, map, scenarios: only, files }, root);
    expect(faults.join('\n')).toContain(
      'workflows/ship/tell.wfmap: 0/1 transitions (0 %), not taken:\n  Tell -Done-> Done',
    );
  });

  test.each(Object.keys(DRAFTS))('with %s is refused with the reason', async (name) => {
    const { faults } = await checkDraft({ ...SOUND, ...DRAFTS[name] }, root);
    expect(faults).not.toEqual([]);
    const text = `${faults.join('\n\n').replaceAll(root, '<root>')}\n`;
    await expect(text).toMatchFileSnapshot(`${FAULTS}/${name.replaceAll(/\W+/g, '-')}.out`);
  });
});

test('new files are a diff that git applies', () => {
  expect(newFileDiff([{ path: 'a/b.md', text: 'One\n\ntwo\n' }])).toBe(
    'diff --git a/a/b.md b/a/b.md\nnew file mode 100644\n--- /dev/null\n+++ b/a/b.md\n@@ -0,0 +1,3 @@\n+One\n+\n+two\n',
  );
});
