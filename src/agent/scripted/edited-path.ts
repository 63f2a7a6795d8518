import { isContained } from '../../util/is-contained.ts';

/** Units: UTF-16. */
const MAX_LENGTH = 500;

/** Folders that say what git or wfmap runs. */
const NEVER: ReadonlySet<string> = new Set(['', '.', '..', '.git', '.wfmap']);

/**
 * What keeps a path from naming a file of a project, after its name: it leads out of it, or into a folder that says what is run;
 * undefined where nothing does.
 */
export function pathFault(path: string): string | undefined {
  if (path.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (!isContained(path) || path.includes('\\')) return 'leads out of the project';
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'has a control character';
  return path.split('/').some((part) => NEVER.has(part.toLowerCase()))
    ? 'is not a plain path of a file in the project'
    : undefined;
}
