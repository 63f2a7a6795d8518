import { join } from 'node:path';
import { artifactFolderOf } from '../../framework/map/artifact-folder.ts';
import { appendLines, findLinesEnd } from '../../artifact/append-lines.ts';
import { readLedger } from '../../artifact/artifact-ledger.ts';
import { carriedArtifactsOf } from '../../framework/map/carried-artifacts.ts';
import { ArtifactWriter } from '../../artifact/artifact-writer.ts';
import { metricLinesOf } from '../../framework/map/files/agent-metrics.ts';
import { followMapRun } from '../../framework/map/follow/follow-map-run.ts';
import { textIn } from '../../framework/map/follow/member.ts';
import { mapFilesOf } from '../../framework/map/files/map-files.ts';
import { toMapView, type MapView } from '../../framework/map/files/map-view.ts';
import { findRuns } from '../../journal/find-runs.ts';
import type { Slip } from '../../journal/slip.ts';
import type { Value } from '../../model/value.ts';
import type { RunEvent } from '../../model/run-event.ts';
import { systemCodeOf, toError } from '../../util/error.ts';
import type { ArtifactHost, RunHost } from '../host/host.ts';
import type { RunSettings } from '../live/live-run.ts';
import { mapNotesOf, recipesOf, stepsOf } from '../../framework/map/map-notes.ts';
import { readMap, type ReadingContext } from '../../framework/map/map-readings.ts';
import type { Program } from '../program/program.ts';
import type { RunState } from '../state/run-state.ts';

/** The folder in a slip folder in which a simulation keeps its artifacts. */
export const SIMULATED_FOLDER = 'artifacts';
/** From the work root. */
export const METRICS_FILE = '.claude/metrics/agent_metrics.jsonl';

/**
 * Keeps the artifacts of a run in step with its journal.
 *
 * K1. What is written is made of events that are on disk, and of nothing else.
 * K2. After `close` the files are those of the last event, whatever stood there.
 * K3. Writing takes at most a twentieth of the time, as that of `data.json`.
 * K4. A simulation writes below its slip folder alone.
 * K5. A branch that was made for the run begins with the plan of the one that it was made from: that alone is no projection.
 */
export interface ArtifactKeeper {
  readonly apply: (events: readonly RunEvent[]) => void;
  readonly close: () => void;
}

export interface KeptRun {
  readonly slip: Slip;
  readonly program: Program;
  /** The fold of the events that were applied, and of `past`. */
  readonly state: RunState;
  readonly past: readonly RunEvent[];
  readonly run: RunSettings['run'];
}

const NOTHING: ArtifactKeeper = { apply: () => undefined, close: () => undefined };
/** A write is followed by a rest of this many times what it took. */
const REST = 19;

/** Keeps nothing where the map names no workflow, or the host gives no place for artifacts. */
export function createArtifactKeeper(host: RunHost, kept: KeptRun): ArtifactKeeper {
  const { artifacts } = kept.program.map;
  if (artifacts?.workflow === undefined || host.artifacts === undefined) return NOTHING;
  const notes = mapNotesOf(kept.program);
  const follower = followMapRun(notes);
  const files = createFiles(host, kept, host.artifacts);
  const { warn, stagesBefore } = files;
  const found = { steps: stepsOf(notes), recipes: recipesOf(notes) };
  const context: ReadingContext = { ...kept, artifacts, ...found, stagesBefore, warn };
  let seq = 0;
  const take = (event: RunEvent): void => {
    follower.apply(event);
    ({ seq } = event);
  };
  for (const event of kept.past) take(event);
  let timer: NodeJS.Timeout | undefined;
  let restsUntil = -Infinity;
  let isWritten = kept.past.length === 0;
  const nowMs = (): number => host.clock.now().getTime();
  const flush = (all: boolean): void => {
    // After a write that failed the state is ahead of the journal (K1).
    if (seq === 0 || kept.state.lastSeq !== seq) return;
    const began = nowMs();
    files.write(toMapView(readMap(context, follower.run)), all);
    isWritten = true;
    restsUntil = nowMs() + REST * (nowMs() - began);
  };
  return {
    apply: (events) => {
      for (const event of events) take(event);
      isWritten &&= events.length === 0;
      clearTimeout(timer);
      if (nowMs() >= restsUntil) flush(false);
      if (!isWritten) timer = setTimeout(() => flush(false), Math.max(0, restsUntil - nowMs())).unref();
    },
    close: () => {
      clearTimeout(timer);
      flush(true);
    },
  };
}

