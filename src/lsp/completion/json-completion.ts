import type { CompletionItem } from 'vscode-languageserver/node';
import { jsonLocationAt, memberNamesAt, textAt, type JsonLocation } from '../../parse/tree/json-location.ts';
import type { Source } from '../../text/source.ts';
import { toItems, type Slot } from './candidate.ts';
import { continueExpression } from './expression-candidates.ts';
import { keyCandidates, valueSnippet } from './key-candidates.ts';
import { pointOf, ownerOf } from './map-owner.ts';
import { continueTemplate } from './template-completion.ts';
import { valuePlaceOf, type Around } from './value-candidates.ts';

/** What is completed, and what is known of the map; nothing is where it was never sound. */
export interface Completing {
  readonly source: Source;
  readonly offset: number;
  readonly takesSnippets: boolean;
  readonly around: Around | undefined;
}

/** Completes a map in JSON, sound or not. */
export function completeJson(completing: Completing): CompletionItem[] {
  const { source, offset } = completing;
  const location = jsonLocationAt(source.text, offset);
  return location.isKey ? completeKey(completing, location) : completeValue(completing, location);
}

function completeKey(
  { source, offset, takesSnippets, around }: Completing,
  location: JsonLocation,
): CompletionItem[] {
  const { text } = source;
  const path = location.path.slice(0, -1);
  const token = location.token ?? { start: offset, end: offset, isText: false };
  const own = location.token ? location.path.at(-1) : undefined;
  const names = memberNamesAt(text, path).filter((name) => name !== own);
  const written = { names, type: textAt(text, [...path, 'type']) };
  const map = around?.inspected.subject.document.map;
  const candidates = keyCandidates(path, written, map && ownerOf(map, path), around);
  const hasValue = /^\s*:/.test(text.slice(token.end, token.end + 100));
  const slot: Slot = { source, start: token.start, end: token.end, takesSnippets, spell: JSON.stringify };
  if (hasValue) return toItems(candidates, slot);
  return toItems(
    candidates.map((each) => ({
      ...each,
      snippet: `${escaped(JSON.stringify(each.label))}: ${valueSnippet(path, each.label)}`,
    })),
    slot,
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[\\$}]/g, (sign) => `\\${sign}`);
}

function completeValue(completing: Completing, { path, token }: JsonLocation): CompletionItem[] {
  const { source, offset, takesSnippets, around } = completing;
  const owner = around && ownerOf(around.inspected.subject.document.map, path);
  if (!owner) return [];
  const place = valuePlaceOf(owner, around);
  if (place.kind === 'names') {
    const { start, end } = token ?? { start: offset, end: offset };
    const isBare = place.candidates.every(({ label }) => label === 'true' || label === 'false');
    const spell = isBare ? (label: string) => label : JSON.stringify;
    return toItems(place.candidates, { source, start, end, takesSnippets, spell });
  }
  if (!token?.isText || offset <= token.start) return [];
  const { subject } = around.inspected;
  const before = unescaped(source.text.slice(token.start + 1, offset));
  const point = pointOf(owner, subject);
  const { candidates, partial } =
    place.kind === 'expression'
      ? continueExpression(before, point, subject)
      : continueTemplate(before, { point, subject, isHandlebars: false });
  // What is inside of the literal, as it stands there.
  const spell = (label: string): string => JSON.stringify(label).slice(1, -1);
  return toItems(candidates, { source, start: offset - partial.length, end: offset, takesSnippets, spell });
}

/** The text of the beginning of a literal. */
function unescaped(written: string): string {
  try {
    const value: unknown = JSON.parse(`"${written}"`);
    return typeof value === 'string' ? value : written;
  } catch {
    // It ends within an escape.
    return written;
  }
}
