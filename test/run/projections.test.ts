/** What a run writes for people may fail at any moment: it costs that, and no turn that was paid for. */
import { expect, test } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import type { FileSystem, OpenFile } from '../../src/journal/file-system.ts';
import { findRuns, JOURNAL_FILE } from '../../src/journal/find-runs.ts';
import { JournalError } from '../../src/journal/journal-error.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { exited, puppetShell } from '../helpers/performers.ts';
import { answered } from '../helpers/puppet-agent.ts';
import { resume, start, testHost } from '../helpers/run-host.ts';
import { nestedProgram } from './nested-program.ts';

const ROOT = '/project';

const ask = (target: string, more: object = {}): object => ({
  type: 'claude',
  promptTemplate: 'Do it.',
  ...more,
  actions: { Next: { target } },
});
const map = (tasks: object): string =>
  JSON.stringify({
    description: 'A map',
    startTaskDefinition: Object.keys(tasks)[0],
    workslipFields: {},
    taskDefinitions: { ...tasks, Done: { type: 'end' } },
  });

const { program, texts } = nestedProgram(
  map({
    Plan: ask('Check'),
    Check: { type: 'shell', command: ['check'], actions: { Next: { target: 'Part' } } },
    Part: { type: 'workflow', map: 'part.json', actions: { Next: { target: 'Mend' } } },
    Mend: ask('Report', { reminder: { text: 'Mind the tests.', on: ['Edit'] } }),
    Report: ask('Done'),
  }),
  { 'part.json': map({ Look: ask('Write'), Write: ask('Done') }) },
);

/** A disk in memory that refuses writes of files beside the journal; `refuses` is asked with the number of the write. */
function refusing(inner: FileSystem, refuses: (count: number) => boolean) {
  let count = 0;
  const look = (path: string): void => {
    if (path.endsWith(JOURNAL_FILE)) return;
    count += 1;
    if (refuses(count)) throw Object.assign(new Error(`ENOSPC: ${path}`), { code: 'ENOSPC' });
  };
  const guarded = (path: string, file: OpenFile): OpenFile => ({
    ...file,
    write: (bytes) => {
      look(path);
      file.write(bytes);
    },
  });
  const fs: FileSystem = {
    ...inner,
    open: (path, mode) => guarded(path, inner.open(path, mode)),
    makeFolder: (path) => {
      look(path);
      inner.makeFolder(path);
    },
  };
  return { fs, writes: () => count };
}

function hostOn(fs: FileSystem, bought: string[], reported: string[]) {
  const agent: Agent = {
    kind: 'claude',
    start: ({ task, log }) => {
      bought.push(task);
      log(Buffer.from('At work.\n'));
      const nothing = (): void => undefined;
      return { reply: Promise.resolve(answered('Next', { costUsd: 1 })), stop: nothing, kill: nothing };
    },
  };
  return testHost(fs, ROOT, agent, { shell: puppetShell(exited(0)), say: (line) => reported.push(line) });
}

const TASKS = ['Plan', 'Look', 'Write', 'Mend', 'Report'];

async function play(refuses: (count: number) => boolean) {
  const inner = createMemoryFileSystem([ROOT]);
  const { fs, writes } = refusing(inner, refuses);
  const bought: string[] = [];
  const reported: string[] = [];
  let stopped = false;
  try {
    await start(hostOn(fs, bought, reported), program, { texts });
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(JournalError);
    stopped = true;
    const [found] = findRuns(inner, ROOT);
    // A run that did not begin leaves nothing, and has cost nothing.
    if (found === undefined) expect(bought).toEqual([]);
    else await resume(hostOn(inner, bought, reported), program, found);
    if (found === undefined) return { writes: writes(), stopped, bought, reported };
  }
  const [run] = findRuns(inner, ROOT);
  const { events } = readJournal(inner, `${run?.folder}/${JOURNAL_FILE}`);
  expect(events.at(-1)).toMatchObject({ type: 'run.finished', data: { failed: false } });
  expect(bought).toEqual(TASKS);
  return { writes: writes(), stopped, bought, reported };
}

const KINDS: readonly string[] = [
  'The run continues without a log',
  'The run continues without a prompt',
  'The run continues without the folder of a map',
  'The run continues without the summary',
];

test('a disk that refuses any one write of another file than the journal costs no turn', async () => {
  const { writes } = await play(() => false);
  expect(writes).toBeGreaterThan(30);
  let gone = 0;
  for (let refused = 1; refused <= writes; refused += 1) {
    const { stopped, reported } = await play((count) => count === refused);
    if (stopped) continue;
    gone += 1;
    expect(reported, `write ${refused}`).toHaveLength(1);
  }
  // Only lock, sources and the reminder stop a run.
  expect(gone).toBeGreaterThan(20);
});

test('a disk that refuses all of them from some moment on costs no turn either, and is told once for each kind', async () => {
  const { writes } = await play(() => false);
  const kinds = new Set<string>();
  for (let from = 1; from <= writes; from += 1) {
    const { reported } = await play((count) => count >= from);
    for (const line of reported) kinds.add(line.split('. ', 1)[0] ?? '');
    expect(reported.length, reported.join('\n')).toBeLessThanOrEqual(4);
    expect(new Set(reported.map((line) => line.split('. ', 1)[0])).size).toBe(reported.length);
  }
  expect([...kinds].toSorted()).toEqual(KINDS);
});

test('what was refused is written with the next batch', async () => {
  const inner = createMemoryFileSystem([ROOT]);
  const prompt = `${ROOT}/.wfmap/runs/test/slip-001/task-001-plan-prompt.md`;
  let refused = 0;
  const fs: FileSystem = {
    ...inner,
    open: (path, mode) => {
      if (path === prompt && (refused += 1) === 1) {
        throw Object.assign(new Error(`EISDIR: ${path}`), { code: 'EISDIR' });
      }
      return inner.open(path, mode);
    },
  };
  const reported: string[] = [];
  await start(hostOn(fs, [], reported), program, { texts });
  expect(refused).toBe(2);
  expect(reported).toEqual([
    `The run continues without a prompt. Could not write the prompt: "${prompt}" (EISDIR).`,
  ]);
  expect(Buffer.from(inner.read(prompt)).toString()).toContain('Do it.');
});
