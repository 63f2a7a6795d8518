import type { Report } from '../diagnostics/diagnostic.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { Source } from '../text/source.ts';
import { checkShape } from './json/check-shape.ts';
import { decodeMap } from './json/decode-map.ts';
import { parseJson } from './json/parse-json.ts';
import { LATER_TASK_TYPES } from './later-task-types.ts';

/**
 * Reads the text of a map.
 *
 * Shape: undefined when the text has no map to speak of (a fault of syntax or shape). A document may come
 * with errors too, about parts that stand alone: a duration, the prompt of a task. Tasks of the types `later` are read
 * whole and refused.
 * Errors: none thrown, whatever the text; reports the groups syntax and shape.
 */
export function parse(
  source: Source,
  report: Report,
  later: ReadonlySet<string> = LATER_TASK_TYPES,
): MapDocument | undefined {
  const root = parseJson(source, report);
  if (!root || !checkShape(root, source, report)) return undefined;
  return decodeMap(root, { source, report, later });
}
