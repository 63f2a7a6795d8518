import type { Report } from '../diagnostics/diagnostic.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { Source } from '../text/source.ts';

/**
 * Reads the text of a map.
 *
 * Shape: undefined when the text has no map to speak of (a fault of syntax or shape). A document may come
 * with errors too, about parts that stand alone: a duration, the prompt of a task.
 * Errors: none thrown, whatever the text; reports the groups syntax and shape.
 */
export function parse(_source: Source, _report: Report): MapDocument | undefined {
  return undefined;
}
