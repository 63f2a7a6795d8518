import type { Report } from '../../diagnostics/diagnostic.ts';
import { findSignals } from '../../signal/find-signals.ts';
import { knownField, rawFieldsOf, type RawField } from '../../signal/read-signal.ts';
import { SIGNAL_RESULTS, SIGNAL_ROLES } from '../../signal/words.ts';
import type { Source } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';

const WORDS: Readonly<Record<string, { readonly kind: string; readonly words: readonly string[] }>> = {
  agent: { kind: 'role', words: SIGNAL_ROLES },
  next: { kind: 'role', words: SIGNAL_ROLES },
  result: { kind: 'result', words: SIGNAL_RESULTS },
};

/** So many blocks of a template are looked at. */
const MAX_BLOCKS = 100;

/**
 * Checks the SIGNAL BLOCKs of a template, those in code fences too: its roles and results are ones that there are.
 *
 * Choices, as in `[PASS | INSUFFICIENT]`, are checked one by one; what is in `${…}`, `{{…}}`, `<…>` or is none of these is not.
 * Errors: reports `unknown-signal-word`.
 */
export function checkSignals(source: Source, report: Report): void {
  let count = 0;
  for (const { lines } of findSignals(source.text, { inFences: true })) {
    count += 1;
    if (count > MAX_BLOCKS) return;
    for (const field of rawFieldsOf(lines)) checkField(field, source, report);
  }
}

function checkField(field: RawField, source: Source, report: Report): void {
  const { kind, words } = WORDS[knownField(field.name) ?? ''] ?? {};
  if (kind === undefined || words === undefined) return;
  for (const { word, at } of choicesIn(field)) {
    if (words.includes(word)) continue;
    const near = closest(word, words);
    const span = { source, start: at, end: at + word.length };
    const fix =
      near === undefined
        ? undefined
        : { title: `Write ${near}.`, safe: false, edits: [{ span, newText: near }] };
    report('unknown-signal-word', span, { field: field.name, word, kind }, { fix });
  }
}

/** The words of a value, where it is one word, or a list of choices. */
function choicesIn({ value, at }: RawField): { readonly word: string; readonly at: number }[] {
  const list = /^[`*[]{0,4}(?<words>[A-Za-z_]+(?:\s*\|\s*[A-Za-z_]+)*)[`*\]]{0,4}\s*$/.exec(
    value.slice(0, 400),
  );
  const words = list?.groups?.['words'];
  if (words === undefined) return [];
  const start = at + value.indexOf(words);
  return Array.from(words.matchAll(/[A-Za-z_]+/g), (found) => ({ word: found[0], at: start + found.index }));
}
