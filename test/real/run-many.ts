/**
 * Runs maps in which several agents work at once, as run-maps.ts does: with the built wfmap, the real `claude`, real git
 * and a scripted API. Ends with 1 on any deviation.
 *
 * See the README beside this file.
 */
import { runLaws } from './helpers/run-laws.ts';
import { many } from './laws/many.ts';

await runLaws(many);
