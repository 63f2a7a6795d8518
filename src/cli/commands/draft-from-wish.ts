import { findWorkRoot } from '../../project/find-work-root.ts';
import { toOneLine } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';
import { writeErr } from '../io/write-out.ts';
import { nameOfWish } from '../new/name-of-wish.ts';
import { readSession } from '../new/read-session.ts';
import type { WishFlags } from '../new/wish-flags.ts';
import { runMap } from './run-command.ts';

/** The shipped map that drafts maps. */
const MAP = 'new-map';

/**
 * Drafts a map from a wish, as a run like any other: it is watched, resumed and answered as such.
 *
 * Shape: the exit code. Errors: throws UsageError before anything is started.
 */
export async function draftFromWish(
  wish: string,
  flags: WishFlags & { readonly name?: string | undefined },
): Promise<number> {
  if (wish.trim() === '') {
    throw new UsageError('The wish is empty.', {
      help: 'Say what the map is to do: wfmap new --wish "update the dependencies, ask me, roll back"',
    });
  }
  const workRoot = findWorkRoot(process.cwd());
  const name = nameOfWish(flags.name ?? '', wish, workRoot);
  const { 'wish-session': file } = flags;
  const session = file === undefined ? [] : [`--session=${handOn(file, workRoot)}`];
  const words = ['run', MAP, `--wish=${wish}`, `--name=${name}`, ...session];
  return runMap({ ...flags, verbose: false, pr: false, _: words });
}

/** Says what goes to the agent, before it does. */
function handOn(file: string, workRoot: string): string {
  const { text, messages, left } = readSession(file, workRoot);
  const rest = left === 0 ? '' : ` (${left} more are left out)`;
  writeErr(
    `The session ${toOneLine(file)} goes to the agent: ${messages} messages${rest}, ${text.length} characters, without what its tools gave back. ` +
      'Secrets in it are masked by their names and shapes alone.\n',
  );
  return text;
}
