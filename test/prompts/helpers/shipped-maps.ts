import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../../src/check/check.ts';
import type { Checked } from '../../../src/check/checked.ts';
import { PROMPT_FILES, ROOT } from './job-map.ts';

const MAPS: Readonly<Record<string, string>> = Object.fromEntries(
  globSync('workflows/{*,parts/*}.json', { cwd: ROOT })
    .toSorted()
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);

/** All maps that come with wfmap, by the name that people run them by; parts have their folder in it. */
export function shippedMaps(): ReadonlyMap<string, Checked> {
  const files = { ...PROMPT_FILES, ...MAPS };
  return new Map(
    Object.entries(MAPS).map(([name, text]) => [
      name.slice('workflows/'.length, -'.json'.length),
      check({ name, text }, (path) => {
        const found = files[path];
        if (found === undefined) return { kind: 'missing', lookedIn: [path] };
        return { kind: 'found', source: { name: path, text: found } };
      }),
    ]),
  );
}

/** The names of the prompts in `prompts/map` that tasks have, of agents and of people. */
export function promptsOfMaps(): readonly string[] {
  return Object.values(MAPS).flatMap((text) =>
    Array.from(text.matchAll(/"prompts\/map\/([^"]+)\.md"/g), ([, name = '']) => name),
  );
}
