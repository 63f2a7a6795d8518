import { stringify } from 'yaml';
import type { RecordedRun } from './record-run.ts';

/** What stands around a recorded run in its file. */
export interface ScenarioHead {
  /** Lines of a comment. */
  readonly comment: readonly string[];
  /** As a scenario names it, from the folder of the file. */
  readonly map: string;
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Units: columns. */
const WIDTH = 110;

/** A recorded run as a file of one scenario, in YAML. `expectsResult`: whether the result of its end is expected. */
export function scenarioText(
  { fields, project, branch, answers, expect }: RecordedRun,
  { comment, map, name, files }: ScenarioHead,
  expectsResult: boolean,
): string {
  const { result, ...others } = expect;
  const value = {
    map,
    ...(isEmpty(fields) ? {} : { fields }),
    ...(isEmpty(project) ? {} : { project }),
    ...(branch === undefined ? {} : { branch }),
    ...(isEmpty(files) ? {} : { files }),
    scenarios: [
      {
        name,
        ...(isEmpty(answers) ? {} : { answers }),
        expect: expectsResult && result !== undefined ? expect : others,
      },
    ],
  };
  const yaml = stringify(value, { lineWidth: WIDTH, aliasDuplicateObjects: false });
  return [...comment.map((line) => `# ${line}\n`), yaml].join('');
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
