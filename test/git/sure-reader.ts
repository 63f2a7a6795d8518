import { join } from 'node:path';
import { createChangeReader } from '../../src/git/compare/create-change-reader.ts';
import { test as base } from './repository.ts';

type Reader = ReturnType<typeof createChangeReader>;
type Snapshot = Exclude<Awaited<ReturnType<Reader['snapshot']>>, { readonly fault: string }>;
type Changes = Exclude<Awaited<ReturnType<Reader['changesSince']>>, { readonly fault: string }>;

/** A reader that throws its faults, for what must not be one, and takes each snapshot some time after what it saw before. */
export interface SureReader extends Reader {
  readonly take: (folder: string, isOwn?: boolean, frozen?: readonly string[]) => Promise<Snapshot>;
  readonly since: (folder: string, before: Snapshot, frozen?: readonly string[]) => Promise<Changes>;
}

export function sureReader(
  home: string,
  without: readonly string[] = [],
  compared: readonly string[] = [],
): SureReader {
  const reader = createChangeReader(join(home, 'run', 'trees'), without, compared);
  const sure = <T extends object>(given: T | { readonly fault: string }): T => {
    if ('fault' in given) throw new Error(given.fault);
    return given;
  };
  return {
    ...reader,
    take: async (folder, isOwn, frozen) => {
      reader.moveOn();
      return sure(await reader.snapshot(folder, isOwn, frozen));
    },
    since: async (folder, before, frozen) => sure(await reader.changesSince(folder, before, frozen)),
  };
}

/** A test with a repository and a reader of its own. */
export const test = base.extend<{ reader: SureReader }>({
  reader: async ({ home }, use) => {
    const reader = sureReader(home);
    await use(reader);
    reader.dispose();
  },
});

/** No changes. */
export const NONE = { added: [], modified: [], deleted: [], commits: [], count: 0 };
