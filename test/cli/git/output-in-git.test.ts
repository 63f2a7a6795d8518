import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transcriptOf, type Played } from '../commands/play-lines.ts';
import { narrow, playStories, steady, type Story } from '../commands/play-stories.ts';
import { createWorkFolder, type WorkFolder } from '../commands/work-folder.ts';

const MAIN = `${import.meta.dirname}/../../../src/cli/main.ts`;
const OUTPUTS = `${import.meta.dirname}/../../fixtures/command-output-in-git`;

/** A map of one command. */
function running(command: string): object {
  return {
    description: 'Run it',
    workslipFields: {},
    startTaskDefinition: 'Work',
    taskDefinitions: {
      Work: {
        type: 'shell',
        command: ['sh', '-c', command],
        as: 'work',
        actions: { Done: { target: 'Done', when: 'result.exitCode == 0' }, Failed: { target: 'Ask' } },
      },
      Ask: { type: 'human', prompt: 'And now?', actions: { Stop: { target: 'Done' } } },
      Done: { type: 'end' },
    },
  };
}

const INIT = `git init -q -b main
git config user.name A && git config user.email a@b`;
const BEGIN = `${INIT}
git add --all && git commit -q -m start`;
const BEGIN_AS_NOBODY = `git init -q -b main
git add --all && git -c user.name=A -c user.email=a@b commit -q -m start`;
const NOBODY = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'user.useConfigOnly',
  GIT_CONFIG_VALUE_0: 'true',
};
/** Two branches that change the same line, in the middle of being merged. */
const MERGE = `${BEGIN}
git switch -q -c other && echo other > shared.txt && git commit -qam other
git switch -q main && echo main > shared.txt && git commit -qam main
git merge -q other || true`;

const FILES = {
  'shared.txt': 'One.\n',
  'nothing.json': running('true'),
  'ask.json': running('exit 1'),
  'write.json': running('echo new > new.txt'),
  'change.json': running('echo changed > shared.txt; echo changed > mine.txt; git commit -qam changed'),
  'commit.json': running('echo new > new.txt; git add new.txt; git commit -qm new; echo more > more.txt'),
  'aside.json': running('sh aside.sh'),
  'aside.sh': `for each in 1 2 3 4 5 6; do
  echo $each > new.txt
  ${process.execPath} ${MAIN} set-aside --message="Try $each"
done
${process.execPath} ${MAIN} set-aside --message="Nothing left"
echo new > new.txt
${process.execPath} ${MAIN} commit --message="What is made"
${process.execPath} ${MAIN} commit --message="Nothing more"
`,
};

/** A `gh` that prints what it is asked, and the repository that it is asked about. */
const GH = `#!/bin/sh
here=$(dirname "$0")
if [ -e "$here/refuse" ]; then echo 'a pull request for branch "seven" already exists' >&2; exit 1; fi
echo "https://example.org/pull/1 (gh $*)"
`;
const HOST = 'git init -q --bare ../hosted/host.git; git remote add origin ../hosted/host.git';
const HOSTED = { PATH: `<root>/hosted:${dirname(process.execPath)}:/usr/bin:/bin` };

