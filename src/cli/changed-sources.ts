import { join } from 'node:path';
import { digestOf } from '../journal/source-store.ts';
import type { RunEvent, SourceRecord } from '../model/run-event.ts';
import { readText } from '../project/read-text.ts';
import type { Program } from '../run/program.ts';
import type { Progress } from './progress.ts';
import { WfmapError } from '../util/error.ts';

/** Units: bytes. */
const MAX_SOURCE_BYTES = 16 * 1_048_576;

/**
 * A progress that also tells when somebody, such as an agent, edits what decides about a run while it lasts.
 *
 * The run is not touched by it: it goes on with the texts it was started with. Looked at after each task; each
 * file is told of once.
 */
export function watched(progress: Progress, program: Program, workRoot: string): Progress {
  const look = watchSources(program, workRoot, progress.say);
  return {
    ...progress,
    onEvent: (event) => {
      progress.onEvent(event);
      look(event);
    },
  };
}

function watchSources(
  { source, templateSources }: Program,
  workRoot: string,
  say: (line: string) => void,
): (event: RunEvent) => void {
  const isAsStarted = ({ path, digest }: SourceRecord): boolean => {
    const text = readIfThere(join(workRoot, path));
    return text !== undefined && digestOf(text) === digest;
  };
  // What comes with wfmap, or lies beside a map elsewhere, is not found in the work root.
  let unchanged = [source, ...Object.values(templateSources)].filter(isAsStarted);
  return (event) => {
    if (event.type !== 'task.finished') return;
    const changed = unchanged.filter((each) => !isAsStarted(each));
    unchanged = unchanged.filter((each) => !changed.includes(each));
    for (const { path } of changed) {
      say(`    ${path} was changed while the run goes on; the run keeps to the text it was started with.`);
    }
  };
}

function readIfThere(path: string): string | undefined {
  try {
    return readText(path, MAX_SOURCE_BYTES);
  } catch (thrown) {
    if (thrown instanceof WfmapError) return undefined;
    throw thrown;
  }
}
