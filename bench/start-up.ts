import { interleave, median, ratioOf, text, type Figure, type Measure } from './measure.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM, runNode, runNothing } from './whole-process.ts';

const ROUNDS = 9;
/** What each may take of a bare node. */
const COMMANDS = [
  { words: ['--version'], limit: 1.6 },
  { words: ['--help'], limit: 2.5 },
  { words: ['runs'], limit: 2.5 },
  { words: ['explain', 'unknown-target'], limit: 2.5 },
];

/** What other commands take before they do anything, code cached. */
export const startUp: Measure = {
  name: 'start-up',
  run: () =>
    withScratch(async (folder) => {
      const environment = { NODE_COMPILE_CACHE: `${folder}/code` };
      const figures: Figure[] = [];
      for (const { words, limit } of COMMANDS) {
        const run = () => runNode([PROGRAM, ...words], { environment, folder });
        const pair = await interleave(ROUNDS, run, runNothing);
        const detail = `${text(median(pair.ours))} ms; node -e 0 ${text(median(pair.limit))} ms`;
        figures.push({ name: `start-up of ${words.join(' ')}`, ...ratioOf(pair), limit, detail });
      }
      return figures;
    }),
};
