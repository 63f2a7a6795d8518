import { relative, resolve } from 'node:path';
import { printable } from '../../diagnostics/printable.ts';
import { WfmapError } from '../../util/error.ts';
import { toOneLine } from '../io/format.ts';
import { printError } from '../io/print-error.ts';
import { writeErr } from '../io/write-out.ts';
import { exitOnSignals } from '../running/interrupts.ts';
import { FilesInUse } from './files-in-use.ts';

/** Units: files that are named. */
const MAX_NAMED = 3;

/**
 * Does a piece of work, and again whenever a file changes that it goes by, until a signal ends the process.
 *
 * `listed` finds the files that it takes of itself, from the current folder. What is wrong with them is reported, and waited for.
 * Errors: throws faults of wfmap itself.
 */
export async function againOnChange(
  work: () => Promise<unknown>,
  listed: () => readonly string[],
): Promise<never> {
  exitOnSignals();
  const files = new FilesInUse(() => (orNone(listed) ?? []).map((file) => resolve(file)));
  for (;;) {
    await files.note(async () => {
      try {
        await work();
      } catch (thrown) {
        if (!(thrown instanceof WfmapError)) throw thrown;
        printError(thrown);
      }
    });
    writeErr('Waiting for a change. Ctrl-C ends.\n');
    const changed = await files.nextChange();
    const time = new Date().toTimeString().slice(0, 8);
    writeErr(`\n${time} ${printable(namesOf(changed))} changed.\n`);
  }
}

function namesOf(files: readonly string[]): string {
  const names = files.slice(0, MAX_NAMED).map((file) => toOneLine(relative(process.cwd(), file)));
  const left = files.length - names.length;
  return names.join(', ') + (left > 0 ? ` and ${left} more` : '');
}

function orNone<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (thrown) {
    if (thrown instanceof WfmapError) return undefined;
    throw thrown;
  }
}
