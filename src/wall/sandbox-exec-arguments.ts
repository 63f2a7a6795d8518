/**
 * The words that make sandbox-exec of macOS a wall: by its documentation, not tried.
 *
 * The last rule that matches wins. Folders above what is frozen may not be moved. `/tmp` stays shared: TMPDIR names
 * the temporary folder.
 *
 * Source: sandbox-exec(1), sandbox(7) of macOS; the profiles in /System/Library/Sandbox/Profiles.
 */
import { foldersBetween, isWithin } from './path-parts.ts';
import type { ResolvedConfinement } from './resolve-confinement.ts';
import type { Command } from './wall.ts';

const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/ptmx'];

/** The arguments of sandbox-exec that run a command in a confinement. */
export function sandboxExecArguments(
  confinement: ResolvedConfinement,
  { command, args }: Pick<Command, 'command' | 'args'>,
): readonly string[] {
  return ['-p', profileOf(confinement), command, ...args];
}

function profileOf({ writable, frozen, sealed, hidden, temporary }: ResolvedConfinement): string {
  const isAll = writable.some(({ path }) => path === '/');
  const roots = writable.map(({ path }) => path);
  const moved = frozen.flatMap(({ path }) =>
    roots.filter((root) => isWithin(root, path)).flatMap((root) => foldersBetween(root, path)),
  );
  const links = sealed.map(({ path, link }) => `${path}/${link}`);
  const lines = [
    '(version 1)',
    '(allow default)',
    ...(isAll
      ? []
      : [
          '(deny file-write*)',
          rule('allow file-write*', 'subpath', [...(temporary === undefined ? [] : [temporary]), ...roots]),
        ]),
    isAll ? '' : rule('allow file-write*', 'literal', DEVICES),
    rule(
      'deny file-write*',
      'subpath',
      frozen.map(({ path }) => path),
    ),
    rule('deny file-write*', 'literal', links),
    rule('deny file-write-unlink', 'literal', [...new Set(moved)]),
    rule(
      'deny file-read* file-write*',
      'subpath',
      hidden.map(({ path }) => path),
    ),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Empty for no paths: a rule without any would hold for all. */
function rule(what: string, how: 'subpath' | 'literal', paths: readonly string[]): string {
  if (paths.length === 0) return '';
  return `(${what} ${paths.map((path) => `(${how} ${quoted(path)})`).join(' ')})`;
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
