import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { followMapRun } from '../../src/framework/map/follow/follow-map-run.ts';
import { mapFilesOf } from '../../src/framework/map/files/map-files.ts';
import { toMapView } from '../../src/framework/map/files/map-view.ts';
import { loadProgram } from '../../src/cli/io/load-program.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { findScenarios } from '../../src/project/find-scenarios.ts';
import { mapNotesOf, recipesOf, stepsOf } from '../../src/framework/map/map-notes.ts';
import { mapSectionOf } from '../../src/framework/map/map-section.ts';
import { readMap } from '../../src/framework/map/map-readings.ts';
import type { Program } from '../../src/run/program/program.ts';
import { createRunState } from '../../src/run/state/run-state.ts';
import { fold } from '../../src/run/state/fold.ts';
import { applyEvent } from '../../src/view/apply-event.ts';
import { createRunView } from '../../src/view/run-view.ts';
import { playScenario } from '../../src/scenario/play-scenario.ts';
import { readScenarioFile } from '../../src/scenario/read-scenario-file.ts';
import { startFields } from '../../src/scenario/start-fields.ts';
import { artifactSchema, compile, describedIn } from '../helpers/artifact-schemas.ts';
import { tries } from '../helpers/tries.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Units: events between two looks at what a run has come to. */
const STRIDE = tries(23, 101);

/** What is wrong with the artifacts of a run, at every so many events and at its end. */
function faultsOf(program: Program, events: readonly RunEvent[]): readonly unknown[] {
  const section = mapSectionOf(program.map);
  if (section === undefined) return [];
  const notes = mapNotesOf(program);
  const view = createRunView();
  const follower = followMapRun(notes, view);
  const state = createRunState();
  const faults: unknown[] = [];
  const run = {
    id: 'map/slip-001',
    branch: 'feature/x',
    root: '/project',
    artifacts: '/project/.map/feature-x',
  };
  const warn = (line: string) => faults.push(line);
  const found = { steps: stepsOf(notes), recipes: recipesOf(notes) };
  const context = { program, section, state, run, ...found, stagesBefore: new Map(), warn };
  for (const event of events) {
    fold(state, event, program);
    follower.apply(event, applyEvent(view, event));
    if (event.seq % STRIDE !== 0 && event.seq !== events.length) continue;
    for (const { path, text } of mapFilesOf(toMapView(readMap(context, follower.run))).files) {
      for (const [name, value] of describedIn(path, text)) {
        const found = compile(artifactSchema(name)).check(value);
        if (found.length > 0) faults.push([event.seq, path, found]);
      }
    }
  }
  return faults;
}

describe.each(findScenarios(`${ROOT}/workflows`))('of %s', (name) => {
  test('every run has artifacts as their schemas say, whenever somebody looks', async () => {
    const path = join(ROOT, 'workflows', name);
    const file = readScenarioFile({ name, text: readFileSync(path, 'utf8') });
    if ('problems' in file) throw new Error('It is no file of scenarios.');
    const loaded = loadProgram(relative(ROOT, join(dirname(path), file.map)), ROOT, ROOT);
    for (const scenario of file.scenarios) {
      const fields = startFields(loaded.program, scenario.fields);
      if ('problems' in fields) throw new Error(fields.problems.join(' '));
      const { events } = await playScenario(loaded, scenario, fields.values);
      expect([scenario.name, faultsOf(loaded.program, events)]).toEqual([scenario.name, []]);
    }
  });
});
