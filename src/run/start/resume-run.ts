import { JOURNAL_FILE } from '../../journal/find-runs.ts';
import { join } from 'node:path';
import { openJournal, type DroppedBatch } from '../../journal/journal.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import { foldJournal, type Fold } from '../../journal/read-journal.ts';
import { makeRunDirectory, type RunDirectory } from '../../journal/run-directory.ts';
import { storeSources } from '../../journal/source-store.ts';
import { ROOT_ADDRESS, visitKeyOf } from '../../model/address.ts';
import type { ClaimsRecord, SettingsRecord } from '../../model/event-records.ts';
import type { RunEvent, RunEventData, RunEventOf } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import type { ClaimsWatch, Violation } from '../live/batch.ts';
import { countProperties, leavesMap } from '../scope/watch-claims.ts';
import { keepFiles, type KeptFiles } from '../files/keep-files.ts';
import { fold } from '../state/fold.ts';
import type { RunHost } from '../host/host.ts';
import { driveHeld, runNames, watchOf, withLock } from './drive-held.ts';
import { requireKey } from '../people/gate-question.ts';
import { resumeExecutions } from '../decide/resume-executions.ts';
import { proceed } from '../decide/proceed.ts';
import type { Program } from '../program/program.ts';
import { RunError } from '../state/run-error.ts';
import { createRunState, type RunState } from '../state/run-state.ts';

/** What to resume, and how. */
export interface ResumeRequest {
  readonly directory: RunDirectory;
  readonly runId: string;
  readonly program: Program;
  /** Texts to keep where the program is not the one the run was started with; undefined where it is. */
  readonly changedTexts: readonly string[] | undefined;
  /** One-time arguments of the task that the run goes on with. */
  readonly args: Readonly<Record<string, Value>>;
  readonly from: string | undefined;
  readonly limits: (current: RunState['limits']) => RunState['limits'];
  readonly wfmapVersion: string;
  /** Settings that were accepted in place of those that the run has. */
  readonly settings?: SettingsRecord | undefined;
  /** What a violated property does from here on, and who chose it; undefined keeps what the run does. */
  readonly claims?: ClaimsRecord | undefined;
  /** Called with what was found, before anything continues; `leftovers` counts processes that were ended. */
  readonly onOpened: (found: {
    readonly state: RunState;
    readonly leftovers: number;
    readonly dropped: DroppedBatch | undefined;
  }) => void;
}

/**
 * Takes up a run where its journal ends, and drives it on.
 *
 * What a dead wfmap left running is ended first (J6). An execution that was under way is gone on with in its own
 * session; nothing that the journal holds a result of is done again (J5).
 * Errors: throws RunError `run-is-finished`, `unknown-task`, `key-missing`, `journal-does-not-fit`, and JournalError.
 */
export async function resumeRun(host: RunHost, request: ResumeRequest): Promise<RunState> {
  const { directory, program, runId } = request;
  return withLock(host, request, async () => {
    const leftovers = await host.endLeftovers(runId);
    const path = join(directory.folder, JOURNAL_FILE);
    const { made, totals, journal, dropped } = openJournal(
      host.fs,
      path,
      () => beginPast(host, request),
      () => makeRunDirectory(host, directory),
    );
    try {
      const { state, claims, kept, missed } = made;
      // A crash right after the end of a run can leave its files behind its journal, and nobody else mends them.
      if (state.finished !== undefined) kept.close();
      refuseUnlessResumable(state, request);
      if (state.started !== undefined) requireKey(program, state.started);
      await host.worktrees?.copies?.removeAll({ root: host.workRoot, run: directory.name });
      request.onOpened({ state, leftovers, dropped });
      if (request.changedTexts !== undefined) storeSources(host.fs, directory.folder, request.changedTexts);
      const seed = state.started?.seed ?? 0;
      const gitSettings = await host.settingsGuard?.begin(host.workFolder ?? host.workRoot);
      reportChangedSettings(host, made.gitSettings(), gitSettings);
      if (state.finished === undefined) kept.announce();
      return await driveHeld(
        host,
        { directory, program, state, journal, runId, seed, kept, totals, claims },
        (live, batch) => {
          const isLeft = request.from !== undefined || request.changedTexts !== undefined;
          const count = countProperties(program);
          batch.add('run.resumed', ROOT_ADDRESS, {
            wfmap: request.wfmapVersion,
            args: request.args,
            from: request.from ?? null,
            limits: request.limits(state.limits),
            sources:
              request.changedTexts === undefined
                ? null
                : { map: program.source, templates: program.templateSources },
            ...(request.settings === undefined ? {} : { settings: request.settings }),
            ...(host.walls === undefined ? {} : { wall: host.walls.record }),
            ...(gitSettings === undefined ? {} : { gitSettings }),
            ...(isLeft && count > 0 ? { unwatched: count } : {}),
            ...(request.claims === undefined ? {} : { claims: request.claims }),
          });
          if (!isLeft) for (const each of missed) batch.add('property.violated', each.address, each.data);
          return [...resumeExecutions(live, batch), ...proceed(live, batch)];
        },
      );
    } finally {
      journal.close();
    }
  });
}

