import { interleave, median, ratioOf, text, type Figure, type Measure, type Pair } from './measure.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM, runNode, runNothing } from './whole-process.ts';

const ROUNDS = 15;
const COMMAND = [PROGRAM, 'validate', 'workflows/efficient.json'];

/** `wfmap validate` on a shipped map against a bare node: nothing kept from before, code kept, results kept. */
export const validate: Measure = {
  name: 'validate',
  run: () =>
    withScratch(async (folder) => {
      // No folder can be made under a file, so nothing is kept there.
      const nothing = { NODE_DISABLE_COMPILE_CACHE: '1', XDG_CACHE_HOME: '/dev/null' };
      const code = { NODE_COMPILE_CACHE: `${folder}/code`, XDG_CACHE_HOME: '/dev/null' };
      const results = { NODE_COMPILE_CACHE: `${folder}/code`, XDG_CACHE_HOME: `${folder}/results` };
      return [
        figure('validate, cold', 3, await against(nothing)),
        figure('validate, code cached, map changed', undefined, await against(code)),
        figure('validate, unchanged', 2, await against(results)),
      ];
    }),
};

function against(environment: Readonly<Record<string, string>>): Promise<Pair> {
  return interleave(ROUNDS, () => runNode(COMMAND, { environment }), runNothing);
}

function figure(name: string, limit: number | undefined, pair: Pair): Figure {
  return {
    name,
    ...ratioOf(pair),
    ...(limit === undefined ? {} : { limit }),
    detail: `${text(median(pair.ours))} ms; node -e 0 ${text(median(pair.limit))} ms`,
  };
}
