import { outlineInWorker } from '../../context/outline-in-worker.ts';
import { readClaudeConfig } from '../../project/claude/read-claude-config.ts';
import type { Outliner } from '../../run/host/outliner.ts';
import { WfmapError } from '../../util/error.ts';
import { BUILD_ID } from './build-id.ts';
import { ownScript } from './own-script.ts';

/**
 * Works out outlines for prompts, by the configuration of a project.
 *
 * One about no files in particular is empty where the instructions of the project import an outline, as the section in CLAUDE.md
 * does: every agent has that already.
 */
export function createOutliner(projectRoot: string): Outliner {
  return async ({ folder, tokens, focus }, signal) => {
    if (focus.length === 0 && isInInstructions(projectRoot)) return { text: '', tokens: 0 };
    return outlineInWorker(
      { folder, projectRoot, build: BUILD_ID, tokens, focus },
      { script: ownScript('context', 'outline-worker'), signal },
    );
  };
}

function isInInstructions(projectRoot: string): boolean {
  try {
    const places = { environment: process.env, workRoot: projectRoot, workFolder: projectRoot };
    return /^# Project outline\b/m.test(readClaudeConfig(places).instructions);
  } catch (thrown) {
    // Without them agents have none of it.
    if (thrown instanceof WfmapError) return false;
    throw thrown;
  }
}
