import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/diagnostics/catalogue.ts';
import { playLines, transcriptOf, type Played } from './play-lines.ts';
import { playStories, steady, type Story } from './play-stories.ts';
import { ASKING_MAP, createWorkFolder, PLAIN_MAP, type WorkFolder } from './work-folder.ts';

const OUTPUTS = `${import.meta.dirname}/../../fixtures/command-output`;
const STAND_IN = resolve(import.meta.dirname, '../../fixtures/bin/claude');

const NOTHING = 'map "Nothing to do"\n\nend Done\n';
const UNTIDY = 'map   "Nothing to do"\nend\nDone';
const NOTHING_JSON = {
  description: 'Nothing to do',
  startTaskDefinition: 'Done',
  taskDefinitions: { Done: { type: 'end' } },
};
const LOST_WAY = {
  ...ASKING_MAP.taskDefinitions,
  Check: { type: 'claude', promptTemplate: 'Check.', actions: { Complete: { target: 'Dne' } } },
};
const SCHEMA = 'node_modules/wfmap/grammar/map.schema.json';

/** Of a map whose command fails at first, and of one with a way that no scenario takes. */
const SCENARIOS = `map: ../../plain.json
fields: { wish: a cake }
answers:
  Make: [{ exitCode: 0 }]

scenarios:
  - name: it is made
    covers: [REQ-1]
    expect: { path: [Make, Done] }
`;
const FAILING = SCENARIOS.replace('it is made', 'it is not made').replace('[Make, Done]', '[Make, Ask]');

/** A repository with a commit, and worktrees beside it: one has a file in no commit, one has a commit, one has nothing. */
const LEAVE_WORKTREES = `git init -q -b main
git config user.name A && git config user.email a@b
git add --all && git commit -q -m start
mkdir .wfmap && echo '*' > .wfmap/.gitignore
git worktree add -q -b wfmap/one .wfmap/worktrees/one
git worktree add -q -b wfmap/two .wfmap/worktrees/two
git worktree add -q -b wfmap/three .wfmap/worktrees/three
echo New. > .wfmap/worktrees/one/new.txt
git -C .wfmap/worktrees/two commit -q --allow-empty -m more
git checkout -q --detach`;

/** The machine says nothing of these: no control groups, no wall, and a name to commit in only where the story says so. */
const ALONE = {
  WFMAP_CGROUP: 'off',
  WFMAP_WALL: 'off',
  WFMAP_CLAUDE: STAND_IN,
  STAND_IN_STATE: '<root>/state',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'user.useConfigOnly',
  GIT_CONFIG_VALUE_0: 'true',
};
const NAMED = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' };

/** A map that ends badly: its command says how many. */
const COUNTING = `map "Count"
shell Count as counted
  command ["sh", "-c", "echo three; exit 3"]
  Weigh -> Weigh
decide Weigh
  exits = counted.exitCode
  Too Many -> Too Many when exits > 2
  Go -> Done
end Done
end Too Many failed
`;

