import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { convertMap, type MapForm } from '../../print/convert.ts';
import { packageRoot } from '../../project/package-root.ts';
import { readText } from '../../project/read-text.ts';
import { invariant } from '../../util/invariant.ts';
import type { NewFile } from '../eject/write-files.ts';

export interface NewMap {
  /** The name of a pattern. */
  readonly pattern: string;
  readonly name: string;
  readonly form: MapForm;
  /** The schema that a JSON map names, from the root of the project; undefined leaves `$schema` out. */
  readonly schema: string | undefined;
}

/** Units: bytes. */
const MAX_FILE_BYTES = 1_048_576;

/**
 * Makes the files of a new map: a pattern that is called by another name.
 *
 * Shape: its prompts and schemas, its scenarios, and last the map itself, which is never there without the rest.
 */
export function filesOfPattern({ pattern, name, form, schema }: NewMap): readonly NewFile[] {
  const home = packageRoot();
  const read = (path: string): string =>
    // The one folder is in the text of the map, the other in comments.
    readText(join(home, path), MAX_FILE_BYTES).replaceAll(`patterns/${pattern}`, name);
  const prompts = readdirSync(join(home, 'prompts/patterns', pattern))
    .toSorted()
    .map((file) => ({ path: `prompts/${name}/${file}`, text: read(`prompts/patterns/${pattern}/${file}`) }));
  const scenarios = read(`workflows/patterns/${pattern}.scenario.yaml`);
  const map = read(`workflows/patterns/${pattern}.wfmap`);
  return [
    ...prompts,
    {
      path: `workflows/scenarios/${name}.scenario.yaml`,
      text: scenarios.replace(/^map: .*$/m, () => `map: ../${name}.${form}`),
    },
    { path: `workflows/${name}.${form}`, text: form === 'json' ? jsonOf(map, schema) : map },
  ];
}

/** Comments are lost: JSON has none. */
function jsonOf(text: string, schema: string | undefined): string {
  const json = convertMap({ name: 'pattern.wfmap', text }, 'json', () => undefined);
  invariant(json, 'a shipped pattern can be read');
  return schema === undefined ? json : json.replace('{', () => `{\n  "$schema": "../${schema}",`);
}
