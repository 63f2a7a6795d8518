import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as wfmap from '../../src/host.ts';
import { check } from '../../src/language.ts';
import { createScriptedAgent, createScriptedShell } from '../../src/testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-library-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MAP = {
  description: 'Writes and reviews',
  startTaskDefinition: 'Write',
  workslipFields: { topic: { type: 'string', description: 'What about', required: true } },
  taskDefinitions: {
    Write: {
      type: 'claude',
      promptTemplatePath: 'prompts/write.md',
      actions: { Done: { target: 'Review' } },
    },
    Review: {
      type: 'claude',
      prompt: 'Review it.',
      actions: { Accept: { target: 'Good' }, Reject: { target: 'Bad' } },
    },
    Good: { type: 'end' },
    Bad: { type: 'end', failed: true },
  },
};

function load(): ReturnType<typeof wfmap.toProgram> {
  const source = { name: 'write.json', text: JSON.stringify(MAP) };
  const checked = check(source, (path) => ({
    kind: 'found',
    source: { name: path, text: 'Write about ${topic}.' },
  }));
  if (checked.document === undefined) throw new Error('not a map');
  return wfmap.toProgram({ ...checked, document: checked.document }, 'write.json');
}

function host(agent: wfmap.Agent, events: wfmap.RunEvent[]): wfmap.RunHost {
  return {
    fs: wfmap.nodeFileSystem,
    clock: wfmap.systemClock,
    processes: wfmap.createProcessTable(),
    newId: () => crypto.randomUUID(),
    newNonce: () => crypto.randomUUID().replaceAll('-', ''),
    lookAt: () => undefined,
    agent,
    shell: createScriptedShell(() => undefined),
    asker: undefined,
    answerBox: (runFolder) => wfmap.createAnswerBox(wfmap.nodeFileSystem, runFolder),
    waitsForLimits: false,
    git: null,
    projections: wfmap.PROJECTIONS,
    channel: 'structured',
    allowedTools: [],
    workRoot: folder,
    branch: '',
    guard: () => () => Promise.resolve(),
    endLeftovers: () => Promise.resolve(0),
    mask: wfmap.createMask([]),
    onEvent: (event) => events.push(event),
    onProgress: () => undefined,
    stop: new AbortController().signal,
    kill: new AbortController().signal,
  };
}

test('a run is started and taken up again on an own host, with what is exported alone', async () => {
  const events: wfmap.RunEvent[] = [];
  const { program, texts } = load();
  const unsure = createScriptedAgent((task) => (task === 'Write' ? { action: 'Done' } : { reply: '?' }));
  const directories: Parameters<wfmap.StartRequest['onDirectory']>[0][] = [];
  const paused = await wfmap.startRun(host(unsure, events), {
    program,
    texts,
    mapPath: join(folder, 'write.json'),
    fields: { topic: 'boats' },
    seed: 1,
    limits: {},
    wfmapVersion: '0.0.0',
    onDirectory: (directory) => directories.push(directory),
  });
  expect(paused.paused?.exitCode).toBe(6);
  const directory = directories[0]!;
  expect(readFileSync(join(directory.folder, 'task-001-write-prompt.md'), 'utf8')).toContain(
    'Write about boats.',
  );

  const sure = createScriptedAgent(() => ({ action: 'Accept' }));
  const done = await wfmap.resumeRun(host(sure, events), {
    directory,
    runId: paused.started?.run ?? '',
    program,
    changedTexts: undefined,
    args: {},
    from: undefined,
    limits: (current) => current,
    wfmapVersion: '0.0.0',
    onOpened: () => undefined,
  });
  expect(done.finished).toEqual({ task: 'Good', outcome: 'Good', result: null, failed: false });
  const journal = wfmap.readJournal(wfmap.nodeFileSystem, join(directory.folder, 'journal.jsonl'));
  expect(journal.events).toEqual(events);
});
