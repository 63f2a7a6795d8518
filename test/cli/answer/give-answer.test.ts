import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveAnswer, type AnswerToGive } from '../../../src/cli/answer/give-answer.ts';
import { readAnswer, type ReadAnswer, type WrittenAnswer } from '../../../src/cli/answer/read-answer.ts';
import { openQuestionsOf, type OpenQuestion } from '../../../src/report/open-questions.ts';
import { readRunOnDisk } from '../../../src/cli/views/open-run.ts';
import type { RunOnDisk } from '../../../src/report/run-on-disk.ts';
import { createAnswerBox } from '../../../src/journal/answer-box.ts';
import { acquireLock } from '../../../src/journal/lock.ts';
import { lookAtProcess } from '../../../src/process/look-at-process.ts';
import { createProcessTable } from '../../../src/process/process-table.ts';
import { systemClock } from '../../../src/run/host/clock.ts';
import type { RunHost } from '../../../src/run/host/host.ts';
import { refuseAnswers } from '../../../src/run/start/refuse-answers.ts';
import { lookAtGiver } from '../../helpers/performers.ts';
import { readRun } from '../../../src/journal/find-runs.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import { readConfig } from '../../../src/project/config.ts';
import { createMask } from '../../../src/run/host/mask.ts';
import { captured } from '../../helpers/captured.ts';
import { startOnDisk, type DiskRun } from '../../helpers/disk-run.ts';
import { DURATION } from '../../helpers/duration.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/answer`;

const MAP = {
  description: 'Asks',
  startTaskDefinition: 'Ask',
  taskDefinitions: {
    Ask: {
      type: 'human',
      promptTemplate: 'Is it good?',
      timeout: '1h',
      fields: {
        note: { type: 'string', description: 'Why', required: true },
        count: { type: 'number', description: 'How many', required: false, default: 1 },
      },
      actions: { Yes: { target: 'Done' }, 'Not yet': { target: 'Done' } },
    },
    Done: { type: 'end' },
  },
};
const FLAGS: AnswerToGive['argv'] = {
  continue: false,
  'accept-changes': false,
  'as-started': false,
  'accept-settings': false,
  pr: false,
  wait: false,
  json: false,
  input: false,
  wall: true,
};

const here = process.cwd();
let home = '';
let root = '';
let run: DiskRun;
let opened: RunOnDisk;
let question: OpenQuestion;
let now = new Date();

function open({ directory }: DiskRun): void {
  const entry = readRun(nodeFileSystem, directory);
  if (entry === undefined) throw new Error('there is no run');
  opened = readRunOnDisk(entry);
  const [first] = openQuestionsOf(opened.view);
  if (first === undefined) throw new Error('nothing is asked');
  question = first;
}

/** Starts a run whose question has an hour from now, or from a time of the past. */
async function ask(at = new Date(), more: Partial<RunHost> = {}): Promise<void> {
  now = at;
  const sleep = (_ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    });
  run = await startOnDisk(root, {
    map: MAP,
    path: 'ask.json',
    kind: 'scripted',
    host: { clock: { now: () => now, sleep }, ...more },
  });
  open(run);
}

beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-answer-')));
  root = join(home, 'project');
  mkdirSync(join(root, '.git'), { recursive: true });
  process.chdir(root);
  vi.stubEnv('XDG_STATE_HOME', home);
  await ask();
});
afterEach(() => {
  process.chdir(here);
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const flags = { goesOn: true, 'accept-changes': false, 'as-started': false };
const read = (action: string, tokens: readonly string[] = [], more: Partial<WrittenAnswer> = {}) =>
  readAnswer({ action, tokens, question, opened, workRoot: root, flags, ...more });

function give(action: string, note: string, argv: Partial<AnswerToGive['argv']> = {}) {
  return giveRead(read(action, [`--note=${note}`]), argv);
}

function giveRead({ program, ...answer }: ReadAnswer, argv: Partial<AnswerToGive['argv']> = {}) {
  return captured(() =>
    giveAnswer({
      argv: { ...FLAGS, ...argv },
      config: readConfig(root),
      workRoot: root,
      opened,
      question,
      answer,
      program,
      mask: createMask([]),
    }),
  );
}

const steady = (text: string): string =>
  text
    .replaceAll(home, '<home>')
    .replaceAll(new RegExp(`process ${process.pid}\\b`, 'gi'), (said) =>
      said.replace(/\d+/, '<this process>'),
    )
    // Whether the tests run at a terminal is theirs.
    .replaceAll(/by process <this process>[^\n]*\((?:claimed|seen)[^\n]*\)/g, 'by <this process>')
    .replaceAll(/0{31}\d/g, '<nonce>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(new RegExp(DURATION, 'g'), '<time>');
const answersFolder = (): string => join(run.directory.folder, 'answers');
const types = (): readonly string[] => run.events().map(({ type }) => type);

test('an answer is read as a person writes it, and told what is wrong with it', async () => {
  const lines: readonly (readonly [string, ...string[]])[] = [
    ['yes', '--note=x'],
    [' NOT YET ', '--note', 'x', '--count=3'],
    ['Yess', '--note=x'],
    ['whatever'],
    ['Yes'],
    ['Yes', '--note=x', '--count=many'],
    ['Yes', '--not=x'],
    ['Yes', '--no-contine'],
    ['Yes', '--exports'],
    ['Yes', '--nothing-like-it=x'],
    ['Yes', 'word'],
  ];
  const reported: string[] = [];
  for (const [action, ...tokens] of lines) {
    const { value, fault } = await captured(() => read(action, tokens));
    const { action: name, fields } = value ?? {};
    reported.push(
      `$ ${[action, ...tokens].join(' ')}\n${value === undefined ? fault : `${JSON.stringify({ name, fields })}\n`}`,
    );
  }
  await expect(reported.join('\n')).toMatchFileSnapshot(`${FIXTURES}/read.out`);
});

test('an answer is held against the map as it was asked, unless this process goes on with another', async () => {
  writeFileSync(join(root, 'ask.json'), JSON.stringify({ ...MAP, description: 'Another' }));
  const { fault } = await captured(() => read('Yes', ['--note=x']));
  expect(fault).toContain('Since the run ask/slip-001 was started: ask.json was changed.');
  for (const more of [{ goesOn: false }, { 'as-started': true }, { 'accept-changes': true }]) {
    expect(read('Yes', ['--note=x'], { flags: { ...flags, ...more } })).toMatchObject({ action: 'Yes' });
  }
  const asked = read('Yes', ['--note=x'], { flags: { ...flags, goesOn: false, 'accept-changes': true } });
  expect(asked.program.map.description).toBe('Asks');
});

test('an answer is kept for whoever resumes the run, and the next one is told who was first', async () => {
  const first = await give('Yes', 'x');
  const second = await give('Not yet', 'y');
  const reported = [first, second].map(
    ({ value, text }) => `${text}${JSON.stringify(value, undefined, 2)}\n`,
  );
  await expect(steady(reported.join('\n'))).toMatchFileSnapshot(`${FIXTURES}/kept.out`);
  expect(readdirSync(answersFolder())).toHaveLength(1);
  expect(types()).not.toContain('human.answered');
});

test('an answer resumes the run in this process, which takes it', async () => {
  const { value, text } = await give('Not yet', 'x', { continue: true });
  await expect(`${steady(text)}(exit code ${JSON.stringify(value)})\n`).toMatchFileSnapshot(
    `${FIXTURES}/resumed.out`,
  );
  const answered = run.events().flatMap((event) => (event.type === 'human.answered' ? [event.data] : []));
  expect(answered).toMatchObject([{ action: 'Not yet', fields: { note: 'x', count: 1 }, via: 'answer' }]);
});

test('an answer to a question that is closed by now is told what became of it', async () => {
  const reported: string[] = [];
  const tellAfter = async (close: () => Promise<unknown>): Promise<void> => {
    const written = [
      ['Not yet', 'x'],
      ['Yes', 'other'],
      ['Yes', 'x'],
    ] as const;
    const answers = written.map(([action, note]) => read(action, [`--note=${note}`]));
    await close();
    for (const [index, [action, note]] of written.entries()) {
      const answer = answers[index];
      if (answer === undefined) continue;
      const { value } = await giveRead(answer);
      rmSync(answersFolder(), { recursive: true });
      reported.push(`$ ${action} --note=${note}\n${JSON.stringify(value, undefined, 2)}\n`);
    }
  };
  await tellAfter(() => run.answer({ action: 'Yes', fields: { note: 'x', count: 1 } }));
  await ask();
  await tellAfter(() => run.resume({ from: 'Done' }));
  await expect(reported.join('\n')).toMatchFileSnapshot(`${FIXTURES}/closed.out`);
});

test('what keeps taking the place of an answer is named', async () => {
  mkdirSync(answersFolder(), { recursive: true });
  const path = join(answersFolder(), `${question.start}-${question.asked.nonce ?? ''}.json`);
  writeFileSync(path, '{');
  opened = { ...opened, run: { ...opened.run, started: undefined } };
  const { program, ...answer } = read('Yes', ['--note=x']);
  const given = { argv: FLAGS, config: readConfig(root), workRoot: root, opened, question, answer, program };
  expect(await giveAnswer({ ...given, mask: createMask([]) })).toEqual({
    isRecorded: false,
    message: `Something keeps taking the place of the answer to "Ask": ${path}.`,
  });
});

test('an answer after the deadline is none', async () => {
  await ask(new Date(Date.UTC(2020, 0, 1)));
  const { value } = await give('Yes', 'x');
  expect(value).toEqual({
    isRecorded: false,
    message: 'The time to answer "Ask" ended at 2020-01-01T01:00:00.000Z; nothing was recorded.',
  });
  expect(nodeFileSystem.kindOf(join(answersFolder(), '.'))).toBeUndefined();
});

test.each<readonly [string, unknown]>([
  ['that is not JSON', '{'],
  ['that names no sender', { action: 'Yes', fields: { note: 'x' }, sender: null }],
  [
    'of a choice that is not offered',
    { action: 'Maybe', fields: { note: 'x' }, sender: { pid: 1, start: null } },
  ],
  ['without a field', { action: 'Yes', fields: {}, sender: { pid: 1, start: null } }],
])('a file %s is set aside for the answer, and that is recorded and told', async (name, text) => {
  mkdirSync(answersFolder(), { recursive: true });
  const nonce = question.asked.nonce ?? '';
  const whole = typeof text === 'string' ? text : JSON.stringify({ nonce, ...(text as object) });
  writeFileSync(join(answersFolder(), `${question.start}-${nonce}.json`), whole);
  const { value, stderr } = await give('Yes', 'x');
  expect(value).toMatchObject({ isRecorded: true });
  await expect(steady(stderr).replaceAll(/refused\/\S+?(?=[.]?\n)/g, 'refused/<name>')).toMatchFileSnapshot(
    `${FIXTURES}/refused-${name.split(' ').at(-1)}.out`,
  );
  expect(types().slice(-2)).toEqual(['human.refused', 'run.paused']);
});

/**
 * Lets this process hold the run while an answer is given, by a clock that goes on by two seconds with each look; at the
 * given looks something happens.
 */
async function whileHeld(given: ReadAnswer, happens: Readonly<Record<number, () => void>>): Promise<string> {
  const lock = acquireLock(nodeFileSystem, run.directory.folder, { run: 'r', at: '' }, createProcessTable());
  let looks = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1;
    happens[looks]?.();
    return looks * 2000;
  });
  try {
    const { value, stderr } = await giveRead(given);
    return steady(`${stderr}${JSON.stringify(value, undefined, 2)}\n`);
  } finally {
    clock.mockRestore();
    lock.release();
  }
}

test('an answer waits for the process that holds the run, and is told what that made of it', async () => {
  const journal = (): string => join(run.directory.folder, 'journal.jsonl');
  const path = (): string => join(answersFolder(), `${question.start}-${question.asked.nonce ?? ''}.json`);
  const reported: string[] = [];

  let yes = read('Yes', ['--note=x']);
  const claimed = { lookAt: (pid: number) => ({ ...(lookAtGiver(pid) ?? DEAD), terminal: null }) };
  reported.push(`# lost\n${await whileHeld(yes, { 4: () => rmSync(path()) })}`);

  mkdirSync(answersFolder(), { recursive: true });
  writeFileSync(path(), '{');
  await captured(() => refuseAll(yes));
  reported.push(`# refused\n${await whileHeld(yes, { 3: () => rmSync(path()) })}`);

  await ask(new Date(), claimed);
  yes = read('Yes', ['--note=x']);
  const asked = readFileSync(journal());
  await run.answer({ action: 'Yes', fields: { note: 'x', count: 1 } });
  const taken = readFileSync(journal());
  writeFileSync(journal(), asked);
  reported.push(`# taken\n${await whileHeld(yes, { 4: () => writeFileSync(journal(), taken) })}`);

  const text = reported.join('\n').replaceAll(/refused\/[^"]+?(?=[.]")/g, 'refused/<name>');
  await expect(text).toMatchFileSnapshot(`${FIXTURES}/held.out`);
});

test('the file of an answer stays open while another process resumes the run first, which looks at who gave it', async () => {
  const { folder } = run.directory;
  const path = join(folder, 'answers', `${question.start}-${question.asked.nonce ?? ''}.json`);
  const holds: (boolean | undefined)[] = [];
  let release = (): void => undefined;
  const takeRun = (): void => {
    const lock = acquireLock(nodeFileSystem, folder, { run: 'r', at: '' }, createProcessTable());
    release = lock.release;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      holds.push(lookAtProcess(process.pid, path)?.holds);
      rmSync(path, { force: true });
      return holds.length * 3000;
    });
  };
  const { program, ...answer } = read('Yes', ['--note=x']);
  const argv = { ...FLAGS, continue: true };
  const given = { argv, config: readConfig(root), workRoot: root, opened, question, answer, program };
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (String(text).startsWith('Answered')) takeRun();
    return true;
  });
  try {
    expect(await giveAnswer({ ...given, mask: createMask([]) })).toMatchObject({ isRecorded: false });
  } finally {
    vi.restoreAllMocks();
    release();
  }
  // macOS does not tell what a process has open.
  expect(holds[0]).toBe(process.platform === 'darwin' ? undefined : true);
});

const DEAD = {
  start: 'then',
  user: 'ann',
  terminal: null,
  program: '',
  words: [],
  within: [],
  isReadable: true,
  holds: true,
};

/** Sets aside what is no answer, as whoever holds the run does. */
async function refuseAll({ program }: ReadAnswer): Promise<void> {
  const box = createAnswerBox(nodeFileSystem, run.directory.folder);
  const processes = createProcessTable();
  const host = {
    fs: nodeFileSystem,
    clock: systemClock,
    processes,
    mask: createMask([]),
    answerBox: () => box,
    lookAt: () => undefined,
  };
  const runId = opened.run.started?.data.run ?? '';
  await refuseAnswers(host, { directory: run.directory, runId, program });
}
