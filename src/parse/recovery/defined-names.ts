import { ACTIVE_TYPES_PATTERN } from '../../model/task-types.ts';
import type { Source } from '../../text/source.ts';

/** Whether the map seems to have a task or an end of this name. */
export function isDefined(name: string, source: Source): boolean {
  let names = defined.get(source);
  if (!names) {
    names = new Set([...source.text.matchAll(HEADS)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
    defined.set(source, names);
  }
  return names.has(name);
}

const HEADS = new RegExp(
  String.raw`^[ \t]*(?:${ACTIVE_TYPES_PATTERN}|end)[ \t]+(?:"([^"\n]*)"|([\p{L}_][\p{L}\p{N}_]*(?:[ ][\p{L}\p{N}_]+)*?)(?=\s|$)(?=[ \t]*(?:$|["={]|\/\/|(?:as|outcome|failed|because)\b)))`,
  'gmu',
);
const defined = new WeakMap<Source, ReadonlySet<string>>();
