import type { Memory } from '../../artifact/artifact-ledger.ts';
import type { Value } from '../../model/value.ts';
import type { FollowedRun, Projection, RunProjection } from '../../run/host/projection.ts';
import { invariant } from '../../util/invariant.ts';
import { artifactFolderOf } from './artifact-folder.ts';
import { carriedArtifactsOf, carriedStage } from './carried-artifacts.ts';
import { METRICS_FILE, metricLinesOf } from './files/agent-metrics.ts';
import { mapFilesOf } from './files/map-files.ts';
import { toMapView } from './files/map-view.ts';
import { followMapRun } from './follow/follow-map-run.ts';
import { textIn } from './follow/member.ts';
import { mapNotesOf, recipesOf, stepsOf } from './map-notes.ts';
import { mapSectionOf } from './map-section.ts';
import { readMap } from './map-readings.ts';

/** The files of the MAP framework in `.map`, and its metrics. A map asks for them by naming its workflow. */
export const MAP_PROJECTION: Projection = {
  isOf: (map) => mapSectionOf(map)?.workflow !== undefined,
  folderOf: artifactFolderOf,
  keeps: ['.map/**', METRICS_FILE],
  ignored: ['.map', '.claude/metrics'],
  carried: carriedArtifactsOf,
  follow,
};

function follow({ program, state, view, run, warn, ...left }: FollowedRun): RunProjection {
  const notes = mapNotesOf(program);
  const follower = followMapRun(notes, view);
  const section = mapSectionOf(program.map);
  invariant(section, 'The map asks for these files.');
  const found = {
    steps: stepsOf(notes),
    recipes: recipesOf(notes),
    stagesBefore: stagesBefore(left, run.branch),
  };
  const context = { program, section, state, run, ...found, warn };
  const { branch } = run;
  const workflow = section.workflow ?? '';
  return {
    apply: follower.apply,
    files: () => {
      const { files, stages } = mapFilesOf(toMapView(readMap(context, follower.run)));
      return { files, memory: { stages } };
    },
    lines: {
      path: METRICS_FILE,
      after: (seq) => metricLinesOf({ run: follower.run, branch, workflow }, seq),
    },
  };
}

/** How stages stand before a run: on its branch, else on the one that this was made from. */
function stagesBefore(
  { memories, before }: Pick<FollowedRun, 'memories' | 'before'>,
  to: string,
): ReadonlyMap<string, Value> {
  const stages = new Map(stagesIn(memories));
  for (const [name, found] of before === undefined ? [] : stagesIn(before.memories)) {
    const stage = carriedStage(name, found, { from: before?.branch ?? '', to });
    if (stage !== undefined && !stages.has(name)) stages.set(name, stage);
  }
  return stages;
}

/** Of each stage what the newest run that worked on it found. */
function stagesIn(memories: readonly Memory[]): ReadonlyMap<string, Value> {
  const stages = new Map<string, Value>();
  for (const { stages: found = null } of memories) {
    const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
    for (const [name, entry] of entries) {
      const isBegun = textIn(entry, 'status') !== 'not_started';
      if (isBegun && !stages.has(name)) stages.set(name, entry);
    }
  }
  return stages;
}
