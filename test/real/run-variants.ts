/**
 * Runs the maps of the MAP variants on a small project whose tests fail, as run-maps.ts does: with the built wfmap, the
 * real `claude`, real git and a scripted API. Ends with 1 on any deviation.
 *
 * See the README beside this file.
 */
import { runLaws } from './helpers/run-laws.ts';
import { chains } from './laws/chains.ts';
import { checkpoints } from './laws/checkpoints.ts';
import { flows } from './laws/flows.ts';
import { left } from './laws/left.ts';
import { reworks } from './laws/reworks.ts';
import { variants } from './laws/variants.ts';

await runLaws([...variants, ...reworks, ...chains, ...checkpoints, ...flows, ...left]);
