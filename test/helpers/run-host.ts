import type { Agent } from '../../src/agent/agent.ts';
import { createScriptedAgent, type Script } from '../../src/agent/scripted/scripted-agent.ts';
import { PROJECTIONS } from '../../src/framework/projections.ts';
import type { FileSystem } from '../../src/journal/file-system.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { RunDirectory } from '../../src/journal/run-directory.ts';
import { digestOf } from '../../src/journal/source-store.ts';
import type { Block } from '../../src/model/block.ts';
import type { WorkflowMap } from '../../src/model/map.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import type { Clock } from '../../src/run/host/clock.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { createMask } from '../../src/run/host/mask.ts';
import { factsOf } from '../../src/run/program/facts.ts';
import type { Program } from '../../src/run/program/program.ts';
import { resumeRun, type ResumeRequest } from '../../src/run/start/resume-run.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import { startRun, type StartRequest } from '../../src/run/start/start-run.ts';
import { lookAtGiver, memoryBox, puppetShell } from './performers.ts';

/**
 * A clock that stands still but for sleeping, which takes no time and is remembered; whatever else can happen
 * happens first. Units: ms.
 */
export function manualClock(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  let now = Date.UTC(2026, 0, 1);
  return {
    slept,
    now: () => new Date(now),
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

export function mapOf(block: Block, more: Partial<WorkflowMap> = {}): WorkflowMap {
  return {
    description: 'A map',
    fields: [],
    block,
    limits: { steps: undefined, costUsd: undefined, tokens: undefined, durationMs: undefined },
    needsWall: false,
    keepsBranch: false,
    properties: [],
    artifacts: [],
    ...more,
  };
}

/** A program without templates; its source is a text of its own, so that it can be stored. */
export function programOf(map: WorkflowMap): Program {
  const text = JSON.stringify(map);
  const named = { templates: new Map(), roles: new Map(), schemas: new Map() };
  return {
    map,
    source: { path: 'maps/test.json', digest: digestOf(text) },
    ...named,
    maps: new Map(),
    templateSources: {},
    fieldUses: new Map(),
    facts: factsOf({ map, ...named }),
  };
}

export interface TestHost extends RunHost {
  readonly events: RunEvent[];
}

/** A host over a file system, with ids that count and a clock that stands still. */
export function testHost(
  fs: FileSystem,
  workRoot: string,
  agent: Agent,
  more: Partial<RunHost> = {},
): TestHost {
  const events: RunEvent[] = [];
  let ids = 0;
  let nonces = 0;
  return {
    events,
    fs,
    clock: manualClock(),
    processes: { host: 'test', pid: 1, find: () => undefined },
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    newNonce: () => String((nonces += 1)).padStart(32, '0'),
    lookAt: lookAtGiver,
    agent,
    shell: puppetShell(),
    asker: undefined,
    answerBox: () => memoryBox(),
    waitsForLimits: false,
    git: null,
    projections: PROJECTIONS,
    channel: 'structured',
    allowedTools: [],
    workRoot,
    branch: 'main',
    guard: () => () => Promise.resolve(),
    endLeftovers: () => Promise.resolve(0),
    mask: createMask([]),
    onEvent: (event) => events.push(event),
    onProgress: () => undefined,
    stop: new AbortController().signal,
    kill: new AbortController().signal,
    ...more,
  };
}

/** Plays one answer after another for each task; the last repeats. */
export function script(answers: Readonly<Record<string, readonly (string | ReturnType<Script>)[]>>): Agent {
  const used = new Map<string, number>();
  return createScriptedAgent((task) => {
    const list = answers[task] ?? [];
    const index = used.get(task) ?? 0;
    used.set(task, index + 1);
    const answer = list[Math.min(index, list.length - 1)];
    return typeof answer === 'string' ? { action: answer } : answer;
  });
}

export interface TestRun {
  readonly state: RunState;
  readonly directory: RunDirectory;
}

export async function start(
  host: RunHost,
  program: Program,
  more: Partial<StartRequest> = {},
): Promise<TestRun> {
  let directory: RunDirectory | undefined;
  const state = await startRun(host, {
    program,
    texts: [JSON.stringify(program.map)],
    mapPath: `${host.workRoot}/maps/test.json`,
    fields: {},
    seed: 1,
    limits: {},
    wfmapVersion: '0.0.0',
    onDirectory: (made) => (directory = made),
    ...more,
  });
  if (directory === undefined) throw new Error('no run directory was made');
  return { state, directory };
}

export async function resume(
  host: RunHost,
  program: Program,
  directory: RunDirectory,
  more: Partial<ResumeRequest> = {},
): Promise<RunState> {
  const { events } = readJournal(host.fs, `${directory.folder}/journal.jsonl`);
  const first = events[0];
  if (first?.type !== 'run.started') throw new Error('the journal has no start');
  return resumeRun(host, {
    directory,
    runId: first.data.run,
    program,
    changedTexts: undefined,
    args: {},
    from: undefined,
    limits: (current) => current,
    wfmapVersion: '0.0.0',
    onOpened: () => undefined,
    ...more,
  });
}
