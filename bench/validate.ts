import { appendFileSync, cpSync } from 'node:fs';
import { interleave, median, ratioOf, text, type Figure, type Measure, type Pair } from './measure.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM, ROOT, runNode, runNothing } from './whole-process.ts';

const ROUNDS = 15;

/**
 * A small map, and the largest with all that it uses: three maps in it, 20 schemas, 30 prompts.
 *
 * `cold` and `code` are limits of what a check takes with nothing kept from before, and with the compiled code kept.
 */
const MAPS = [
  { map: 'workflows/do-subtask.json', cold: 3, code: 3 },
  { map: 'workflows/efficient.json', cold: 10, code: 9 },
  { map: 'workflows/do-subtask.wfmap', cold: 5, code: 5 },
] as const;

/** The largest map after an edit, with what was kept of the maps in it. Units: as those of {@link MAPS}. */
const EDITED = { map: 'workflows/efficient.json', limit: 4.5 };

/** `wfmap validate` on shipped maps against a bare node: nothing kept from before, code kept, results kept. */
export const validate: Measure = {
  name: 'validate',
  run: () =>
    withScratch(async (folder) => {
      // No folder can be made under a file, so nothing is kept there.
      const nothing = { NODE_DISABLE_COMPILE_CACHE: '1', XDG_CACHE_HOME: '/dev/null' };
      const code = { NODE_COMPILE_CACHE: `${folder}/code`, XDG_CACHE_HOME: '/dev/null' };
      const results = { NODE_COMPILE_CACHE: `${folder}/code`, XDG_CACHE_HOME: `${folder}/results` };
      const figures: Figure[] = [];
      for (const { map, ...limits } of MAPS) {
        const name = `validate ${map.replace('workflows/', '')}`;
        figures.push(
          figure(`${name}, cold`, limits.cold, await against(map, nothing)),
          figure(`${name}, code cached, map changed`, limits.code, await against(map, code)),
          figure(`${name}, unchanged`, 2, await against(map, results)),
        );
      }
      figures.push(figure('validate efficient.json, edited', EDITED.limit, await edited(folder, results)));
      return figures;
    }),
};

/** In a copy of the maps, which is not these files. */
function edited(folder: string, environment: Readonly<Record<string, string>>): Promise<Pair> {
  const project = `${folder}/project`;
  for (const each of ['workflows', 'prompts'])
    cpSync(`${ROOT}/${each}`, `${project}/${each}`, { recursive: true });
  const run = (): number => {
    appendFileSync(`${project}/${EDITED.map}`, '\n');
    return runNode([PROGRAM, 'validate', EDITED.map], { environment, folder: project });
  };
  return interleave(ROUNDS, run, runNothing);
}

function against(map: string, environment: Readonly<Record<string, string>>): Promise<Pair> {
  return interleave(ROUNDS, () => runNode([PROGRAM, 'validate', map], { environment }), runNothing);
}

function figure(name: string, limit: number, pair: Pair): Figure {
  return {
    name,
    ...ratioOf(pair),
    limit,
    detail: `${text(median(pair.ours))} ms; node -e 0 ${text(median(pair.limit))} ms`,
  };
}
