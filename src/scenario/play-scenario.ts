import { join } from 'node:path';
import { createScriptedAgent } from '../agent/scripted/scripted-agent.ts';
import { createScriptedAsker } from '../agent/scripted/scripted-asker.ts';
import { createScriptedMerges } from '../agent/scripted/scripted-merges.ts';
import { createScriptedShell } from '../agent/scripted/scripted-shell.ts';
import { countTurns, type ScriptedStage } from '../agent/scripted/script.ts';
import { PROJECTIONS } from '../framework/projections.ts';
import type { AnswerBox } from '../journal/answer-box.ts';
import { JOURNAL_FILE } from '../journal/find-runs.ts';
import { createMemoryFileSystem } from '../journal/memory-file-system.ts';
import { readJournal } from '../journal/read-journal.ts';
import { UNKNOWN_PROJECT, type ProjectInsight } from '../model/project-insight.ts';
import type { RunEvent } from '../model/run-event.ts';
import type { RunHost } from '../run/host/host.ts';
import type { StopReason } from '../run/live/live-run.ts';
import { createMask } from '../run/host/mask.ts';
import type { Program } from '../run/program/program.ts';
import type { RunState } from '../run/state/run-state.ts';
import { startRun } from '../run/start/start-run.ts';
import { createVirtualClock } from '../run/host/virtual-clock.ts';
import { runViewOf } from '../view/apply-event.ts';
import type { RunView } from '../view/run-view.ts';
import { recordAsked, type Asked } from './record-asked.ts';
import type { Scenario, Values } from './scenario-file.ts';
import { createScenarioScript, type ScenarioScript } from './scenario-script.ts';

/** A run that a scenario became, and what came of its answers. */
export interface Played extends Pick<ScenarioScript, 'missing' | 'unused'> {
  readonly program: Program;
  /** Where the run ended or paused. */
  readonly state: RunState;
  /** Its journal, as it is read back. */
  readonly events: readonly RunEvent[];
  readonly view: RunView;
  readonly asked: readonly Asked[];
  /** Answers that could not be taken: sentences. */
  readonly problems: readonly string[];
  /** Whether it was stopped because it slept again and again without end. */
  readonly isEndless: boolean;
}

/** A map to play, with its texts. */
export interface PlayedProgram {
  readonly program: Program;
  readonly texts: readonly string[];
}

/** Where the run would lie, if it were not in memory. */
const ROOT = '/project';
/** Units: times that somebody wakes. So many are a loop that only the clock could end. */
const MAX_WAKES = 200_000;

/**
 * Plays a scenario: a run like any other, by the engine itself, in memory, on a clock that takes no time.
 *
 * P1. No process is started and nothing is written: agents, commands and people are scripted, the disk is in memory.
 * P2. The same scenario gives the same journal each time.
 * P3. The first answer that is missing ends it.
 * Errors: throws what the engine throws, such as JournalError for a run that is larger than a journal takes.
 */
export async function playScenario(
  { program, texts }: PlayedProgram,
  scenario: Scenario,
  fields: Values,
): Promise<Played> {
  const stop = new AbortController();
  const script = createScenarioScript(scenario, () => stop.abort(reason('An answer is missing.')));
  const clock = createVirtualClock();
  const problems: string[] = [];
  const fs = createMemoryFileSystem([ROOT]);
  const stage: ScriptedStage = {
    turnOf: countTurns(),
    sleep: (ms, signal) => {
      if (clock.wakes() > MAX_WAKES) stop.abort(reason('It goes on without end.'));
      return clock.sleep(ms, signal);
    },
  };
  const { asked, ...performers } = recordAsked({
    agent: createScriptedAgent(script.script, stage),
    shell: createScriptedShell(script.script, stage),
    asker: createScriptedAsker(script.script, { ...stage, report: (problem) => problems.push(problem) }),
  });
  const host: RunHost = {
    ...surroundings(scenario),
    ...performers,
    fs,
    clock: { now: clock.now, sleep: stage.sleep ?? clock.sleep },
    meetsConflict: createScriptedMerges(script.script),
    stop: stop.signal,
  };
  let folder = '';
  const state = await startRun(host, {
    program,
    texts,
    mapPath: join(ROOT, program.source.path),
    fields,
    project: projectOf(scenario),
    seed: 1,
    limits: {},
    claims: { mode: 'warn', by: null },
    wfmapVersion: '0.0.0',
    onDirectory: (directory) => (folder = directory.folder),
  });
  const { events } = readJournal(fs, join(folder, JOURNAL_FILE));
  const isEndless = clock.wakes() > MAX_WAKES;
  const view = runViewOf(events);
  return {
    program,
    state,
    events,
    view,
    asked: asked(),
    problems,
    isEndless,
    missing: script.missing,
    unused: script.unused,
  };
}

/** What is the same for every scenario, but for the branch that is checked out. */
function surroundings(
  scenario: Scenario,
): Omit<RunHost, 'fs' | 'clock' | 'agent' | 'shell' | 'asker' | 'stop'> {
  let ids = 0;
  let nonces = 0;
  return {
    keepsFiles: false,
    processes: { host: 'scenario', pid: 1, find: () => undefined },
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    newNonce: () => String((nonces += 1)).padStart(32, '0'),
    answerBox: createMemoryBox,
    lookAt: () => undefined,
    waitsForLimits: false,
    git: null,
    projections: PROJECTIONS,
    channel: 'structured',
    allowedTools: [],
    workRoot: ROOT,
    branch: scenario.branch,
    guard: () => () => Promise.resolve(),
    endLeftovers: () => Promise.resolve(0),
    mask: createMask([]),
    onEvent: () => undefined,
    onProgress: () => undefined,
    kill: new AbortController().signal,
  };
}

function projectOf({ project }: Scenario): ProjectInsight {
  // The schema of scenarios asks for these members, and for no others.
  return { ...UNKNOWN_PROJECT, ...(project as Partial<ProjectInsight>) };
}

/** Only the run itself reaches it, so there is never anything to look for. */
function createMemoryBox(): AnswerBox {
  return {
    pollMs: Infinity,
    claim: () => true,
    find: () => undefined,
    list: () => ({ names: [], isComplete: true }),
    setAside: () => undefined,
    release: () => undefined,
  };
}

function reason(message: string): StopReason {
  return { message, exitCode: 3 };
}
