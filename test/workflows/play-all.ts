import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { loadProgram } from '../../src/cli/io/load-program.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { findScenarios } from '../../src/project/find-scenarios.ts';
import type { Program } from '../../src/run/program/program.ts';
import { playScenario } from '../../src/scenario/play-scenario.ts';
import { readScenarioFile } from '../../src/scenario/read-scenario-file.ts';
import { startFields } from '../../src/scenario/start-fields.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A scenario of a shipped map, played. */
export interface PlayedScenario {
  readonly file: string;
  readonly name: string;
  readonly program: Program;
  readonly events: readonly RunEvent[];
}

/** Plays every scenario of the shipped maps. */
export async function* playAll(): AsyncGenerator<PlayedScenario> {
  for (const name of findScenarios(`${ROOT}/workflows`)) {
    const path = join(ROOT, 'workflows', name);
    const file = readScenarioFile({ name, text: readFileSync(path, 'utf8') });
    if ('problems' in file) throw new Error(`${name} is no file of scenarios.`);
    const loaded = loadProgram(relative(ROOT, join(dirname(path), file.map)), ROOT, ROOT);
    for (const scenario of file.scenarios) {
      const fields = startFields(loaded.program, scenario.fields);
      if ('problems' in fields) throw new Error(fields.problems.join(' '));
      const { events } = await playScenario(loaded, scenario, fields.values);
      yield { file: name, name: scenario.name, program: loaded.program, events };
    }
  }
}

/** The ten variants of the MAP framework. */
export const VARIANTS = [
  'efficient',
  'fast',
  'tdd',
  'task',
  'debug',
  'debate',
  'review',
  'learn',
  'plan',
  'check',
];
