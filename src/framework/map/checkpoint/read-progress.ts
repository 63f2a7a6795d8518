import type { Value } from '../../../model/value.ts';
import { readYaml, type Entry, type Written } from '../../../prompt/values/yaml-entries.ts';

/**
 * The front matter of a `progress.md` as a value: texts, lists and objects, nothing expanded.
 *
 * Shape: a clause about what is wrong, where it has none. Source: the MAP framework's workflow state
 */
export function readProgress(text: string): { readonly value: Value } | { readonly problem: string } {
  const front = /^---[ \t]*\r?\n(?<yaml>[^]*?)^---[ \t]*$/m.exec(text)?.groups?.['yaml'];
  if (front === undefined) return { problem: 'it has no front matter between two lines of "---"' };
  const source = { name: 'progress.md', text: front };
  const read = readYaml({ source, start: 0, end: front.length });
  if ('problem' in read) return { problem: `its front matter is not YAML: ${read.problem}` };
  const value = objectOf(read);
  return value === undefined
    ? { problem: 'its front matter has an alias, or is nested too deep' }
    : { value };
}

const MAX_DEPTH = 20;

function objectOf(entries: readonly Entry[], depth = 0): Value | undefined {
  const made: [string, Value][] = [];
  for (const entry of entries) {
    const value = valueOf(entry, depth + 1);
    if (value === undefined) return undefined;
    made.push([entry.key.name, value]);
  }
  return Object.fromEntries(made);
}

/** Undefined for what stands for something else, such as an alias. */
function valueOf(written: Written, depth: number): Value | undefined {
  if (depth > MAX_DEPTH || written.kind === 'other') return undefined;
  if (written.kind === 'nothing') return null;
  if (written.kind === 'scalar') return written.text;
  if (written.kind === 'map') return objectOf(written.entries, depth);
  const items = written.items.map((each) => valueOf(each, depth + 1));
  return items.every((each) => each !== undefined) ? items : undefined;
}
