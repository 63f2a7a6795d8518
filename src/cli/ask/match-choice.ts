import { closest } from '../../util/closest.ts';

/** What was written in place of a choice means: one of the choices, or none, with the one that is likely meant. */
export type ChoiceMatch =
  | { readonly kind: 'found'; readonly name: string }
  | { readonly kind: 'unknown'; readonly near: string | undefined };

/** Reads a choice as a person writes it: its name, or that in other letter case where no other is so written. */
export function matchChoice(text: string, names: readonly string[]): ChoiceMatch {
  const wanted = text.trim();
  const exact = names.find((name) => name === text) ?? names.find((name) => name === wanted);
  if (exact !== undefined) return { kind: 'found', name: exact };
  const [only, ...others] = names.filter((name) => name.toLowerCase() === wanted.toLowerCase());
  if (only !== undefined && others.length === 0) return { kind: 'found', name: only };
  return { kind: 'unknown', near: nearOf(wanted.toLowerCase(), names) };
}

/** The one choice that begins so, or the one that is spelt nearly so. */
function nearOf(wanted: string, names: readonly string[]): string | undefined {
  const [only, ...others] = names.filter((name) => wanted !== '' && name.toLowerCase().startsWith(wanted));
  if (only !== undefined && others.length === 0) return only;
  const lower = names.map((name) => name.toLowerCase());
  const near = closest(wanted, lower);
  return near === undefined ? undefined : names[lower.indexOf(near)];
}
