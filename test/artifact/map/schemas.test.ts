import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../../src/model/value.ts';
import { compileSchema } from '../../../src/schema/compile-schema.ts';
import { artifactsOf, ENDS } from './ends.ts';

const FOLDER = `${import.meta.dirname}/../../../grammar/artifacts`;

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
type Path = readonly (string | number)[];

interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

function schemaOf(name: string): Schema {
  return JSON.parse(readFileSync(`${FOLDER}/${name}.schema.json`, 'utf8')) as Schema;
}

/** Which schema describes a file, and what of the file it describes. */
const READERS: readonly (readonly [RegExp, string, (text: string) => Json[]])[] = [
  [/\/step_state\.json$/, 'step-state', one],
  [/\/blueprint\.json$/, 'blueprint', one],
  [/\/state_main\.json$/, 'state', one],
  [/\/verification_results_main\.json$/, 'verification-results', one],
  [/\/repo_insight_main\.json$/, 'repo-insight', one],
  [/\/artifact_manifest\.json$/, 'artifact-manifest', one],
  [/\/test_handoff_ST-\d+\.json$/, 'test-handoff', one],
  [/\/learning-handoff\.json$/, 'learning-handoff', one],
  [/\/learning-metrics\.json$/, 'learning-metrics', one],
  [/\/workflow_logs\/.*\.json$/, 'workflow-log', one],
  [/\/progress\.md$/, 'progress', (text) => [parse(text.split('---\n')[1] ?? '') as Json]],
  [/\/agent_metrics\.jsonl$/, 'agent-metrics', (text) => text.trimEnd().split('\n').flatMap(one)],
];

function one(text: string): Json[] {
  return [JSON.parse(text) as Json];
}

const TEXTS =
  /(?:task_plan_main|test_contract_ST-\d+|learning-handoff|spec_main)\.md$|\.gitignore$|research\/Sort-the-list\.json$/;

/** The required keys of a value, and of all values in it, that a schema asks for. */
function requiredIn(value: Json, schema: Schema, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => requiredIn(each, schema.items ?? {}, [...path, index]));
  }
  const inner = schema.oneOf?.find((each) => compile(each).check(value).length === 0);
  if (inner !== undefined) return requiredIn(value, inner, path);
  const { required = [], properties = {}, additionalProperties } = schema;
  const rest = typeof additionalProperties === 'object' ? additionalProperties : {};
  const own = Object.keys(value).filter((key) => required.includes(key));
  const deeper = Object.entries(value).flatMap(([key, each]) =>
    requiredIn(each, properties[key] ?? rest, [...path, key]),
  );
  return [...own.map((key) => [...path, key]), ...deeper];
}

function compile(schema: Schema) {
  const compiled = compileSchema(schema as Value);
  if ('fault' in compiled) throw new Error(compiled.fault);
  return compiled;
}

function without(value: Json, path: Path): Json {
  const copy = structuredClone(value);
  let owner = copy;
  for (const key of path.slice(0, -1)) owner = (owner as { [key: string]: Json })[key]!;
  delete (owner as { [key: string]: Json })[String(path.at(-1))];
  return copy;
}

/** All values of a run that a schema describes. */
async function described(end: string): Promise<readonly (readonly [string, string, Json])[]> {
  const texts = Object.entries(await artifactsOf(end));
  return texts.flatMap(([path, text]) => {
    const reader = READERS.find(([pattern]) => pattern.test(path));
    if (reader === undefined) {
      expect(path).toMatch(TEXTS);
      return [];
    }
    return reader[2](text).map((value) => [path, reader[1], value] as const);
  });
}

describe.each(Object.keys(ENDS))('of a run that is %s', (end) => {
  test('every artifact is as its schema says', async () => {
    for (const [path, name, value] of await described(end)) {
      expect([path, compile(schemaOf(name)).check(value)]).toEqual([path, []]);
    }
  });

  test('no artifact is as its schema says once any required key is gone from it, or an unknown one is there', async () => {
    for (const [path, name, value] of await described(end)) {
      const schema = schemaOf(name);
      const { check } = compile(schema);
      for (const key of requiredIn(value, schema)) {
        expect([path, key, check(without(value, key)).length > 0]).toEqual([path, key, true]);
      }
      expect(check({ ...(value as { [key: string]: Value }), unknown: 1 })).not.toEqual([]);
    }
  });
});

test('every schema but those for files of a map describes something of these runs', async () => {
  const seen = new Set<string>();
  for (const end of Object.keys(ENDS)) for (const [, name] of await described(end)) seen.add(name);
  const names = readdirSync(FOLDER).map((file) => file.replace('.schema.json', ''));
  expect(names.filter((name) => !seen.has(name))).toEqual(['workflow-fit']);
});
