import { interleave, median, ratioOf, text, type Figure, type Measure } from './measure.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM, runNode, runNothing } from './whole-process.ts';

const ROUNDS = 9;
const COMMANDS = [['--version'], ['--help'], ['runs'], ['explain', 'unknown-target']];

/** What other commands take before they do anything, code cached. */
export const startUp: Measure = {
  name: 'start-up',
  run: () =>
    withScratch(async (folder) => {
      const environment = { NODE_COMPILE_CACHE: `${folder}/code` };
      const figures: Figure[] = [];
      for (const words of COMMANDS) {
        const run = () => runNode([PROGRAM, ...words], { environment, folder });
        const pair = await interleave(ROUNDS, run, runNothing);
        const detail = `${text(median(pair.ours))} ms; node -e 0 ${text(median(pair.limit))} ms`;
        figures.push({ name: `start-up of ${words.join(' ')}`, ...ratioOf(pair), detail });
      }
      return figures;
    }),
};
