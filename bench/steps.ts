import { randomBytes, randomUUID } from 'node:crypto';
import { createScriptedAgent } from '../src/agent/scripted/scripted-agent.ts';
import type { Agent } from '../src/agent/agent.ts';
import type { AnswerBox } from '../src/journal/answer-box.ts';
import type { ShellRunner } from '../src/agent/shell/shell-runner.ts';
import { check } from '../src/check/check.ts';
import '../src/framework/install-functions.ts';
import { PROJECTIONS } from '../src/framework/projections.ts';
import type { FileSystem } from '../src/journal/file-system.ts';
import { nodeFileSystem } from '../src/journal/node-file-system.ts';
import { createProcessTable } from '../src/process/process-table.ts';
import { ROOT_ADDRESS } from '../src/model/address.ts';
import type { Value } from '../src/model/value.ts';
import { systemClock } from '../src/run/host/clock.ts';
import { drive } from '../src/run/drive/drive.ts';
import type { RunHost } from '../src/run/host/host.ts';
import { nothingAtWork, type LiveRun } from '../src/run/live/live-run.ts';
import { createMask } from '../src/run/host/mask.ts';
import { proceed } from '../src/run/decide/proceed.ts';
import type { Program } from '../src/run/program/program.ts';
import { createRunState, NO_LIMITS } from '../src/run/state/run-state.ts';
import { startRun } from '../src/run/start/start-run.ts';
import { toProgram } from '../src/run/program/to-program.ts';

/** A run that was made. Units: ms from its first batch to its end. */
export interface MadeRun {
  readonly ms: number;
  readonly runFolder: string;
}

/** Makes the program of a map in its JSON form. Errors: throws where the map has an error. */
export function programOf(text: string): Program {
  const checked = check({ name: 'map.json', text }, () => ({ kind: 'missing', lookedIn: [] }));
  const { document, diagnostics } = checked;
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (!document || error) throw new Error(`A bad map: ${error?.message}`);
  return toProgram({ ...checked, document }, 'map.json').program;
}

/** An agent without a model that goes round the loop of `loopMap` so many times. */
export function loopAgent(steps: number): Agent {
  return createScriptedAgent((_task, visit) => ({ output: { more: visit < steps, score: visit } }));
}

interface RunOptions {
  readonly workRoot: string;
  readonly agent: Agent;
  readonly steps: number;
  readonly guard?: RunHost['guard'];
  readonly shell?: ShellRunner;
  /** Who compares what tasks change, walls them in, and copies folders for readers. Default: nobody. */
  readonly keepers?: Partial<Pick<RunHost, 'createChangeReader' | 'walls' | 'worktrees' | 'git'>>;
}

/** Starts a run of a map and drives it to its end. Errors: throws where it ends otherwise. */
export function makeRun(text: string, fs: FileSystem, options: RunOptions): Promise<MadeRun> {
  return runProgram(programOf(text), fs, { ...options, texts: [text] });
}

interface ProgramOptions extends RunOptions {
  readonly texts: readonly string[];
  readonly fields?: Readonly<Record<string, Value>>;
  readonly concurrency?: number;
}

/** The same for a map that is checked. */
export async function runProgram(
  program: Program,
  fs: FileSystem,
  { workRoot, agent, steps, texts, fields = {}, ...more }: ProgramOptions,
): Promise<MadeRun> {
  const { guard = () => () => Promise.resolve(), shell = NO_SHELL, concurrency = 1, keepers = {} } = more;
  let runFolder = '';
  let start = 0;
  const state = await startRun(
    { ...hostOf(fs, workRoot, agent), guard, shell, concurrency, ...keepers },
    {
      program,
      texts,
      mapPath: `${workRoot}/map.json`,
      fields,
      seed: 1,
      limits: { steps },
      wfmapVersion: '0.0.0',
      onDirectory: (directory) => {
        runFolder = directory.folder;
        start = performance.now();
      },
    },
  );
  const ms = performance.now() - start;
  if (state.status !== 'finished' || state.steps !== steps) {
    throw new Error(`The run is ${state.status} after ${state.steps} steps. ${state.paused?.message ?? ''}`);
  }
  return { ms, runFolder };
}

const NO_ANSWERS: AnswerBox = {
  claim: () => false,
  find: () => undefined,
  list: () => ({ names: [], isComplete: true }),
  setAside: () => undefined,
  release: () => undefined,
};

const NO_SHELL: ShellRunner = {
  start: () => {
    throw new Error('No shell.');
  },
};

function hostOf(fs: FileSystem, workRoot: string, agent: Agent): Omit<RunHost, 'guard'> {
  return {
    fs,
    clock: systemClock,
    processes: createProcessTable(),
    newId: () => randomUUID(),
    newNonce: () => randomBytes(16).toString('hex'),
    lookAt: () => undefined,
    agent,
    shell: NO_SHELL,
    asker: undefined,
    answerBox: () => NO_ANSWERS,
    waitsForLimits: false,
    git: null,
    projections: PROJECTIONS,
    channel: 'structured',
    allowedTools: [],
    workRoot,
    branch: 'main',
    endLeftovers: () => Promise.resolve(0),
    mask: createMask([]),
    onEvent: () => undefined,
    onProgress: () => undefined,
    stop: new AbortController().signal,
    kill: new AbortController().signal,
  };
}

/** Drives a run whose batches a journal takes, and that makes no other file; `fields` are its inputs. Units: ms. */
export async function driveAlone(
  text: string,
  agent: Agent,
  steps: number,
  {
    fields = {},
    ...journal
  }: Pick<LiveRun, 'append'> &
    Partial<Pick<LiveRun, 'look'>> & { readonly fields?: Readonly<Record<string, Value>> },
): Promise<number> {
  const program = programOf(text);
  const state = createRunState();
  const live: LiveRun = {
    ...hostOf(nodeFileSystem, '/', agent),
    state,
    program,
    runId: randomUUID(),
    answers: NO_ANSWERS,
    ...nothingAtWork(),
    runFolder: '/',
    settings: {
      channel: 'structured',
      allowedTools: [],
      deniedTools: [],
      workRoot: '/',
      workFolder: '/',
      marker: 'bench',
      concurrency: 1,
      waitsForLimits: false,
      seed: 1,
      run: { id: 'bench', branch: 'main', root: '/', artifacts: '/.map/main' },
    },
    files: {
      writePrompt: () => undefined,
      writePatch: () => undefined,
      writeEdits: () => undefined,
      writeChange: () => undefined,
      appendLog: () => undefined,
      logEnd: () => '',
    },
    look: () => undefined,
    ...journal,
  };
  const start = performance.now();
  await drive(live, (batch) => {
    batch.add('run.started', ROOT_ADDRESS, {
      version: 1,
      wfmap: '0.0.0',
      run: live.runId,
      map: program.source,
      templates: {},
      fields,
      agent: agent.kind,
      allowedTools: [],
      seed: 1,
      limits: { ...NO_LIMITS, steps },
      git: null,
    });
    return proceed(live, batch);
  });
  const ms = performance.now() - start;
  if (state.status !== 'finished' || state.steps !== steps) throw new Error(`The run is ${state.status}.`);
  return ms;
}
