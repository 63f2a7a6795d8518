import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../project/config.ts';
import { toError } from '../util/error.ts';
import { openOutlineCache } from './outline-cache.ts';
import type { OutlineJob, OutlineText } from './outline-in-worker.ts';
import { readOutline } from './read-outline.ts';
import { renderOutline } from './render/render-outline.ts';

// A program of its own: code is parsed in a thread, so that a run does not wait for it and can end it.

/** Units: folders below one another. Prompts have room for few. */
const DEPTH = 3;

async function outlineOf({ folder, projectRoot, build, tokens, focus }: OutlineJob): Promise<OutlineText> {
  try {
    const config = readConfig(projectRoot);
    const outline = await readOutline({
      root: folder,
      excludes: config.outline.exclude,
      checks: config.checks,
      depth: DEPTH,
      focus: { files: focus, words: [] },
      cache: openOutlineCache(projectRoot, build),
      // How runs went changes with each, and is nothing that work on the code goes by.
      health: undefined,
    });
    const { text, tokens: used } = renderOutline(outline, tokens);
    return { text: text.trimEnd(), tokens: used };
  } catch (thrown) {
    return { fault: toError(thrown).message };
  }
}

// What started this thread is of this version, and hands it a job.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, unicorn/require-post-message-target-origin -- a port has no origin
parentPort?.postMessage(await outlineOf(workerData as OutlineJob));
