import { outlineInWorker } from '../../context/outline-in-worker.ts';
import type { Outliner } from '../../run/host/outliner.ts';
import { BUILD_ID } from './build-id.ts';
import { ownScript } from './own-script.ts';

/** Works out outlines for prompts, by the configuration of a project. */
export function createOutliner(projectRoot: string): Outliner {
  return ({ folder, tokens, focus }, signal) =>
    outlineInWorker(
      { folder, projectRoot, build: BUILD_ID, tokens, focus },
      { script: ownScript('context', 'outline-worker'), signal },
    );
}
