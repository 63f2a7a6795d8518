// How many tokens maps take in the map language and as JSON: node bench/tokens.ts
import { countMaps, type TokenCount } from '../test/helpers/count-tokens.ts';

const WORKFLOWS = `${import.meta.dirname}/../workflows`;
const framework = countMaps(WORKFLOWS, '{*,parts/*}.wfmap');
const patterns = countMaps(WORKFLOWS, 'patterns/*.wfmap');

function sumOf(map: string, counts: readonly TokenCount[]): TokenCount {
  const sum = (of: Exclude<keyof TokenCount, 'map'>) => counts.reduce((total, each) => total + each[of], 0);
  return { map, dsl: sum('dsl'), json: sum('json'), minified: sum('minified') };
}

for (const { map, dsl, json, minified } of [
  ...framework,
  sumOf('maps of the MAP framework', framework),
  ...patterns,
  sumOf('patterns of wfmap new', patterns),
  sumOf('all that ship', [...framework, ...patterns]),
]) {
  const share = (of: number) => `${((100 * dsl) / of).toFixed(1)} %`;
  process.stdout.write(
    `${map.padEnd(26)} ${String(dsl).padStart(6)} of ${String(json).padStart(6)}: ${share(json)}, ` +
      `of ${String(minified).padStart(6)} minified: ${share(minified)}\n`,
  );
}
