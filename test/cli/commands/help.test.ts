import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LISTED_COMMANDS, nameOf } from '../../../src/cli/listed-commands.ts';
import { playLines, type Played } from './play-lines.ts';
import { ASKING_MAP, createWorkFolder, OUTER_MAP, PLAIN_MAP, type WorkFolder } from './work-folder.ts';

const HELP = `${import.meta.dirname}/../../fixtures/help`;

const PAGES: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['wfmap', ['--help']],
  ...LISTED_COMMANDS.map((listed) => [nameOf(listed), [nameOf(listed), '--help']] as const),
  ['completion', ['completion', '--help']],
  ['runs-prune', ['runs', 'prune', '--help']],
  ['run-a-map', ['run', 'plain.json', '--help']],
  ['help', ['help']],
  ['help-runs', ['help', 'runs']],
  ['help-workflow', ['help', 'workflow']],
  ['help-task', ['task', 'run', '--help']],
  ['help-workflow-a-map', ['workflow', 'run', '--workflowMap=plain.json', '-h']],
  ['help-validate', ['help', 'validate']],
  ['help-run-a-map', ['help', 'run', 'plain.json']],
  ['prompt-a-task', ['prompt', 'asking.json', 'Check', '-h']],
  ['prompt-a-task-in-a-map', ['prompt', 'outer.json', 'Inside/map/Check', '--help']],
];

let folder: WorkFolder;
const played = new Map<string, Played>();

beforeAll(async () => {
  folder = createWorkFolder({
    '.git/': '',
    'plain.json': PLAIN_MAP,
    'asking.json': ASKING_MAP,
    'outer.json': OUTER_MAP,
  });
  const lines = PAGES.map(([, words]) => ({ words, folder: folder.root }));
  const all = await playLines(lines, folder.home);
  for (const [at, [name]] of PAGES.entries()) {
    const page = all[at];
    if (page !== undefined) played.set(name, page);
  }
});
afterAll(() => folder.remove());

const ASKED_FOR = {
  help: 'wfmap',
  'help-runs': 'runs',
  'help-workflow': 'run',
  'help-task': 'resume',
  'help-workflow-a-map': 'run-a-map',
  'help-validate': 'validate',
  'help-run-a-map': 'run-a-map',
};

test.each(Object.entries(ASKED_FOR))('%s is the page of %s', (asked, page) => {
  expect(played.get(asked)).toMatchObject({ code: 0, stderr: '', stdout: played.get(page)?.stdout });
});

describe('every page of the help reads as it was written down', () => {
  test.each(PAGES.map(([name]) => name).filter((name) => !Object.hasOwn(ASKED_FOR, name)))(
    '%s',
    async (name) => {
      const { stdout, stderr, code } = played.get(name) ?? {};
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
      await expect(stdout).toMatchFileSnapshot(`${HELP}/${name}.out`);
    },
  );
});
