import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../text/source.ts';
import type { JsonMember, JsonNode } from '../tree/json-node.ts';
import type { NodePlaces } from '../tree/node-places.ts';
import type { TaskDefaults } from './task-defaults.ts';

/** What decoding a part of a map needs beside the part. */
export interface Decoding {
  readonly source: Source;
  readonly places: NodePlaces;
  readonly report: Report;
  /** What holds for tasks that do not say otherwise. */
  readonly defaults: TaskDefaults;
}

/** The place of a member's key. */
export function keySpan({ source }: Pick<Decoding, 'source'>, member: JsonMember): Span {
  return { source, start: member.nameStart, end: member.nameEnd };
}

/** The place of a value; of an object or list only the opening bracket, which may be far from the closing one. */
export function valueSpan({ source }: Pick<Decoding, 'source'>, node: JsonNode): Span {
  return { source, start: node.start, end: node.kind === 'scalar' ? node.end : node.start + 1 };
}
