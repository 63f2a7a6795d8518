import type { Report } from '../diagnostics/diagnostic.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { Source } from '../text/source.ts';
import { checkShape } from './json/check-shape.ts';
import { decodeMap } from './json/decode-map.ts';
import { parseJson } from './json/parse-json.ts';

/**
 * Reads the text of a map.
 *
 * Shape: undefined when the text has no map to speak of (a fault of syntax or shape). A document may come
 * with errors too, about parts that stand alone: a duration, the prompt of a task.
 * Errors: none thrown, whatever the text; reports the groups syntax and shape.
 */
export function parse(source: Source, report: Report): MapDocument | undefined {
  const root = parseJson(source, report);
  if (!root || !checkShape(root, source, report)) return undefined;
  return decodeMap(root, { source, report });
}
