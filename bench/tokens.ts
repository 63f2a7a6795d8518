// How many tokens maps take in the map language and as JSON: node bench/tokens.ts
import { countMaps, type TokenCount } from '../test/helpers/count-tokens.ts';

const WORKFLOWS = `${import.meta.dirname}/../workflows`;

for (const [title, pattern] of [
  ['all shipped maps', '{*,parts/*}.wfmap'],
  ['all patterns', 'patterns/*.wfmap'],
] as const) {
  const counts = countMaps(WORKFLOWS, pattern);
  const sum = (of: Exclude<keyof TokenCount, 'map'>) => counts.reduce((all, each) => all + each[of], 0);
  const total = { map: title, dsl: sum('dsl'), json: sum('json'), minified: sum('minified') };
  for (const { map, dsl, json, minified } of [...counts, total]) {
    const share = (of: number) => `${((100 * dsl) / of).toFixed(1)} %`;
    process.stdout.write(
      `${map.padEnd(26)} ${String(dsl).padStart(6)} of ${String(json).padStart(6)}: ${share(json)}, ` +
        `of ${String(minified).padStart(6)} minified: ${share(minified)}\n`,
    );
  }
}
