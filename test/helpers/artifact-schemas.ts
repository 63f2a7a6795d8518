import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Value } from '../../src/model/value.ts';
import { compileSchema } from '../../src/schema/compile-schema.ts';

export const SCHEMAS = `${import.meta.dirname}/../../grammar/artifacts`;

export type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;

export interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

const known = new Map<string, Schema>();

export function artifactSchema(name: string): Schema {
  const schema =
    known.get(name) ?? (JSON.parse(readFileSync(`${SCHEMAS}/${name}.schema.json`, 'utf8')) as Schema);
  known.set(name, schema);
  return schema;
}

export function compile(schema: Schema) {
  const compiled = compileSchema(schema as Value);
  if ('fault' in compiled) throw new Error(compiled.fault);
  return compiled;
}

function one(text: string): Json[] {
  return [JSON.parse(text) as Json];
}

/** Which schema describes a file, and what of the file it describes. */
const READERS: readonly (readonly [RegExp, string, (text: string) => Json[]])[] = [
  [/\/step_state\.json$/, 'step-state', one],
  [/\/blueprint\.json$/, 'blueprint', one],
  [/\/state_[^/]*\.json$/, 'state', one],
  [/\/verification_results_[^/]*\.json$/, 'verification-results', one],
  [/\/repo_insight_[^/]*\.json$/, 'repo-insight', one],
  [/\/artifact_manifest\.json$/, 'artifact-manifest', one],
  [/\/test_handoff_ST-\d+\.json$/, 'test-handoff', one],
  [/\/learning-handoff\.json$/, 'learning-handoff', one],
  [/\/learning-metrics\.json$/, 'learning-metrics', one],
  [/\/active-issues\.json$/, 'active-issues', one],
  [/\/run_health_report\.json$/, 'run-health', one],
  [/\/workflow-fit\.json$/, 'workflow-fit', one],
  [/\/workflow_logs\/.*\.json$/, 'workflow-log', one],
  [/\/progress\.md$/, 'progress', (text) => [parse(text.split('---\n')[1] ?? '') as Json]],
  [/\/agent_metrics\.jsonl$/, 'agent-metrics', (text) => text.trimEnd().split('\n').flatMap(one)],
];

/** What of a file a schema describes, with the name of that; none for one that has none. */
export function describedIn(path: string, text: string): readonly (readonly [schema: string, value: Json])[] {
  const reader = READERS.find(([pattern]) => pattern.test(path));
  return reader === undefined ? [] : reader[2](text).map((value) => [reader[1], value] as const);
}
