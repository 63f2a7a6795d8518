import type { Report } from '../diagnostics/diagnostic.ts';
import type { MapDocument } from '../model/map-document.ts';
import { isMapLanguage } from '../text/is-map-language.ts';
import type { Source } from '../text/source.ts';
import { parseDsl } from './parse-dsl.ts';
import { checkShape } from './decode/check-shape.ts';
import { decodeMap } from './decode/decode-map.ts';
import type { JsonNode } from './tree/json-node.ts';
import { parseJson } from './tree/parse-json.ts';

/**
 * Reads the text of a map: the map language where the name of the source ends in `.wfmap`, else JSON.
 *
 * Shape: undefined when the text has no map to speak of (a fault of syntax or shape). A document may come
 * with errors too, about parts that stand alone: a duration, the prompt of a task.
 * Errors: none thrown, whatever the text; reports the groups syntax and shape.
 */
export function parse(source: Source, report: Report): MapDocument | undefined {
  const root = parseTree(source, report);
  return root && checkShape(root, source, report) ? decodeMap(root, { source, report }) : undefined;
}

/** The text as a tree of values with their places, whichever way it is written. */
export function parseTree(source: Source, report: Report): JsonNode | undefined {
  if (isMapLanguage(source)) return parseDsl(source, report)?.root;
  return parseJson(source, MAP_HEAD.test(source.text) ? withHelp(report) : report);
}

const MAP_HEAD = /^\s{0,99}map\s{1,99}"/;

function withHelp(report: Report): Report {
  const help = 'This is the map language: give the file a name that ends in .wfmap.';
  return (code, span, params, extra) => report(code, span, params, { ...extra, help });
}
