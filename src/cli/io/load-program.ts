import '../../framework/install-functions.ts';
import type { Checked } from '../../check/check.ts';
import { byPlace, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { renderPretty } from '../../diagnostics/render-pretty.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { ResolvedMap } from '../../project/resolve-map.ts';
import type { Program } from '../../run/program/program.ts';
import { toProgram, type RootOf } from '../../run/program/to-program.ts';
import { readNamedMap } from '../../report/named-map.ts';
import { checkStored, isRunnable, type Sources } from '../../report/stored-program.ts';
import { WfmapError } from '../../util/error.ts';
import { terminalStyle } from './terminal-style.ts';
import { UsageError } from './usage-error.ts';

/** A map that may be run, with the texts it was read from. */
export interface LoadedProgram {
  readonly program: Program;
  readonly resolved: ResolvedMap;
  readonly texts: readonly string[];
  readonly warnings: number;
}

/**
 * Reads and checks the map that an argument names, with its templates.
 *
 * Errors: prints the diagnostics and throws {@link UsageError} where the map has errors, which says what was not done with it;
 * ProjectError where a file cannot be found or read.
 */
export function loadProgram(
  argument: string,
  workRoot: string,
  workFolder: string,
  undone: 'started' | 'written' = 'started',
): LoadedProgram {
  const { checked, path, rootOf, resolved } = readNamedMap(argument, workRoot, workFolder);
  return { ...toRunnable(checked, path, rootOf, undone), resolved };
}

/** The map that an argument names, where it may be run; undefined where not, and nothing is printed. */
export function findProgram(argument: string, workRoot: string, workFolder: string): Program | undefined {
  try {
    const { checked, path, rootOf } = readNamedMap(argument, workRoot, workFolder);
    return isRunnable(checked) ? toProgram(checked, path, rootOf).program : undefined;
  } catch (thrown) {
    if (thrown instanceof WfmapError) return undefined;
    throw thrown;
  }
}

/** Reads a program back from the copies that a run keeps. Errors: throws JournalError `source-damaged`. */
export function loadStoredProgram(
  fs: FileSystem,
  directory: RunDirectory,
  sources: Sources,
): Omit<LoadedProgram, 'resolved'> {
  const { checked, rootOf } = checkStored(fs, directory, sources);
  return toRunnable(checked, sources.map.path, rootOf);
}

function toRunnable(
  checked: Checked,
  path: string,
  rootOf: RootOf,
  undone = 'started',
): Omit<LoadedProgram, 'resolved'> {
  const { diagnostics } = checked;
  if (!isRunnable(checked)) {
    const errors = diagnostics.filter(isError);
    process.stderr.write(renderPretty(diagnostics.toSorted(byPlace), terminalStyle(process.stderr)));
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
    throw new UsageError(`"${path}" has ${count}, so nothing was ${undone}.`);
  }
  return { ...toProgram(checked, path, rootOf), warnings: diagnostics.length };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
