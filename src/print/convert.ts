import type { Report } from '../diagnostics/diagnostic.ts';
import { PARTS } from '../language/fields.ts';
import { parseDsl } from '../parse/parse-dsl.ts';
import { checkShape } from '../parse/decode/check-shape.ts';
import type { JsonNode } from '../parse/tree/json-node.ts';
import { parseTree } from '../parse/parse.ts';
import type { Source } from '../text/source.ts';
import { printMap } from './print-map.ts';
import { spellJsonFile } from './spell-json-file.ts';

/** A form that a map is written in. */
export type MapForm = 'json' | 'wfmap';

/**
 * Writes a map in one of its forms, from whichever it is in.
 *
 * Shape: undefined where it is no map: a fault of syntax or shape.
 * Errors: reports the groups syntax and shape.
 */
export function convertMap(source: Source, form: MapForm, report: Report): string | undefined {
  const root = readMap(source, report);
  return root && (form === 'json' ? spellJsonFile(root) : printMap(root));
}

/**
 * Lays out a map of the map language, with its comments.
 *
 * Shape: undefined where its syntax is at fault: nothing is moved that is not understood.
 * Errors: reports the groups syntax and shape.
 */
export function formatMap(source: Source, report: Report): string | undefined {
  const read = parseDsl(source, report);
  if (!read || !checkShape(read.root, source, report)) return undefined;
  return printMap(read.root, { text: source.text, comments: read.comments, folders: read.folders });
}

/**
 * Whether two texts are the same map, in whichever forms. A text that is not a map equals no other.
 *
 * Errors: none.
 */
export function isSameMap(one: Source, other: Source): boolean {
  const [first, second] = [one, other].map((each) => readMap(each, () => undefined));
  return first !== undefined && second !== undefined && isSame(first, second);
}

/** Undefined too where a fault of syntax lets the tree be read, but not all that was written: a key given twice. */
function readMap(source: Source, report: Report): JsonNode | undefined {
  let isWhole = true;
  const root = parseTree(source, (...args) => {
    isWhole = false;
    report(...args);
  });
  return root && isWhole && checkShape(root, source, report) ? root : undefined;
}

/** In these an author gives the names, whose order means something, or is how the author wants them seen. */
const IN_ORDER: ReadonlySet<string> = new Set(
  Object.values(PARTS).flatMap(({ fields }) =>
    Object.keys(fields).filter((name) => /^(?:parts|expressions)$/.test(fields[name]?.kind ?? '')),
  ),
);

function isSame(one: JsonNode, other: JsonNode, name = ''): boolean {
  if (one.kind === 'scalar') return other.kind === 'scalar' && Object.is(one.value, other.value);
  if (one.kind === 'array') {
    if (other.kind !== 'array' || one.items.length !== other.items.length) return false;
    return one.items.every((each, index) => isSame(each, other.items[index] ?? each));
  }
  if (other.kind !== 'object' || one.members.size !== other.members.size) return false;
  const [keys, others] = [[...one.members.keys()], [...other.members.keys()]];
  if (IN_ORDER.has(name) && keys.some((each, index) => each !== others[index])) return false;
  return [...one.members.values()].every((each) => {
    const value = other.members.get(each.name)?.value;
    // A name that an author gives may be that of a field.
    return value !== undefined && isSame(each.value, value, IN_ORDER.has(name) ? '' : each.name);
  });
}
