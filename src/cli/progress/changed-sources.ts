import { join } from 'node:path';
import { digestOf } from '../../journal/source-store.ts';
import type { SourceRecord } from '../../model/event-records.ts';
import type { RunEvent } from '../../model/run-event.ts';
import { stampOf } from '../../project/file-stamp.ts';
import { readText } from '../../project/read-text.ts';
import type { Program } from '../../run/program/program.ts';
import type { Progress } from './progress.ts';
import { WfmapError } from '../../util/error.ts';

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
  // What comes with wfmap, or lies beside a map elsewhere, is not found in the work root.
  let unchanged = [source, ...Object.values(templateSources)]
    .map((record) => ({ ...record, file: join(workRoot, record.path), stamp: '' }))
    .filter((each) => isAsStarted(each));
  return (event) => {
    if (event.type !== 'task.finished') return;
    const changed = unchanged.filter((each) => !isAsStarted(each));
    unchanged = unchanged.filter((each) => !changed.includes(each));
    for (const { path } of changed) {
      say(`    ${path} was changed while the run goes on; the run keeps to the text it was started with.`);
    }
  };
}

/** `stamp` is what the file looked like when its text was last read; "" before that. */
interface Watched extends SourceRecord {
  readonly file: string;
  stamp: string;
}

/** A text is read again only where the file looks other than before: maps may be large and steps quick. */
function isAsStarted(watched: Watched): boolean {
  const stamp = stampOf(watched.file);
  if (stamp === undefined) return false;
  if (stamp === watched.stamp) return true;
  watched.stamp = stamp;
  const text = readIfThere(watched.file);
  return text !== undefined && digestOf(text) === watched.digest;
}

function readIfThere(path: string): string | undefined {
  try {
    return readText(path, MAX_SOURCE_BYTES);
  } catch (thrown) {
    if (thrown instanceof WfmapError) return undefined;
    throw thrown;
  }
}
