import { isListValue, type Value } from '../../../model/value.ts';
import { memberIn, toRecord, toTexts } from './read-record.ts';

/**
 * What an agent reports, compared with the files that it changed. Where nobody knows them, `changed` is not a list, and the
 * report counts.
 *
 * Shape: `files` are all that were changed, also `before` this report; `unreported` those of `changed` that it leaves out;
 * `unchanged` those that it names and nobody changed; `report` is the report with the files that were changed in
 * `files_changed`, and in `test_files` those that it names of them. All are sorted; a path may begin with `./`.
 */
export function compareReport(report: Value, changed: Value, before: Value): Value {
  const record = toRecord(report) ?? {};
  const named = pathsOf([...textsIn(record, 'files_changed'), ...textsIn(record, 'test_files')]);
  const made = isListValue(changed) ? pathsOf(toTexts(changed)) : named;
  const files = pathsOf([...toTexts(before), ...made]);
  const confirmed = [...named].filter((path) => files.has(path));
  const corrected = {
    ...(Object.hasOwn(record, 'files_changed') ? { files_changed: [...files] } : {}),
    ...(Object.hasOwn(record, 'test_files') ? { test_files: confirmed } : {}),
  };
  return {
    files: [...files],
    unreported: [...made].filter((path) => !named.has(path)),
    unchanged: [...named].filter((path) => !files.has(path)),
    report: { ...record, ...corrected },
  };
}

function textsIn(record: NonNullable<ReturnType<typeof toRecord>>, key: string): readonly string[] {
  return toTexts(memberIn(record, key));
}

/** Sorted, each once. */
function pathsOf(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.map((path) => path.replace(/^(?:\.\/)+/, '')).toSorted());
}
