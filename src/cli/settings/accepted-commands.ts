import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf } from '../../journal/source-store.ts';
import { systemCodeOf } from '../../util/error.ts';
import { isObject } from '../../util/is-object.ts';
import { userFolder } from '../io/user-folder.ts';

/**
 * Which command of its settings each project may run, and which MCP servers it may start: those that a person has accepted on
 * this account.
 *
 * Kept outside of all projects, so that no project can accept its own command.
 *
 * A1. A project is known by the real path of its root; it has one command and one set of servers at most.
 * A2. A reader sees the old file or the new one, never a part. Of two writers at once one may be forgotten: that
 *     project is asked again.
 * A3. A file that is damaged, too large or not ours to read counts as empty.
 */
interface Accepted {
  /** SHA-256 of the command, hex. */
  readonly digest: string;
  /** Its beginning, to show what it was. */
  readonly shown: string;
}

/** Units: bytes, projects, UTF-16. */
const MAX_FILE = 1_048_576;
const MAX_PROJECTS = 500;
const MAX_SHOWN = 300;

/** A command, or MCP servers as JSON. */
type AcceptedKind = 'command' | 'mcpServers';

/** What is known of a command in a project. Shape: `before` is how another one begins that was accepted there. */
export function findAccepted(
  workRoot: string,
  command: string,
  kind: AcceptedKind = 'command',
): { readonly isAccepted: boolean; readonly before: string | undefined } {
  const known = readAll().get(keyOf(workRoot, kind));
  const isAccepted = known?.digest === digestOf(command);
  return { isAccepted, before: isAccepted ? undefined : known?.shown };
}

/** Remembers that a person has accepted a command. Errors: the system errors of the file system. */
export function rememberAccepted(workRoot: string, command: string, kind: AcceptedKind = 'command'): void {
  const root = keyOf(workRoot, kind);
  const all = readAll();
  // The newest are last, and the oldest go.
  all.delete(root);
  all.set(root, { digest: digestOf(command), shown: command.slice(0, MAX_SHOWN) });
  const projects = Object.fromEntries([...all].slice(-MAX_PROJECTS));
  const path = fileOf();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, `${JSON.stringify({ version: 1, projects }, undefined, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** No path has the character between the two. */
function keyOf(workRoot: string, kind: AcceptedKind): string {
  const root = realpathSync(workRoot);
  return kind === 'command' ? root : `${root}\0${kind}`;
}

function fileOf(): string {
  return join(userFolder('XDG_STATE_HOME'), 'accepted-commands.json');
}

function readAll(): Map<string, Accepted> {
  try {
    const path = fileOf();
    const { size } = statSync(path);
    const json: unknown = size > MAX_FILE ? {} : JSON.parse(readFileSync(path, 'utf8'));
    const projects: unknown = isObject(json) && json['version'] === 1 ? json['projects'] : {};
    const entries = isObject(projects) ? Object.entries(projects) : [];
    return new Map(entries.filter((entry): entry is [string, Accepted] => isAccepted(entry[1])));
  } catch (thrown) {
    // It does not exist yet, or is not JSON (A3).
    if (systemCodeOf(thrown) !== undefined || thrown instanceof SyntaxError) return new Map();
    throw thrown;
  }
}

function isAccepted(value: unknown): value is Accepted {
  return isObject(value) && typeof value['digest'] === 'string' && typeof value['shown'] === 'string';
}
