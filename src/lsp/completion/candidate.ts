import {
  CompletionItemKind,
  InsertTextFormat,
  MarkupKind,
  type CompletionItem,
} from 'vscode-languageserver/node';
import type { Source } from '../../text/source.ts';
import { toRange } from '../to-range.ts';

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
  const { source, start, end, takesSnippets, spell = (label) => label } = slot;
  const range = toRange({ source, start, end });
  const items: CompletionItem[] = [];
  const seen = new Set<string>();
  for (const { label, kind, detail, documentation, snippet } of candidates) {
    if (seen.has(label)) continue;
    seen.add(label);
    if (items.length >= MAX_ITEMS) break;
    const written = snippet ?? spell(label);
    const newText = snippet === undefined || takesSnippets ? written : written.replaceAll(/\$\d/g, '');
    items.push({
      label,
      kind,
      sortText: String(items.length).padStart(4, '0'),
      filterText: source.text.startsWith('"', start) ? JSON.stringify(label) : label,
      textEdit: { range, newText },
      ...(snippet !== undefined && takesSnippets ? { insertTextFormat: InsertTextFormat.Snippet } : {}),
      ...(detail === undefined ? {} : { detail }),
      ...(documentation === undefined || documentation === ''
        ? {}
        : { documentation: { kind: MarkupKind.Markdown, value: documentation } }),
    });
  }
  return items;
}
