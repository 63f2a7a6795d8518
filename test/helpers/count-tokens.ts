import { globSync, readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { convertMap } from '../../src/print/convert.ts';
import type { Source } from '../../src/text/source.ts';

/** What a map costs in tokens (o200k): in the map language, as JSON with 2-space indentation, minified. */
export interface TokenCount {
  readonly map: string;
  readonly dsl: number;
  readonly json: number;
  readonly minified: number;
}

/** Shape: the maps of a folder that are there in the language; comments, which JSON has none of, are not counted. */
export function countMaps(folder: string, pattern: string): readonly TokenCount[] {
  return globSync(pattern, { cwd: folder })
    .toSorted()
    .map((map) => {
      const json = convert({ name: map, text: readFileSync(`${folder}/${map}`, 'utf8') }, 'json');
      const value: unknown = JSON.parse(json);
      return {
        map,
        dsl: countTokens(convert({ name: 'map.json', text: json }, 'wfmap')),
        json: countTokens(JSON.stringify(value, null, 2)),
        minified: countTokens(JSON.stringify(value)),
      };
    });
}

/** What a map takes in the language, as a part of what its JSON takes. */
export function shareOf(counts: readonly TokenCount[]): number {
  const sum = (of: 'dsl' | 'json') => counts.reduce((all, each) => all + each[of], 0);
  return sum('dsl') / sum('json');
}

function convert(source: Source, form: 'json' | 'wfmap'): string {
  const text = convertMap(source, form, (code) => {
    throw new Error(`${source.name}: ${code}`);
  });
  if (text === undefined) throw new Error(`${source.name} is no map.`);
  return text;
}
