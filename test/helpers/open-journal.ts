import type { FileSystem } from '../../src/journal/file-system.ts';
import { openJournal as openStreamed, type OpenedJournal } from '../../src/journal/journal.ts';
import type { RunEvent } from '../../src/model/run-event.ts';

/** Opens a journal to continue it, and keeps its events. Errors: those of the journal. */
export function openJournal(
  fs: FileSystem,
  path: string,
  remakeFolder?: () => void,
): OpenedJournal<readonly RunEvent[]> & { readonly events: readonly RunEvent[] } {
  const begin = () => {
    const events: RunEvent[] = [];
    return { made: events, take: (event: RunEvent) => events.push(event) };
  };
  const opened = openStreamed(fs, path, begin, remakeFolder);
  return { ...opened, events: opened.made };
}