const STORIES: Readonly<Record<string, Story>> = {
  branch: {
    files: FILES,
    lines: [
      ['run commit.json --branch', { first: BEGIN }],
      ['show'],
      ['run commit.json --branch=mine', { first: 'git stash -q --include-untracked' }],
      ['run nothing.json --branch=mine'],
      ['run nothing.json --branch=a..b'],
      ['run nothing.json --branch=-x'],
      ['run nothing.json', { first: 'git checkout -q --detach' }],
      ['show'],
      ['run commit.json --branch'],
      ['show'],
    ],
  },
  worktree: {
    files: FILES,
    lines: [
      ['run commit.json --worktree', { first: BEGIN }],
      ['show'],
      ['run write.json --worktree=tree --branch=leaf', { files: { 'mine.txt': 'Mine.\n' } }],
      ['show'],
      ['run nothing.json --worktree=tree'],
      ['run nothing.json --worktree=a/b'],
      ['run nothing.json --worktree=.hidden'],
      ['run ask.json --worktree=asked'],
      ['answer Stop', { first: 'git worktree remove .wfmap/worktrees/asked' }],
      ['show'],
      ['runs prune'],
    ],
  },
  dirty: {
    files: FILES,
    lines: [
      ['run nothing.json --dirty=refuse', { first: BEGIN, files: { 'mine.txt': 'Mine.\n' } }],
      ['run nothing.json --dirty=refuse', { files: { 'mine.txt': 'Mine.\n', 'two.txt': 'Two.\n' } }],
      ['run write.json'],
      ['run write.json --dirty=stash'],
      ['show'],
      [
        'run nothing.json --dirty=stash',
        { first: 'git stash drop -q && git clean -qf && git reset -q --hard' },
      ],
      [
        'run change.json --here',
        { first: 'echo Mine. >> shared.txt; echo Mine. > mine.txt; git add mine.txt' },
      ],
      ['show'],
      [
        'show',
        {
          first:
            'git switch -q --orphan fresh && git commit -q --allow-empty -m fresh && git branch -q -f main',
        },
      ],
    ],
  },
  'no-name-to-commit-in': {
    files: { ...FILES, 'commit.json': running('git commit -m x') },
    lines: [
      ['run nothing.json', { first: BEGIN_AS_NOBODY, environment: NOBODY }],
      ['run commit.json', { environment: NOBODY }],
    ],
  },
  'files-that-git-lost': {
    files: { ...FILES, 'prune.json': running('git prune --expire=now') },
    lines: [['run prune.json', { first: BEGIN, files: { 'mine.txt': 'Mine.\n' } }]],
  },
  'pull-request': {
    files: { ...FILES, '../hosted/gh': GH },
    lines: [
      ['run commit.json --branch=one --pr', { first: BEGIN }],
      [
        'run commit.json --branch=two --pr',
        { first: 'git switch -q main; chmod +x ../hosted/gh', environment: HOSTED },
      ],
      ['run commit.json --branch=three --pr', { first: `git switch -q main; ${HOST}`, environment: HOSTED }],
      ['run commit.json --branch=four', { first: 'git switch -q main', environment: HOSTED }],
      ['run nothing.json --branch=five --pr', { first: 'git switch -q main', environment: HOSTED }],
      ['run ask.json --branch=six --pr', { first: 'git switch -q main', environment: HOSTED }],
      [
        'run commit.json --branch=seven --pr',
        { first: 'git switch -q main; touch ../hosted/refuse', environment: HOSTED },
      ],
      ['run commit.json --pr', { first: 'git checkout -q --detach main', environment: HOSTED }],
      ['run nothing.json --pr --agent=scripted', { environment: HOSTED }],
      [
        'run commit.json --branch=eight --pr',
        { first: 'git switch -q main; rm -rf ../hosted/host.git', environment: HOSTED },
      ],
    ],
  },
  'set-aside': { files: FILES, lines: [['run aside.json', { first: BEGIN }], ['logs']] },
  'under-way': {
    files: FILES,
    lines: [
      ['run nothing.json --dirty=stash', { first: MERGE }],
      ['run nothing.json --branch'],
      ['run nothing.json'],
    ],
  },
  'before-the-first-commit': {
    files: FILES,
    lines: [
      ['run nothing.json --worktree', { first: INIT }],
      ['run nothing.json --dirty=stash'],
      ['run nothing.json --branch=early'],
      ['show'],
    ],
  },
  'other-branch': {
    files: FILES,
    lines: [
      ['run ask.json', { first: BEGIN }],
      ['resume --dirty=stash'],
      ['answer Stop', { first: 'git switch -q -c other' }],
      ['show'],
      ['run ask.json'],
      ['answer Stop', { first: 'git checkout -q --detach' }],
      ['show'],
    ],
  },
};

let folder: WorkFolder;
let reported: ReadonlyMap<string, readonly Played[]>;

beforeAll(async () => {
  folder = createWorkFolder();
  reported = await playStories(STORIES, folder);
});
afterAll(() => folder.remove());

describe('what is told of git reads as it was written down', () => {
  test.each(Object.keys(STORIES))('%s', async (name) => {
    await expect(narrow(steady(transcriptOf(reported.get(name) ?? [])))).toMatchFileSnapshot(
      `${OUTPUTS}/${name}.out`,
    );
  });
});
