import {
  InsertTextFormat,
  MarkupKind,
  type CompletionItem,
  type CompletionItemKind,
  type Range,
} from 'vscode-languageserver/node';
import type { Source } from '../../text/source.ts';
import { toRange } from '../documents/to-range.ts';

/** Something that may stand at a place. Shape: `snippet` is what is written instead of the label, with `$1` for the cursor. */
export interface Candidate {
  readonly label: string;
  readonly kind: CompletionItemKind;
  readonly detail?: string | undefined;
  readonly documentation?: string | undefined;
  readonly snippet?: string | undefined;
}

/** Where what is chosen is written, and how. Units: half-open offsets. */
export interface Slot {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  /** Whether the editor moves the cursor to where a snippet says. */
  readonly takesSnippets: boolean;
  /** How a label is written there; as it is where nothing is said. */
  readonly spell?: (label: string) => string;
}

/** Units: items. A longer list helps nobody. */
const MAX_ITEMS = 1_000;

/** Candidates as an editor takes them, in their order. */
export function toItems(candidates: Iterable<Candidate>, slot: Slot): CompletionItem[] {
  const range = toRange(slot);
  const items = new Map<string, CompletionItem>();
  for (const candidate of candidates) {
    if (items.size >= MAX_ITEMS) break;
    const sortText = String(items.size).padStart(4, '0');
    if (!items.has(candidate.label))
      items.set(candidate.label, { ...toItem(candidate, slot, range), sortText });
  }
  return [...items.values()];
}

function toItem(candidate: Candidate, slot: Slot, range: Range): CompletionItem {
  const { label, kind, detail, documentation = '', snippet } = candidate;
  const { source, start, takesSnippets } = slot;
  const isSnippet = snippet !== undefined && takesSnippets;
  const written = snippet ?? slot.spell?.(label) ?? label;
  return {
    label,
    kind,
    filterText: source.text.startsWith('"', start) ? JSON.stringify(label) : label,
    textEdit: { range, newText: isSnippet ? written : written.replaceAll(/\$\d/g, '') },
    ...(isSnippet ? { insertTextFormat: InsertTextFormat.Snippet } : {}),
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === '' ? {} : { documentation: { kind: MarkupKind.Markdown, value: documentation } }),
  };
}
