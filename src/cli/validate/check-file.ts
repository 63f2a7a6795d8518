import { check } from '../../check/check.ts';
import { applyFixes } from '../../diagnostics/apply-fixes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../text/source.ts';
import { findMapRoot } from '../../project/find-map-root.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { templateReader } from '../../project/template-reader.ts';
import { writeText } from '../../project/write-text.ts';

/** A fix may make room for another; more rounds than this mean that they undo each other. */
const MAX_ROUNDS = 10;

/** A map to check. Shape: `path` is absolute. */
export interface MapFile {
  readonly path: string;
  readonly source: Source;
}

/** Checks a map with the templates of its project. Errors: throws ProjectError. */
export function checkFile({ path, source }: MapFile, workFolder: string): readonly Diagnostic[] {
  const readTemplate = templateReader({
    workRoot: findWorkRoot(workFolder),
    mapRoot: findMapRoot(path),
    nameFrom: workFolder,
  });
  return check(source, readTemplate).diagnostics;
}

/**
 * Applies the safe fixes of a map to its file, and checks what it then is.
 *
 * Shape: `fixed` says whether the file was changed; `left` is what remains. Only the map itself is written, never a template.
 * Errors: throws ProjectError.
 */
export function fixFile(
  file: MapFile,
  workFolder: string,
): { readonly fixed: boolean; readonly left: readonly Diagnostic[] } {
  let { source } = file;
  let left = checkFile(file, workFolder);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const text = applyFixes(source, left, (fix) => fix.safe);
    if (text === source.text) break;
    source = { name: source.name, text };
    left = checkFile({ path: file.path, source }, workFolder);
  }
  const fixed = source.text !== file.source.text;
  if (fixed) writeText(file.path, source.text);
  return { fixed, left };
}
