import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProcessTable } from '../../src/process/process-table.ts';
import { transcriptOf, type Played } from '../cli/commands/play-lines.ts';
import { narrow, playStories, steady, type Story } from '../cli/commands/play-stories.ts';
import { createWorkFolder, type WorkFolder } from '../cli/commands/work-folder.ts';

const OUTPUTS = `${import.meta.dirname}/../fixtures/command-output`;

/** A command that fails, and a person who says what then. */
const MAKE = {
  description: 'Make it',
  workslipFields: { wish: { type: 'string', description: 'What to make', required: true } },
  startTaskDefinition: 'Make',
  taskDefinitions: {
    Make: {
      type: 'shell',
      command: ['sh', '-c', String.raw`printf '\tmade \033[31mred\033[0m\n'; exit 1`],
      as: 'made',
      actions: { Made: { target: 'Done', when: 'result.exitCode == 0' }, Failed: { target: 'Ask' } },
    },
    Ask: {
      type: 'human',
      prompt: 'Is it good?',
      fields: { note: { type: 'string', description: 'Why', required: false } },
      actions: { Yes: { target: 'Done' }, No: { target: 'Stopped' } },
    },
    Done: { type: 'end', result: '{"code": made.exitCode}' },
    Stopped: { type: 'end', failed: true },
  },
};
const WARNED = {
  description: 'Nothing to do',
  workslipFields: {},
  odd: 1,
  startTaskDefinition: 'Done',
  taskDefinitions: { Done: { type: 'end' } },
};

const ASK = {
  description: 'Ask',
  workslipFields: {},
  startTaskDefinition: 'Ask',
  taskDefinitions: {
    Ask: { type: 'human', prompt: 'Well?', actions: { Yes: { target: 'Done' } } },
    Done: { type: 'end' },
  },
};
const LONG_NAME = 'theNameOfTheFieldIsTooLong';
/** Of names and values that a line has no room for. */
const LONG = {
  description: 'Say it',
  workslipFields: {
    [LONG_NAME]: { type: 'string', description: 'The one', required: true },
    other: { type: 'string', description: 'The other', required: true },
  },
  startTaskDefinition: 'Done, and this name is longer yet',
  taskDefinitions: {
    'Done, and this name is longer yet': { type: 'end', result: '[other, other]' },
  },
};

/** As if a process that is no wfmap drove the run. */
const LOCK_OF_THIS_TEST = JSON.stringify({
  id: '11111111-2222-3333-4444-555555555555',
  pid: process.pid,
  start: createProcessTable().find(process.pid)?.start ?? null,
  host: hostname(),
  run: 'r',
  at: '2026-01-01T00:00:00.000Z',
});

