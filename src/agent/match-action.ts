import { isPunctuation, isSpace, skip } from '../util/ascii.ts';

/**
 * Finds the action that a name, as an agent wrote it, means.
 *
 * The name is the action exactly, else the only one without case, else it begins with the action and goes on with
 * white space, `(` or punctuation (the longest such action). Marks around it and punctuation after it do not count.
 * Shape: undefined when it means none of them, or more than one.
 */
export function matchAction(written: string, actions: readonly string[]): string | undefined {
  // An action may itself begin with a mark, so the name is tried as it stands first.
  const bare = written.slice(skip(written, 0, '*_` \t'));
  const forms = bare === written ? [written] : [written, bare];
  for (const match of [exactly, withoutCase, asPrefix]) {
    for (const form of forms) {
      const action = match(form, actions);
      if (action !== undefined) return action;
    }
  }
  return undefined;
}

/** The longest is the one that drops least: "Go!." means "Go!" where that is an action, else "Go". */
function exactly(form: string, actions: readonly string[]): string | undefined {
  const tail = tailOf(form);
  return longest(actions.filter((name) => name.length >= tail && form.startsWith(name)));
}

function withoutCase(form: string, actions: readonly string[]): string | undefined {
  const lower = form.toLowerCase();
  const tail = tailOf(lower);
  const found = actions.filter((name) => {
    const wanted = name.toLowerCase();
    return wanted !== '' && wanted.length >= tail && lower.startsWith(wanted);
  });
  const action = longest(found);
  if (action === undefined) return undefined;
  const sameLetters = found.filter((name) => name.toLowerCase() === action.toLowerCase());
  return sameLetters.length === 1 ? action : undefined;
}

function asPrefix(form: string, actions: readonly string[]): string | undefined {
  return longest(actions.filter((name) => form.startsWith(name) && isBoundary(form.charCodeAt(name.length))));
}

function longest(names: readonly string[]): string | undefined {
  let best: string | undefined;
  for (const name of names) if (name !== '' && name.length > (best?.length ?? 0)) best = name;
  return best;
}

/** Where the white space and punctuation at the end of a text begin. */
function tailOf(text: string): number {
  let at = text.length;
  while (at > 0 && isBoundary(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

function isBoundary(code: number): boolean {
  return isSpace(code) || isPunctuation(code);
}