interface Files {
  readonly write: (view: MapView, all: boolean) => void;
  readonly stagesBefore: ReadonlyMap<string, Value>;
  readonly warn: (line: string) => void;
}

function createFiles(host: RunHost, { slip, state, run, past }: KeptRun, place: ArtifactHost): Files {
  const { fs } = host;
  const isSimulation = host.agent.kind === 'scripted';
  const root = isSimulation ? join(slip.folder, SIMULATED_FOLDER) : host.workRoot;
  const { realPath, say } = place;
  const folder = artifactFolderOf(run.branch);
  const otherSlips = (): readonly string[] => (isSimulation ? [] : others(host, slip));
  const writer = new ArtifactWriter(fs, { root, realPath, folder, slipFolder: slip.folder, otherSlips, say });
  if (isSimulation && fs.kindOf(root) === undefined) fs.makeFolder(root);
  if (past.length === 0) carryOver(host, writer, place);
  const metrics = createMetrics(host, writer);
  const shown = isSimulation ? `${slip.path}${SIMULATED_FOLDER}/${folder}` : folder;
  if (state.finished === undefined) {
    say(isSimulation ? `Artifacts of the simulation: ${shown}` : `Artifacts: ${shown}`);
  }
  return {
    warn: (line) => writer.warn(line),
    stagesBefore: stagesIn(host, folder, otherSlips()),
    write: (view, all) => {
      const { files, stages } = mapFilesOf(view);
      writer.noteStages(stages);
      writer.write(files, all);
      metrics(view);
    },
  };
}

/** Once a run, before anything of its own is written. */
function carryOver(
  { fs, workRoot, git, branch }: RunHost,
  writer: ArtifactWriter,
  { say }: ArtifactHost,
): void {
  if (git === null || git.created === null) return;
  try {
    writer.write(carriedArtifactsOf(fs, workRoot, { from: git.branch ?? '', to: branch }), false);
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    say(`Artifacts: could not read those of the branch before: ${toError(thrown).message}`);
  }
}

/** Of each stage what the newest run that had to do with it found. */
function stagesIn({ fs }: RunHost, folder: string, slips: readonly string[]): ReadonlyMap<string, Value> {
  const stages = new Map<string, Value>();
  for (const slip of slips) {
    const ledger = readLedger(fs, slip);
    if (ledger?.folder !== folder) continue;
    for (const [name, entry] of Object.entries(ledger.stages)) {
      const isBegun = textIn(entry, 'status') !== 'not_started';
      if (isBegun && !stages.has(name)) stages.set(name, entry);
    }
  }
  return stages;
}

/** Units: runs. What older ones wrote is rarely the last text of a file. */
const MAX_OTHERS = 100;

function others({ fs, workRoot }: RunHost, slip: Slip): readonly string[] {
  const folders = findRuns(fs, workRoot).map((each) => each.folder);
  return folders.filter((each) => each !== slip.folder).slice(0, MAX_OTHERS);
}

/** Adds what is new to the metrics; where a run is gone on with, what a dead one added is looked for first. */
function createMetrics({ fs }: RunHost, writer: ArtifactWriter): (view: MapView) => void {
  let after: number | undefined;
  return (view) => {
    if (metricLinesOf(view, after ?? 0).length === 0) return;
    writer.within(METRICS_FILE, (path) => {
      const end = after === undefined ? findLinesEnd(fs, path, view.run.run) : { seq: after, rest: '' };
      const lines = metricLinesOf(view, end.seq);
      // Of a write that fails nobody knows how much is there.
      after = undefined;
      if (lines.length > 0) appendLines(fs, path, lines, end.rest);
      after = lines.at(-1)?.seq ?? end.seq;
    });
  };
}
