import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Rule } from './project.ts';

const SCHEMAS = resolve(import.meta.dirname, '../../../prompts/schemas');

/** What a schema of the shipped agents gives as its first example: a report of work that went well. */
export function exampleOf(schema: string): Readonly<Record<string, unknown>> {
  const { examples } = JSON.parse(readFileSync(resolve(SCHEMAS, `${schema}.json`), 'utf8')) as {
    readonly examples: readonly Readonly<Record<string, unknown>>[];
  };
  const [first] = examples;
  if (first === undefined) throw new Error(`the schema "${schema}" has no example`);
  return first;
}

/** A plan of as many subtasks, one after the other, without risk. */
export function planOf(...titles: readonly string[]): Readonly<Record<string, unknown>> {
  const subtasks = titles.map((title, index) => ({
    id: `ST-00${index + 1}`,
    title,
    description: title,
    dependencies: index === 0 ? [] : [`ST-00${index}`],
    risk_level: 'low',
    risks: [],
    security_critical: false,
    complexity_score: 2,
    validation_criteria: [`VC1: ${title} is done`],
    aag_contract: `Greeter -> ${title} -> done`,
    affected_files: ['src/greet.txt'],
  }));
  return {
    analysis: { assumptions: [], open_questions: [] },
    blueprint: { summary: 'A greeting', subtasks },
  };
}

/** Answers for the jobs of a run of the map `efficient` that goes well. */
export const GOES_WELL: readonly Rule[] = [
  { match: '# Job: plan the work', output: planOf('greet by name') },
  { match: '# Job: prepare a subtask', output: exampleOf('research') },
  { match: '# Job: make this change', output: exampleOf('actor-report') },
  { match: '# Job: judge this change', output: exampleOf('monitor-report') },
  { match: '# Job: verify the whole', output: exampleOf('final-verification') },
];