const STORIES: Readonly<Record<string, Story>> = {
  version: { files: {}, lines: [['--version']] },
  'new-outside-of-git': {
    files: { 'sub/': '' },
    lines: [
      ['new'],
      ['new --list mine'],
      ['new mine'],
      ['new mine'],
      ['new mine --force', { files: { 'prompts/mine/work.md': 'My own words.\n' } }],
      ['new two --pattern waves'],
    ],
  },
  'new-in-git': {
    files: { '.git/': '', 'sub/': '', [SCHEMA]: '{}' },
    lines: [
      ['new one --pattern=linear --to=json', { at: 'sub' }],
      ['new two --pattern=recovery'],
      ['new three --pattern=waves'],
      ['new four --pattern=branch --force'],
    ],
  },
  eject: {
    files: { '.git/': '', 'sub/': '' },
    lines: [
      ['eject do-subtask', { at: 'sub' }],
      ['eject do-subtask'],
      ['eject do-subtask --force', { files: { 'workflows/do-subtask.json': '{}' } }],
      ['eject do-subtask flows'],
      ['eject do-subtask ../flows', { at: 'sub', files: { [`../${SCHEMA}`]: '{}' } }],
      ['eject do-subtask ../other', { at: 'sub' }],
      ['eject check'],
    ],
  },
  outline: {
    files: {
      '.git/': '',
      '.gitignore': 'made/\n',
      'package.json': JSON.stringify({ name: 'shop', scripts: { build: 'x', lint: 'y', 'db:reset': 'z' } }),
      'README.md': '# Shop\n',
      Makefile: 'all: shop\n\nshop:\n\tcc\n',
      Dockerfile: 'FROM node:22-slim\n',
      '.env': 'PASSWORD=hidden-in-env\n',
      'made/big.ts': 'export class Made {}\n',
      'old/old.ts': 'export class Old {}\n',
      'src/cart.ts':
        "export class Cart {\n  add(item: Item, note = 'hidden'): void {}\n}\nexport interface Item {}\n",
      'src/pay.ts': "import { Cart } from './cart.ts';\nexport function pay(cart: Cart): void {}\n",
      'src/index.ts':
        "import { Cart } from './cart.ts';\nimport { pay } from './pay.ts';\npay(new Cart());\n",
      'tools/report.py': 'def report(): pass\n',
      'wfmap.config.json': '{"outline": {"exclude": ["/old/"]}}',
    },
    lines: [
      ['outline'],
      ['outline -t 120'],
      ['outline .. --focus index.ts --mention report --depth=1', { at: 'src' }],
      ['outline src --no-code-intel'],
      ['outline --json -t 150'],
      ['outline -o out/outline.md -t 100'],
      ['outline', { files: { 'wfmap.config.json': '{"outline": ["old"]}' } }],
      ['outline', { files: { 'wfmap.config.json': '{"outline": {"excludes": []}}' } }],
    ],
  },
  compile: {
    files: { '.git/': '', 'one.wfmap': NOTHING, 'plain.json': PLAIN_MAP, 'two.wfmap': UNTIDY },
    lines: [
      ['compile one.wfmap'],
      ['compile one.wfmap --check'],
      ['compile one.wfmap -o one.json'],
      ['compile one.wfmap --check'],
      ['compile one.json --check --to=wfmap'],
      ['compile one.json --to=wfmap --check -o other.wfmap'],
      ['compile two.wfmap --check', { files: { 'two.json': '{"description": ' } }],
      [
        'compile two.json --to=wfmap --check',
        { files: { 'two.json': JSON.stringify({ ...NOTHING_JSON, description: 'All' }) } },
      ],
      ['compile --check one.wfmap one.json two.wfmap plain.json'],
      ['compile --check one.json one.wfmap'],
      ['compile --check two.json plain.json'],
      ['compile --check gone.wfmap plain.json'],
      ['compile plain.json --to=wfmap'],
      ['compile one.wfmap --to=xstate'],
      ['compile one.wfmap --to=xstate --output=-'],
      ['compile one.wfmap --to=xstate -o one.mjs'],
      ['compile one.wfmap --to=xstate -o one.mjs --check'],
      ['compile one.wfmap --to=xstate -o one.ts --check'],
      ['compile one.wfmap --to=xstate -o one.js --check', { files: { 'one.js': 'export const old = 1;\n' } }],
      ['compile one.wfmap --to=mermaid'],
      ['compile one.wfmap --to=dot'],
    ],
  },
  fmt: {
    files: { 'a.wfmap': UNTIDY, 'below/b.wfmap': NOTHING, 'plain.json': JSON.stringify(NOTHING_JSON) },
    lines: [
      ['fmt --check'],
      ['fmt'],
      ['fmt --check'],
      ['fmt --check plain.json a.wfmap'],
      ['fmt plain.json'],
      ['fmt --check plain.json a.wfmap'],
    ],
  },
  graph: {
    files: {
      '.git/': '',
      'asking.json': ASKING_MAP,
      'one.json': { ...ASKING_MAP, startTaskDefinition: 'Wrk' },
      'two.json': { ...ASKING_MAP, startTaskDefinition: 'Wrk', taskDefinitions: LOST_WAY },
      'none.json': { ...ASKING_MAP, workslipFields: { wish: {} } },
    },
    lines: [
      ['graph asking.json'],
      ['graph asking.json', { environment: { LC_ALL: 'C' } }],
      ['graph asking.json', { environment: { LC_ALL: '', LC_CTYPE: 'de_DE.utf8' } }],
      ['graph asking.json', { environment: { LC_ALL: '', LC_CTYPE: '', LANG: 'en_US.ISO-8859-1' } }],
      ['graph asking.json', { environment: { LC_ALL: '', LC_CTYPE: '', LANG: '' } }],
      ['graph asking.json', { environment: { TERM: 'dumb' } }],
      ['graph asking.json --ascii=false', { environment: { TERM: 'dumb' } }],
      ['graph asking.json --ascii'],
      ['graph one.json --to=mermaid'],
      ['graph two.json --to=dot'],
      ['graph none.json --to=mermaid'],
      ['graph asking.json -o asking.txt', { environment: { TERM: 'dumb', FORCE_COLOR: '1' } }],
      ['graph asking.json -o asking.MMD'],
      ['graph asking.json -o asking.mermaid'],
      ['graph asking.json -o asking.gv'],
      ['graph asking.json -o dot.txt --to=dot'],
    ],
  },
  key: {
    files: {},
    lines: [['key new --no-passphrase'], ['key new --out gate.pem --no-passphrase']],
  },
  'no-runs': {
    files: {},
    lines: [['runs'], ['runs --json'], ['runs prune'], ['runs prune --json'], ['runs prune --yes']],
  },
  'doctor-outside-of-git': {
    files: {},
    lines: [
      ['doctor', { environment: ALONE }],
      [
        'doctor',
        {
          environment: { ...ALONE, WFMAP_CLAUDE: '../old-claude', STAND_IN_SCRIPT: '<root>/old-script.json' },
        },
      ],
      ['doctor', { environment: { ...ALONE, WFMAP_CLAUDE: '../no-version' } }],
      ['doctor', { environment: { ...ALONE, WFMAP_CLAUDE: '../no-claude', WFMAP_CONCURRENCY: 'many' } }],
      ['doctor', { environment: ALONE, files: { 'wfmap.config.json': '{"dirty": "perhaps"}' } }],
      [
        'doctor',
        {
          environment: { ...ALONE, WFMAP_CONCURRENCY: '3' },
          files: {
            'wfmap.config.json': JSON.stringify({
              dirty: 'refuse',
              notify: 'beep',
              checks: { test: 'make test' },
            }),
            'package.json': '{"name": "cake", "scripts": {"build": "tsc", "lint": "oxlint"}}',
          },
        },
      ],
    ],
  },
  'doctor-in-git': {
    files: { 'mine.txt': 'Mine.\n' },
    lines: [
      ['doctor', { environment: ALONE, first: 'git init -q -b main' }],
      ['doctor', { environment: { ...ALONE, ...NAMED } }],
      ['doctor --json', { environment: { ...ALONE, ...NAMED } }],
    ],
  },
  'left-in-git': {
    files: { 'shared.txt': 'One.\n' },
    lines: [
      ['doctor', { environment: { ...ALONE, ...NAMED }, first: LEAVE_WORKTREES }],
      ['runs prune'],
      ['runs prune --json'],
      ['runs prune --yes'],
      ['runs prune'],
    ],
  },
  test: {
    files: { '.git/': '', 'plain.json': PLAIN_MAP, 'workflows/scenarios/plain.scenario.yaml': SCENARIOS },
    lines: [
      ['test'],
      ['test --coverage=67'],
      ['test --coverage=33'],
      ['test --coverage=33.5 --filter=IT'],
      ['test workflows --junit=reports/junit.xml'],
      ['test workflows workflows/scenarios/plain.scenario.yaml'],
      ['test', { files: { 'workflows/scenarios/failing.scenario.yaml': FAILING } }],
      ['test --bail'],
      ['test nothing.scenario.yaml workflows --bail'],
      ['test --json'],
    ],
  },
  validate: {
    files: {
      '.git/': '',
      'plain.json': PLAIN_MAP,
      'bad.json': { ...PLAIN_MAP, startTaskDefinition: 'Mke' },
      'odd.json': { ...PLAIN_MAP, odd: 1 },
    },
    lines: [
      ['validate plain.json'],
      ['validate plain.json --json'],
      ['validate bad.json'],
      ['validate bad.json plain.json nothing.json --format=concise'],
      ['validate nothing.json --format=json'],
      ['validate odd.json'],
      ['validate odd.json --max-warnings=0'],
      ['validate odd.json --max-warnings=1'],
      ['validate odd.json --quiet'],
      ['validate odd.json bad.json bad.json --quiet --format=json'],
      ['validate efficient'],
      ['validate efficient --fix'],
      ['validate bad.json odd.json --fix'],
    ],
  },
  why: {
    files: { '.git/': '', 'count.wfmap': COUNTING },
    lines: [
      ['run count.wfmap'],
      ['why'],
      ['why count/slip-001 --json'],
      ['logs count/slip-001 Weigh'],
      ['logs count/slip-001 Wegh'],
      ['logs'],
      ['logs --times'],
      ['runs'],
      ['run count.wfmap'],
      ['runs --limit 1'],
    ],
  },
};

