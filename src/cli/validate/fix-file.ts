import { fixedText } from '../../check/fixed-text.ts';
import { refuseWayOut, writeText } from '../../project/write-text.ts';
import type { Source } from '../../text/source.ts';
import type { CheckedFile, MapFile } from './check-file.ts';

type Found = Omit<CheckedFile, 'lookups'>;

/**
 * Applies the safe fixes of a map to its file, and checks what it then is.
 *
 * Shape: `fixed` says whether the file was changed; `left` is what remains. Only the map itself is written, never a template.
 * For a file that no person named, `root` is the project, and nothing is written outside of it. Errors: throws ProjectError.
 */
export function fixFile(
  { path, source: written }: MapFile,
  check: (source: Source) => Found,
  root?: string,
): { readonly fixed: boolean; readonly left: Found } {
  let properties = 0;
  const diagnose = (each: Source) => {
    const found = check(each);
    ({ properties } = found);
    return found.diagnostics;
  };
  const { source, left } = fixedText(written, diagnose, (fix) => fix.safe);
  const fixed = source.text !== written.text;
  if (fixed && root !== undefined) refuseWayOut(root, path);
  if (fixed) writeText(path, source.text);
  return { fixed, left: { diagnostics: left, properties } };
}
