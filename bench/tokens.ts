// How many tokens the shipped maps take in the map language and as JSON: node bench/tokens.ts
import { countShippedMaps } from '../test/helpers/count-tokens.ts';

const counts = countShippedMaps(`${import.meta.dirname}/../workflows`);
const sum = (of: (count: (typeof counts)[number]) => number) =>
  counts.reduce((all, each) => all + of(each), 0);
const total = {
  map: 'all',
  dsl: sum((each) => each.dsl),
  json: sum((each) => each.json),
  minified: sum((each) => each.minified),
};

for (const { map, dsl, json, minified } of [...counts, total]) {
  const share = (of: number) => `${((100 * dsl) / of).toFixed(1)} %`;
  process.stdout.write(
    `${map.padEnd(24)} ${String(dsl).padStart(6)} of ${String(json).padStart(6)}: ${share(json)}, ` +
      `of ${String(minified).padStart(6)} minified: ${share(minified)}\n`,
  );
}