let folder: WorkFolder;
let reported: ReadonlyMap<string, readonly Played[]>;

beforeAll(async () => {
  folder = createWorkFolder();
  symlinkSync(STAND_IN, join(folder.root, 'old-claude'));
  symlinkSync(process.execPath, join(folder.root, 'no-version'));
  folder.put('old-script.json', { version: '2.1.100', rules: [] });
  reported = await playStories({ ...STORIES, explain: { files: {}, lines: [['explain']] } }, folder);
});
afterAll(() => folder.remove());

describe('what a command prints reads as it was written down', () => {
  test.each(Object.keys(STORIES))('%s', async (name) => {
    await expect(steady(transcriptOf(reported.get(name) ?? []))).toMatchFileSnapshot(
      `${OUTPUTS}/${name}.out`,
    );
  });
});

test('what a command writes into files reads as it was written down', async () => {
  const files = [
    'compile/one.json',
    'compile/one.mjs',
    'fmt/a.wfmap',
    'fmt/plain.json',
    'graph/asking.txt',
    'graph/asking.MMD',
    'graph/asking.gv',
    'test/reports/junit.xml',
    'new-in-git/workflows/one.json',
    'new-in-git/workflows/scenarios/one.scenario.yaml',
    'new-in-git/prompts/two/attempt.md',
  ];
  const read = (file: string): string => readFileSync(join(folder.root, file), 'utf8');
  const texts = files.map((file) => `--- ${file}\n${steady(read(file))}\n`);
  await expect(texts.join('')).toMatchFileSnapshot(`${OUTPUTS}/written-files.out`);
  expect(read('graph/asking.mermaid')).toBe(read('graph/asking.MMD'));
  expect(read('graph/dot.txt')).toBe(read('graph/asking.gv'));
  expect(read('fmt/below/b.wfmap')).toBe(NOTHING);
  expect(JSON.parse(read('eject/other/workflows/do-subtask.json'))).toHaveProperty(
    ['$schema'],
    `../../${SCHEMA}`,
  );
});

