import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../../src/util/invariant.ts';
import { checked } from '../../helpers/maps.ts';
import { JOBS, type Job } from './jobs.ts';

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../../..');

/** All texts under `prompts`, by path. */
export const PROMPT_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  globSync('prompts/**/*.{md,json}', { cwd: ROOT })
    .toSorted()
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);

/** The names of the files in a folder of `prompts`, without what follows the dot. */
export function namesIn(folder: string): readonly string[] {
  return Object.keys(PROMPT_FILES)
    .filter((path) => path.startsWith(`prompts/${folder}/`))
    .map((path) => path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.')));
}

interface SchemaText {
  readonly properties?: Readonly<Record<string, SchemaText>>;
  readonly items?: SchemaText;
  readonly examples?: readonly object[];
}

/** A schema of `prompts/schemas`. Errors: throws where there is none. */
export function schemaNamed(name: string): SchemaText {
  const text = PROMPT_FILES[`prompts/schemas/${name}.json`];
  invariant(text !== undefined, `There is no schema "${name}".`);
  return JSON.parse(text) as SchemaText;
}

/** The schema of a subtask, as the blueprint lists them. */
export function subtaskSchema(): SchemaText {
  const subtask = schemaNamed('blueprint').properties?.['blueprint']?.properties?.['subtasks']?.items;
  invariant(subtask !== undefined, 'A blueprint has subtasks.');
  return subtask;
}

export function taskNameOf({ prompt, agent, settings }: Job): string {
  return [prompt, agent, ...Object.values(settings ?? {})].join(' ');
}

const TEXTS = (
  'delta answers specification question log hypothesis summary rules outcome diff base ' +
  'description focus feedback note since'
).split(' ');

/** What a task that ran workflows/parts/gates.json has. */
export const CHECKED = {
  type: 'object',
  required: ['result'],
  properties: {
    result: {
      type: 'object',
      required: ['gate', 'command', 'log'],
      properties: { gate: { type: 'string' }, command: { type: 'string' }, log: { type: 'string' } },
    },
  },
};

/** What the prompts read: as maps bind it, with the types of the reports, so that a member that no report has is told. */
function fieldsOf(): object {
  const whole = (name: string) => ({ type: 'object', schema: { ...schemaNamed(name), examples: [] } });
  const subtask = subtaskSchema();
  const texts = { type: 'array', schema: { type: 'array', items: { type: 'string' } } };
  const types: Readonly<Record<string, object>> = {
    subtask: { type: 'object', schema: subtask },
    plan: { type: 'array', schema: { type: 'array', items: subtask } },
    research: whole('research'),
    report: whole('actor-report'),
    judgement: whole('monitor-report'),
    prediction: whole('prediction'),
    predictions: whole('prediction'),
    verification: whole('final-verification'),
    contract: whole('test-report'),
    checked: { type: 'object', schema: CHECKED },
    faults: texts,
    files: texts,
    upstream: { type: 'array' },
    finished: texts,
    variants: { type: 'array' },
    gates: { type: 'array' },
    built: { type: 'array' },
    done: texts,
    again: { type: 'array', schema: { type: 'array', items: subtask } },
    previous: { type: 'array', schema: { type: 'array', items: subtask } },
    earlier: whole('final-verification'),
    repeated: { type: 'boolean' },
    ...Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' }])),
  };
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => [
      name,
      {
        ...type,
        description: name,
        required: 'type' in type && /^(?:array|object)$/.test(String(type.type)),
      },
    ]),
  );
}

/** A map in which each job is a task, one after the other. */
export function jobMap(jobs: readonly Job[] = JOBS): string {
  const names = [...jobs.map(taskNameOf), 'End'];
  const tasks = jobs.map((job, index) => [
    taskNameOf(job),
    {
      type: 'claude',
      writes: ['anything'],
      agent: job.agent,
      promptTemplatePath: `prompts/map/${job.prompt}.md`,
      ...(job.settings === undefined ? {} : { promptParams: job.settings }),
      output: { schemaPath: `prompts/schemas/${job.schema}.json` },
      actions: { Next: { target: names[index + 1], when: 'true' } },
    },
  ]);
  return JSON.stringify({
    description: 'Every job',
    startTaskDefinition: 'Goal',
    workslipFields: fieldsOf(),
    taskDefinitions: {
      // Names that an input cannot have, or that are not in its style.
      Goal: {
        type: 'decide',
        set: {
          goal: '"Options take durations."',
          is_fix: 'true',
          retry_context: '""',
        },
        actions: { Go: { target: names[0] } },
      },
      ...Object.fromEntries(tasks),
      End: { type: 'end' },
    },
  });
}

export function checkedJobs() {
  return checked(jobMap(), PROMPT_FILES);
}
