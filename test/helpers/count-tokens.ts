import { globSync, readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** What a shipped map costs in tokens (o200k): in the map language, as JSON with 2-space indentation, minified. */
export interface TokenCount {
  readonly map: string;
  readonly dsl: number;
  readonly json: number;
  readonly minified: number;
}

export function countShippedMaps(workflows: string): readonly TokenCount[] {
  return globSync('{*,parts/*}.wfmap', { cwd: workflows })
    .toSorted()
    .map((map) => {
      const value: unknown = JSON.parse(
        readFileSync(`${workflows}/${map.replace(/wfmap$/, 'json')}`, 'utf8'),
      );
      return {
        map,
        dsl: countTokens(readFileSync(`${workflows}/${map}`, 'utf8')),
        json: countTokens(JSON.stringify(value, null, 2)),
        minified: countTokens(JSON.stringify(value)),
      };
    });
}
