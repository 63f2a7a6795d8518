import { printable } from '../../diagnostics/printable.ts';
import type { ReadInsight } from '../../project/insight/read-insight.ts';
import { fileTree } from '../eject/file-tree.ts';
import { UsageError } from '../io/usage-error.ts';
import type { Plan } from './plan.ts';
import { OUTLINE_FILE } from './plan-texts.ts';

/** What a project was found to be: lines with its commands and where they stand. */
export function projectLines({ insight, origins }: ReadInsight): readonly string[] {
  const { name, language } = insight;
  const commands = (['build', 'test', 'lint'] as const).map((what) => {
    const from = origins[what];
    return `  ${`${what}:`.padEnd(7)}${from === undefined ? 'no command found' : `${insight[what]} (${from})`}`;
  });
  return [`Project ${name}${language === 'unknown' ? '' : `, ${language}`}`, ...commands];
}

/** All that would be written, whole. */
export function textLines({ files }: Plan): readonly string[] {
  return files.flatMap(({ path, note, shown }) => [
    `${path} (${note}):`,
    ...shown
      .trimEnd()
      .split(/\r\n|\n|\r/)
      .map((line) => `  | ${line}`.trimEnd()),
    '',
  ]);
}

/** The files of a plan as a tree, and what stays as it is. */
export function planLines(plan: Plan, { withOutline }: { readonly withOutline: boolean }): readonly string[] {
  const outline = withOutline ? [{ path: OUTLINE_FILE, note: ' (made from the files of the project)' }] : [];
  const tree = fileTree(
    [
      ...plan.files.map(({ path, note }) => ({ path, note: note === 'new' ? '' : ` (${note})` })),
      ...plan.links.map(({ path, target }) => ({ path, note: ` (a link to ${target})` })),
      ...plan.removed.map((path) => ({ path, note: ' (removed: it has no use any more)' })),
      ...outline,
    ].map(({ path, note }) => ({ path: path.includes('/') ? path : `./${path}`, note })),
  );
  return tree.map((line) => `  ${line}`);
}

/** Errors: throws {@link UsageError} with every fault of a plan, where it has one. */
export function refuseFaults({ faults }: Plan): void {
  if (faults.length === 0) return;
  throw new UsageError(`Nothing was written:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

export function isPlanEmpty({ files, links, removed }: Plan): boolean {
  return files.length + links.length + removed.length === 0;
}

/** Prints lines, which may hold texts of a project, as a terminal shows and does not obey them. */
export function say(lines: readonly string[]): void {
  for (const line of lines.flatMap((each) => each.split('\n'))) process.stdout.write(`${printable(line)}\n`);
}
