import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProgram } from '../../../src/cli/io/load-program.ts';
import { playScenario } from '../../../src/scenario/play-scenario.ts';
import { readScenarioFile } from '../../../src/scenario/read-scenario-file.ts';
import { recordRun } from '../../../src/scenario/record/record-run.ts';
import { scenarioText } from '../../../src/scenario/record/scenario-text.ts';
import { startFields } from '../../../src/scenario/start-fields.ts';
import { testScenario } from '../../../src/scenario/test-scenario.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'workflows/scenarios');

function read(name: string, text: string) {
  const file = readScenarioFile({ name, text });
  if ('problems' in file) throw new Error(JSON.stringify(file.problems.map(({ message }) => message)));
  return file;
}

// Agents, commands, people, inner maps and pauses; the others take longer and add no kind of answer.
const NAMES = readdirSync(FOLDER).filter((name) => /^(?:fast|check|plan|review|task)\./.test(name));

test.for(NAMES)(
  'the record of each run that %s plays comes to the same end with the same steps',
  async (name) => {
    const file = read(name, readFileSync(join(FOLDER, name), 'utf8'));
    const loaded = loadProgram(join('workflows/scenarios', file.map), ROOT, ROOT);
    const failures: unknown[] = [];
    for (const scenario of file.scenarios) {
      const fields = startFields(loaded.program, scenario.fields);
      if (!('values' in fields)) throw new Error(fields.problems.join(' '));
      const played = await playScenario(loaded, scenario, fields.values);
      const recorded = recordRun({
        events: played.events,
        program: loaded.program,
        editsOf: () => undefined,
      });
      const head = { comment: ['A record'], map: file.map, name: scenario.name, files: {} };
      const [again] = read(name, scenarioText(recorded, head, true)).scenarios;
      if (again === undefined) throw new Error('no scenario');
      const outcome = await testScenario(loaded, { ...again, branch: scenario.branch });
      if (outcome.failures.length > 0) failures.push([scenario.name, outcome.failures]);
    }
    expect(failures).toEqual([]);
  },
);