test('only the person who has a private key can read it', () => {
  const modeOf = (file: string): number => statSync(join(folder.root, file)).mode & 0o777;
  expect([modeOf('key/gate.pem'), modeOf('key/gate.pub')]).toEqual([0o600, 0o644]);
  expect(modeOf('../.config/wfmap')).toBe(0o700);
});

test('a shipped map that runs the ejected one is named with what becomes of it', async () => {
  const root = join(folder.root, 'runners');
  folder.put('runners/.git/', '');
  const [own, other] = await playLines(
    [
      ['eject', 'efficient'],
      ['eject', 'efficient', 'flows'],
    ].map((words) => ({ words, folder: root })),
    folder.home,
  );
  const [, reported = ''] = own?.stdout.split(/^(?=Run it with)/m) ?? [];
  expect(reported).toBe(
    [
      'Run it with: wfmap run workflows/efficient.json --storyId=…',
      'The name "efficient" means this copy now. What lies in folders called "efficient" is used by this copy alone.',
      'The shipped map "resume" runs workflows/efficient.json too, and takes this copy in this project; ' +
        'a copy in a folder (wfmap eject efficient <folder>) it does not take.',
      'The shipped map "tdd" runs workflows/efficient.json too, and takes this copy in this project; ' +
        'a copy in a folder (wfmap eject efficient <folder>) it does not take.',
      '',
    ].join('\n'),
  );
  expect(other?.stdout).toMatch(/goes on meaning the shipped map\. [^\n]*alone\.\n$/);
});

test('a worktree that git does not let go is told of with what git says, and keeps its place', async () => {
  const root = join(folder.root, 'locked');
  folder.put('locked/shared.txt', 'One.\n');
  const first = `${LEAVE_WORKTREES}\ngit worktree lock .wfmap/worktrees/two`;
  const [asked] = await playLines([{ words: ['runs', 'prune', '--yes'], folder: root, first }], folder.home);
  expect(asked).toMatchObject({
    code: 3,
    stdout: [
      'removed .wfmap/worktrees/one, branch wfmap/one (of no run): 1 change in no commit',
      'removed .wfmap/worktrees/three, branch wfmap/three (of no run): nothing of its own',
      '.wfmap/worktrees/two, branch wfmap/two (of no run): 1 commit of its own',
      '',
    ].join('\n'),
  });
  expect(asked?.stderr).toMatch(/^[^\n]*remove ".wfmap\/worktrees\/two"[^\n]*\n$/);
  expect(existsSync(join(root, '.wfmap/worktrees/two'))).toBe(true);
});

test('without a code, explain lists all of them, each with its severity and why it matters', () => {
  const stdout = reported.get('explain')?.[0]?.stdout ?? '';
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(rows).toEqual(Object.entries(catalogue).map(([code, { severity, why }]) => [code, severity, why]));
});