type GitSettings = RunEventData['run.started']['gitSettings'] | undefined;

/** Units: names. */
const MAX_NAMED = 5;

/** Says what makes git run programs and is not what it was when a process last drove the run. */
function reportChangedSettings({ say }: RunHost, before: GitSettings, now: GitSettings): void {
  if (before === undefined || now === undefined) return;
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const changed = names.filter((name) => before[name] !== now[name]).toSorted();
  if (changed.length === 0) return;
  const more = changed.length > MAX_NAMED ? ` and ${changed.length - MAX_NAMED} more` : '';
  say?.(
    `Git's settings changed since this run was last driven: ${changed.slice(0, MAX_NAMED).join(', ')}${more}. The run uses them from here on.`,
  );
}

/** What a resume needs of the past, record by record. */
interface Past {
  readonly state: RunState;
  readonly claims: ClaimsWatch | undefined;
  readonly kept: KeptFiles;
  /** What it breaks that was not recorded: a version of before watched no properties. All else was recorded with what broke it. */
  readonly missed: readonly Violation[];
  /** What made git run programs when a process last drove the run. */
  readonly gitSettings: () => GitSettings;
}

/** Errors: `take` throws RunError `journal-does-not-fit`. */
function beginPast(host: RunHost, { directory, program }: ResumeRequest): Fold<Past> {
  const state = createRunState();
  const claims = watchOf(host, { directory, program, state });
  const kept = keepFiles(host, { directory, program, state, isNew: false, run: runNames(host, directory) });
  const missed: Violation[] = [];
  let gitSettings: GitSettings;
  return {
    made: { state, claims, kept, missed, gitSettings: () => gitSettings },
    take: (event) => {
      fold(state, event, program);
      kept.takePast(event);
      takeViolations(missed, event, claims);
      if (event.type === 'run.started' || event.type === 'run.resumed') ({ gitSettings } = event.data);
    },
  };
}

function takeViolations(missed: Violation[], event: RunEvent, claims: ClaimsWatch | undefined): void {
  if (event.type === 'property.violated') {
    const recorded = missed.findIndex((each) => isSame(each, event));
    if (recorded >= 0) missed.splice(recorded, 1);
  } else if (claims !== undefined) missed.push(...claims.take(event));
  if (event.type === 'run.resumed' && leavesMap(event)) missed.length = 0;
}

function isSame({ address, data }: Violation, event: RunEventOf<'property.violated'>): boolean {
  return (
    data.property === event.data.property &&
    data.map === event.data.map &&
    visitKeyOf(address) === visitKeyOf(event.address)
  );
}

/** The state that a journal describes. Errors: throws RunError `journal-does-not-fit`. */
export function foldAll(events: Iterable<RunEvent>, program: Program): RunState {
  const { made, take } = beginState(program);
  for (const event of events) take(event);
  return made;
}

/** The same for a journal that is read event by event. */
export function beginState(program: Program): Fold<RunState> {
  const state = createRunState();
  return { made: state, take: (event) => fold(state, event, program) };
}

/** The state of a run that is kept in a folder. Errors: throws JournalError, and those of {@link foldAll}. */
export function storedState(fs: FileSystem, folder: string, program: Program): RunState {
  return foldJournal(fs, join(folder, JOURNAL_FILE), () => beginState(program)).made;
}

function refuseUnlessResumable(state: RunState, { from, directory }: ResumeRequest): void {
  if (state.finished !== undefined && from === undefined) {
    throw new RunError('run-is-finished', `The run ${directory.name} has ended.`, {
      help: 'Start a new one, or name the task to go back to with --from "<Task>".',
    });
  }
  const tasks = [...state.blocks.values()].flatMap(({ block }) => block.tasks);
  if (from !== undefined && !tasks.some(({ name }) => name === from)) {
    throw new RunError('unknown-task', `The map has no task "${from}".`, {
      help: `Its tasks are ${tasks.map(({ name }) => `"${name}"`).join(', ')}.`,
    });
  }
}