const STORIES: Readonly<Record<string, Story>> = {
  'run-and-answer': {
    files: { '.git/': '', 'make.json': MAKE, 'warned.json': WARNED },
    lines: [
      ['run make.json --wish=cake'],
      ['runs'],
      ['show'],
      ['show --json'],
      ['logs'],
      ['logs make/slip-001 Make'],
      ['logs make/slip-001 1 --raw'],
      ['logs make/slip-001 Mke'],
      ['answer'],
      ['answer Maybe'],
      ['answer Yes --task=Make'],
      ['answer Yes --nte=x'],
      ['answer --export'],
      ['run make.json --wish=cake --no-input'],
      ['run warned.json'],
      ['answer Yes'],
      ['answer make/slip-001 Yes --no-continue --json'],
      ['answer make/slip-001 Yes --no-continue'],
      ['resume make/slip-001'],
      ['show make/slip-001'],
    ],
  },
  held: {
    files: { '.git/': '', 'make.json': MAKE, 'warned.json': WARNED },
    lines: [
      ['run make.json --wish=cake'],
      ['stop make/slip-001', { files: { '.wfmap/runs/make/slip-001/lock.json': LOCK_OF_THIS_TEST } }],
      ['resume make/slip-001'],
      ['show make/slip-001'],
      ['run warned.json --dirty=refuse'],
      ['run warned.json'],
      ['run warned.json --agent=scripted --dirty=refuse'],
      ['run warned.json --agent=scripted --dirty=allow'],
    ],
  },
  waiting: {
    files: { '.git/': '', 'ask.json': ASK, 'warned.json': WARNED },
    lines: [
      ['run ask.json'],
      ['run ask.json'],
      ['run ask.json'],
      ['run ask.json'],
      ['run ask.json'],
      ['run ask.json'],
      ['run warned.json'],
      [
        'answer Yes',
        {
          files: {
            '.wfmap/runs/bad/slip-001/journal.jsonl': 'garbage\n',
            '.wfmap/runs/empty/slip-001/journal.jsonl': '',
          },
        },
      ],
      ['answer warned/slip-001 Yes'],
      ['runs'],
      ['show bad/slip-001'],
      ['show empty/slip-001'],
    ],
  },
  long: {
    files: { '.git/': '', 'long.json': LONG },
    lines: [
      [`run long.json --agent=scripted --${LONG_NAME}=${'x'.repeat(81)} --other=${'y'.repeat(80)}`],
      ['show'],
      ['runs'],
      [`run long.json --agent=scripted --${LONG_NAME}=x --other=${'y'.repeat(200)}`],
      ['show'],
      ['runs'],
    ],
  },
  simulate: {
    files: { '.git/': '' },
    lines: [
      [
        'run do-subtask --agent=scripted --storyId=1 --subtaskId=1 --max-steps=2 --branch --worktree --dirty=stash',
      ],
      ['show'],
      ['runs'],
      ['resume --agent=claude'],
      ['resume --dirty=stash'],
      // A setting is for the starts of runs, and no word of this line.
      ['resume --max-steps=+1', { files: { 'wfmap.config.json': '{"dirty": "stash"}' } }],
    ],
  },
};

/** Each by another process than the one before: none of them answers its own question, or brings its own answer. */
const THEN: readonly (readonly string[])[] = [
  [
    'answer make/slip-002 No --note=burnt --no-continue',
    'answer make/slip-002 No',
    'answer make/slip-001 Yes --no-continue --json',
  ],
  [
    'resume make/slip-002',
    'answer make/slip-002 Yes',
    'answer make/slip-002 Yes --json',
    'resume make/slip-001',
    'answer warned/slip-001 Yes',
    'answer warned/slip-001 Yes --json',
    'show make/slip-001',
    'show make/slip-002',
    'runs',
    'runs --json',
    'stop',
    'resume',
    'resume make/slip-001 --from=Make --as-started --accept-changes',
  ],
];

let folder: WorkFolder;
const reported = new Map<string, readonly Played[]>();

beforeAll(async () => {
  folder = createWorkFolder();
  const later = THEN.map((lines) => ({
    'run-and-answer': { files: {}, lines: lines.map((words) => [words] as const) },
  }));
  for (const stories of [STORIES, ...later]) {
    for (const [name, played] of await playStories(stories, folder))
      reported.set(name, [...(reported.get(name) ?? []), ...played]);
  }
});
afterAll(() => folder.remove());

describe('what is told of runs reads as it was written down', () => {
  test.each(Object.keys(STORIES))('%s', async (name) => {
    await expect(narrow(steady(transcriptOf(reported.get(name) ?? [])))).toMatchFileSnapshot(
      `${OUTPUTS}/${name}.out`,
    );
  });
});

test('names stand in a column of at most 24 signs, and long values are cut', async () => {
  const shown = (reported.get('long') ?? []).filter(({ words }) => words[0] !== 'run');
  const lines = steady(transcriptOf(shown))
    .split('\n')
    .filter((line) => !/^ +(?:spent|\d)/.test(line));
  await expect(lines.join('\n')).toMatchFileSnapshot(`${OUTPUTS}/long-columns.out`);
});
