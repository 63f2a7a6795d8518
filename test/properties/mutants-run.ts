/**
 * Holds many mutants of maps against the laws of reading: npm run test:map-mutants
 *
 * WFMAP_MUTANTS says how many (1,000,000), WFMAP_MUTANTS_FROM the first seed (0), WFMAP_MUTANTS_WORKERS how many
 * threads (1). One mutant is its seed: WFMAP_MUTANTS=1 WFMAP_MUTANTS_FROM=4711.
 */
import { runMutants } from './mutants.ts';

const from = numberIn('WFMAP_MUTANTS_FROM', 0);
const count = numberIn('WFMAP_MUTANTS', 1_000_000);
const start = performance.now();
const { laidOut, units, slowestMs, slowestSeed, broken } = await runMutants({
  from,
  count,
  workers: numberIn('WFMAP_MUTANTS_WORKERS', 1),
});
for (const { seed, fault, name, text } of broken)
  console.log(`seed ${seed} (${name})\n${fault}\n${JSON.stringify(text)}\n`);
const seconds = (performance.now() - start) / 1000;
console.log(
  `${count} mutants from seed ${from}, ${(units / 2 ** 20).toFixed(0)} Mi characters, in ${seconds.toFixed(0)} s: ` +
    `${broken.length} broke a law, ${laidOut} could be laid out, ` +
    `the slowest took ${slowestMs.toFixed(0)} ms (seed ${slowestSeed}).`,
);
process.exitCode = broken.length > 0 ? 1 : 0;

function numberIn(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} is no number.`);
  return value;
}
