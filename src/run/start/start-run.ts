import { JOURNAL_FILE } from '../../journal/find-runs.ts';
import { join } from 'node:path';
import { hasUnboundedLoop } from '../../compile/has-unbounded-loop.ts';
import { createJournal, type Journal } from '../../journal/journal.ts';
import {
  claimRunDirectory,
  discardRunDirectory,
  makeRunDirectory,
  type RunDirectory,
} from '../../journal/run-directory.ts';
import { storeSources } from '../../journal/source-store.ts';
import { ROOT_ADDRESS } from '../../model/address.ts';
import { UNKNOWN_PROJECT, type ProjectInsight } from '../../model/project-insight.ts';
import type { ClaimsRecord, GateRecord, LimitsRecord, SettingsRecord } from '../../model/event-records.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import { requireKey } from '../people/gate-question.ts';
import { driveHeld, runNames, watchOf, withLock } from './drive-held.ts';
import { keepFiles } from '../files/keep-files.ts';
import { proceed } from '../decide/proceed.ts';
import type { RunHost, Surroundings } from '../host/host.ts';
import type { Program } from '../program/program.ts';
import { createRunState, type RunState } from '../state/run-state.ts';

/** What to run, and how. */
export interface StartRequest {
  readonly program: Program;
  /** The texts of the map and its templates, to be kept with the run. */
  readonly texts: readonly string[];
  /** Absolute: decides where the run's folder lies. */
  readonly mapPath: string;
  readonly fields: Readonly<Record<string, Value>>;
  readonly seed: number;
  /** Limits that stand in for the map's own. */
  readonly limits: RunLimitsRequest;
  readonly wfmapVersion: string;
  /** What the project is, for whoever reads `project`. Default: one of which nothing is known. */
  readonly project?: ProjectInsight;
  /** The project's settings as they are taken, to see later whether somebody changed them. */
  readonly settings?: SettingsRecord;
  /** What a violated property does, and who chose it. Default: it pauses the run. */
  readonly claims?: ClaimsRecord | undefined;
  /** The key that answers to signed tasks are checked by. A map that has such tasks needs one. */
  readonly gate?: GateRecord | undefined;
  /** The client that it is started for; undefined for none. */
  readonly startedBy?: RunEventData['run.started']['startedBy'] | undefined;
  /** Told where the run is kept, once its start is recorded and before any task starts. */
  readonly onDirectory: (directory: RunDirectory) => void;
  /** Makes the surroundings of a run that has its number, such as a worktree; without any they are the host's. */
  readonly prepare?: (directory: RunDirectory) => Promise<Surroundings | undefined>;
}

/** Units: US dollars, milliseconds of active time. */
export interface RunLimitsRequest {
  readonly steps?: number | undefined;
  readonly costUsd?: number | undefined;
  readonly tokens?: number | undefined;
  readonly durationMs?: number | undefined;
}

/** Bounds a run whose map could go round for ever and says no bound itself. Units: steps. */
export const DEFAULT_MAX_STEPS = 200;

/**
 * Starts a run and drives it to where it ends or pauses.
 *
 * Errors: throws RunError `key-missing`, and JournalError when the disk fails. A run that fails before its first record leaves no folder.
 */
export async function startRun(host: RunHost, request: StartRequest): Promise<RunState> {
  const { program, seed } = request;
  requireKey(program, { agent: host.agent.kind, ...gateOf(request) });
  const runId = host.newId();
  const directory = claimRunDirectory(host.fs, host.workRoot, request.mapPath);
  let journal: Journal | undefined;
  try {
    return await withLock(host, { directory, runId }, async () => {
      const keepTexts = (): void => void storeSources(host.fs, directory.folder, request.texts);
      keepTexts();
      journal = createJournal(host.fs, join(directory.folder, JOURNAL_FILE), () => {
        makeRunDirectory(host, directory);
        keepTexts();
      });
      const prepared = { ...host, ...(await request.prepare?.(directory)) };
      const gitSettings = await prepared.settingsGuard?.begin(prepared.workFolder ?? prepared.workRoot);
      const begun = { directory, program, state: createRunState() };
      const claims = watchOf(prepared, begun);
      const kept = keepFiles(prepared, { ...begun, isNew: true, run: runNames(prepared, directory) });
      const held = { ...begun, journal, runId, seed, kept, claims };
      // Told once it is durable: what is announced can be resumed from then on.
      const onEvent: RunHost['onEvent'] = (event) => {
        if (event.type === 'run.started') {
          request.onDirectory(directory);
          kept.announce();
        }
        host.onEvent(event);
      };
      return await driveHeld({ ...prepared, onEvent }, held, (live, batch) => {
        batch.add('run.started', ROOT_ADDRESS, startOf(prepared, request, { run: runId, gitSettings }));
        return proceed(live, batch);
      });
    });
  } finally {
    journal?.close();
    if (journal === undefined || journal.nextSeq === 1) discardRunDirectory(host.fs, directory);
  }
}

function startOf(
  host: RunHost,
  request: StartRequest,
  { run, gitSettings }: Pick<RunEventData['run.started'], 'run'> & { readonly gitSettings: GitSettings },
): RunEventData['run.started'] {
  const { program, fields, seed } = request;
  return {
    version: 1,
    wfmap: request.wfmapVersion,
    run,
    map: program.source,
    templates: program.templateSources,
    fields,
    agent: host.agent.kind,
    ...(request.startedBy === undefined ? {} : { startedBy: request.startedBy }),
    allowedTools: host.allowedTools,
    seed,
    limits: limitsOf(program, request.limits),
    git: host.git,
    project: request.project ?? UNKNOWN_PROJECT,
    ...(request.settings === undefined ? {} : { settings: request.settings }),
    ...gateOf(request),
    ...(host.walls === undefined ? {} : { wall: host.walls.record }),
    ...(gitSettings === undefined ? {} : { gitSettings }),
    ...(request.claims === undefined ? {} : { claims: request.claims }),
    ...(host.within === undefined || host.within.length === 0 ? {} : { within: host.within }),
  };
}

type GitSettings = RunEventData['run.started']['gitSettings'] | undefined;

function gateOf({ gate }: StartRequest): { readonly gate?: GateRecord } {
  return gate === undefined ? {} : { gate };
}

/** Whether a map, or one that runs as a part of it, can go round for ever. */
function canGoRound({ map, maps }: Program): boolean {
  return hasUnboundedLoop(map.block) || [...maps.values()].some(canGoRound);
}

function limitsOf(program: Program, request: RunLimitsRequest): LimitsRecord {
  const { limits } = program.map;
  const fallback = canGoRound(program) ? DEFAULT_MAX_STEPS : null;
  return {
    steps: request.steps ?? limits.steps ?? fallback,
    costUsd: request.costUsd ?? limits.costUsd ?? null,
    tokens: request.tokens ?? limits.tokens ?? null,
    durationMs: request.durationMs ?? limits.durationMs ?? null,
  };
}
