import { check, type Checked } from '../check/check.ts';
import type { FileSystem } from '../journal/file-system.ts';
import type { RunDirectory } from '../journal/run-directory.ts';
import { readSource } from '../journal/source-store.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { RunEventData } from '../model/run-event.ts';
import type { TemplateLookup } from '../model/template-lookup.ts';
import { toProgram, type RootOf } from '../run/program/to-program.ts';
import type { Program } from '../run/program/program.ts';

/** What a run executes, by its own copies. */
export type Sources = Pick<RunEventData['run.started'], 'map' | 'templates'>;

/** The copies of a run, checked. */
export interface StoredMap {
  readonly checked: Checked;
  readonly rootOf: RootOf;
}

/** Reads and checks the copies that a run keeps. Errors: throws JournalError `source-damaged`. */
export function checkStored(fs: FileSystem, { folder }: RunDirectory, sources: Sources): StoredMap {
  const text = readSource(fs, folder, sources.map.digest);
  const checked = check({ name: sources.map.path, text }, (path): TemplateLookup => {
    const record = Object.hasOwn(sources.templates, path) ? sources.templates[path] : undefined;
    if (record === undefined) return { kind: 'missing', lookedIn: [] };
    const source = { name: record.path, text: readSource(fs, folder, record.digest) };
    return { kind: 'found', source };
  });
  return { checked, rootOf: (path) => sources.templates[path]?.root ?? 'map' };
}

/** The program of a run, by its own copies; undefined where today's rules find an error in them. Errors: throws JournalError. */
export function storedProgramOf(
  fs: FileSystem,
  directory: RunDirectory,
  sources: Sources,
): Program | undefined {
  const { checked, rootOf } = checkStored(fs, directory, sources);
  return isRunnable(checked) ? toProgram(checked, sources.map.path, rootOf).program : undefined;
}

/** Whether a map was read whole and has no error. */
export function isRunnable(checked: Checked): checked is Checked & { readonly document: MapDocument } {
  return checked.document !== undefined && !checked.diagnostics.some(({ severity }) => severity === 'error');
}
