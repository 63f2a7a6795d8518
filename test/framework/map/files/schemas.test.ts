import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  artifactSchema,
  compile,
  describedIn,
  SCHEMAS,
  type Json,
  type Schema,
} from '../../../helpers/artifact-schemas.ts';
import { artifactsOf, ENDS } from './ends.ts';

type Path = readonly (string | number)[];

const TEXTS =
  /(?:task_plan_main|test_contract_ST-\d+|learning-handoff|spec_main|pr-draft|verification-summary|code-review-\d+)\.md$|\.gitignore$|research\/[\w-]+\.json$/;

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

function without(value: Json, path: Path): Json {
  const copy = structuredClone(value);
  let owner = copy;
  for (const key of path.slice(0, -1)) owner = (owner as { [key: string]: Json })[key]!;
  delete (owner as { [key: string]: Json })[String(path.at(-1))];
  return copy;
}

/** All values of a run that a schema describes. */
async function described(end: string): Promise<readonly (readonly [string, string, Json])[]> {
  return Object.entries(await artifactsOf(end)).flatMap(([path, text]) => {
    const found = describedIn(path, text);
    if (found.length === 0) expect(path).toMatch(TEXTS);
    return found.map(([name, value]) => [path, name, value] as const);
  });
}

describe.each(Object.keys(ENDS))('of a run that is %s', (end) => {
  test('every artifact is as its schema says', async () => {
    for (const [path, name, value] of await described(end)) {
      expect([path, compile(artifactSchema(name)).check(value)]).toEqual([path, []]);
    }
  });

  test('no artifact is as its schema says once any required key is gone from it, or an unknown one is there', async () => {
    for (const [path, name, value] of await described(end)) {
      const schema = artifactSchema(name);
      const { check } = compile(schema);
      for (const key of requiredIn(value, schema)) {
        expect([path, key, check(without(value, key)).length > 0]).toEqual([path, key, true]);
      }
      expect(check({ ...(value as { [key: string]: Json }), unknown: 1 })).not.toEqual([]);
    }
  });
});

test('every schema but those for files of a map describes something of these runs', async () => {
  const seen = new Set<string>();
  for (const end of Object.keys(ENDS)) for (const [, name] of await described(end)) seen.add(name);
  const names = readdirSync(SCHEMAS).map((file) => file.replace('.schema.json', ''));
  expect(names.filter((name) => !seen.has(name))).toEqual(['workflow-fit']);
});
