/**
 * Kills wfmap before, in the middle of, and after every change that git makes in a run with worktrees, and goes on, as
 * run-many.ts does: with the built wfmap, the real `claude`, real git and a scripted API. Ends with 1 on any deviation.
 *
 * See the README beside this file.
 */
import { runLaws } from './helpers/run-laws.ts';
import { kills } from './laws/kills.ts';

await runLaws(kills);
