import { realpathSync, statSync } from 'node:fs';
import { textHash } from '../../util/text-hash.ts';
import { unlessRefused } from '../../util/unless-refused.ts';
import { cacheFolderOf, createUserCache } from '../user-cache.ts';

/** What is known of the version of a program as it is at this moment. */
export interface RecalledVersion {
  readonly version: string | undefined;
  /** Keeps what it printed, for as long as its file is the same. */
  readonly keep: (version: string) => void;
}

/** What is smaller may be a script that starts another program, whose version changes without it. Units: bytes. */
const MIN_BYTES = 1_048_576;

/** Units: programs, and UTF-16 units of what is kept of one. */
const MAX_KEPT = 8;
const MAX_KEPT_UNITS = 8 * 1024;

/** Recalls the version that a program printed before; `environment` says where such things are kept. Errors: none. */
export function recallVersion(command: string, environment: NodeJS.ProcessEnv): RecalledVersion {
  const nothing = { version: undefined, keep: () => undefined };
  const folder = cacheFolderOf(environment);
  // As it is before it is asked: what takes its place meanwhile is another.
  const program = unlessRefused(() => identityOf(command));
  if (folder === undefined || program === undefined) return nothing;
  const cache = createUserCache({
    folder: `${folder}-programs`,
    maxEntries: MAX_KEPT,
    maxUnits: MAX_KEPT_UNITS,
  });
  const name = textHash(command);
  return {
    version: versionIn(cache.read(name), program),
    keep: (version) => cache.write(name, `${version}\n${program}`),
  };
}

/** What tells the file of a program from every other; undefined for one that may be a script. */
function identityOf(command: string): string | undefined {
  const path = realpathSync(command);
  const { size, mtimeNs, ctimeNs, ino, dev } = statSync(path, { bigint: true });
  return size < MIN_BYTES
    ? undefined
    : JSON.stringify([path, ...[size, mtimeNs, ctimeNs, ino, dev].map(String)]);
}

function versionIn(entry: string | undefined, program: string): string | undefined {
  const [version = '', kept] = (entry ?? '').split('\n');
  return kept === program && /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(version) ? version : undefined;
}
