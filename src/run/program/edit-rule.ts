import { literalPath } from '../../agent/claude/literal-path.ts';

/**
 * The permission rule for what writes a file.
 *
 * A rule for `Edit` holds for every tool that writes a file, and for commands of Bash that are seen to. Paths stand in
 * full: the CLI takes `/path` as below the file that a rule stands in, which these have not, and a bare name as any
 * file of that name in any folder.
 * Shape: the path is absolute; `**` at its end is all that is in the folder.
 */
export function editRule(path: string): string {
  return `Edit(/${literalPath(path)})`;
}
