import { join } from 'node:path';
import type { FileSystem } from '../journal/file-system.ts';
import { writeWhole } from '../journal/write-whole.ts';
import type { Value } from '../model/value.ts';
import { systemCodeOf } from '../util/error.ts';

/**
 * What a run knows of the artifacts that it wrote: `artifacts.json` in its run directory.
 *
 * It tells a text of the run's own from one that somebody else put there, also after a crash: a digest is in the
 * ledger before its text is on disk.
 *
 * Shape: `folder` is that of the branch, from the work root; `files` has the last two digests of each file, the newest
 * last; `memory` is what the run leaves for those after it; `warnings` are sentences, each reported once.
 */
export interface ArtifactLedger {
  readonly folder: string;
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly memory: Memory;
  readonly warnings: readonly string[];
}

/** Values by name: the keys of a ledger other than the engine's own. */
export type Memory = Readonly<Record<string, Value>>;

export const LEDGER_FILE = 'artifacts.json';

/** Units: bytes. */
const MAX_SIZE = 16 * 1024 * 1024;

/** The ledger of a run; undefined where there is none that could be read. */
export function readLedger(fs: FileSystem, runFolder: string): ArtifactLedger | undefined {
  try {
    const path = join(runFolder, LEDGER_FILE);
    if (fs.kindOf(path) !== 'file') return undefined;
    return toLedger(JSON.parse(Buffer.from(fs.readPart(path, 0, MAX_SIZE)).toString('utf8')));
  } catch (thrown) {
    // Whatever it was, it is no state: at worst a text of the run itself is kept beside.
    if (thrown instanceof SyntaxError || systemCodeOf(thrown) !== undefined) return undefined;
    throw thrown;
  }
}

/** Errors: the system errors of the file system. */
export function writeLedger(fs: FileSystem, runFolder: string, ledger: ArtifactLedger): void {
  const { folder, files, memory, warnings } = ledger;
  const text = `${JSON.stringify({ folder, files: Object.fromEntries(files), ...memory, warnings }, undefined, 2)}\n`;
  writeWhole(fs, join(runFolder, LEDGER_FILE), text, false);
}

function toLedger(value: unknown): ArtifactLedger | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const folder = 'folder' in value && typeof value.folder === 'string' ? value.folder : '';
  const files = 'files' in value && typeof value.files === 'object' ? Object.entries(value.files ?? {}) : [];
  return {
    folder,
    files: new Map(files.map(([path, digests]) => [path, textsOf(digests)])),
    memory: memoryIn(value),
    warnings: 'warnings' in value ? textsOf(value.warnings) : [],
  };
}

/** What was read from JSON is a value. */
function memoryIn(ledger: object): Memory {
  return Object.fromEntries(
    Object.entries(ledger).filter((entry): entry is [string, Value] => !OWN_KEYS.has(entry[0])),
  );
}

const OWN_KEYS: ReadonlySet<string> = new Set(['folder', 'files', 'warnings']);

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
