import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { chainMap } from './chain-map.ts';
import { interleave, median, ratioOf, text, type Figure, type Measure, type Pair } from './measure.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM, ROOT, runNode, runNothing } from './whole-process.ts';

const ROUNDS = 11;

/** A small map in both forms, and the largest with all that it uses: three maps in it, 20 schemas, 30 prompts. */
const MAPS = ['workflows/do-subtask.json', 'workflows/do-subtask.wfmap', 'workflows/efficient.json'];

/** `wfmap validate` against a bare node: with nothing kept from before, with all kept, and after an edit. */
export const validate: Measure = {
  name: 'validate',
  run: () =>
    withScratch(async (folder) => {
      // No folder can be made under a file, so nothing is kept there.
      const nothing = { NODE_DISABLE_COMPILE_CACHE: '1', XDG_CACHE_HOME: '/dev/null' };
      const code = { NODE_COMPILE_CACHE: `${folder}/code`, XDG_CACHE_HOME: '/dev/null' };
      const kept = { NODE_COMPILE_CACHE: `${folder}/code`, XDG_CACHE_HOME: `${folder}/results` };
      const figures: Figure[] = [];
      for (const map of MAPS) {
        const name = `validate ${map.replace('workflows/', '')}`;
        figures.push(
          figure(`${name}, cold`, await against(map, nothing)),
          figure(`${name}, code kept`, await against(map, code)),
          figure(`${name}, unchanged`, await against(map, kept)),
        );
      }
      const project = `${folder}/project`;
      for (const each of ['workflows', 'prompts'])
        cpSync(`${ROOT}/${each}`, `${project}/${each}`, { recursive: true });
      writeFileSync(`${project}/large.json`, chainMap(1000));
      const [efficient, large] = ['workflows/efficient.json', 'large.json'];
      figures.push(
        figure('validate efficient.json, edited', await edited(project, efficient, kept)),
        figure('validate 1,000 tasks of JSON, edited', await edited(project, large, kept)),
      );
      return figures;
    }),
};

/** In a copy of the maps, which is not these files. */
function edited(folder: string, map: string, environment: Readonly<Record<string, string>>): Promise<Pair> {
  const run = (): number => {
    appendFileSync(`${folder}/${map}`, '\n');
    return runNode([PROGRAM, 'validate', map], { environment, folder });
  };
  return interleave(ROUNDS, run, runNothing);
}

function against(map: string, environment: Readonly<Record<string, string>>): Promise<Pair> {
  return interleave(ROUNDS, () => runNode([PROGRAM, 'validate', map], { environment }), runNothing);
}

function figure(name: string, pair: Pair): Figure {
  return {
    name,
    ...ratioOf(pair),
    detail: `${text(median(pair.ours))} ms; node -e 0 ${text(median(pair.limit))} ms`,
  };
}
