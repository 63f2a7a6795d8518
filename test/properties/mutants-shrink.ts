import type { Source } from '../../src/text/source.ts';
import { holdAgainstLaws } from './mutants-laws.ts';

/** Tries of one text: enough for a short one, and an end for one that cannot be made so. */
const MAX_TRIES = 2000;

/** Takes away what can be left out, so that somebody can see what broke the law. */
export function shrink(
  { name, text }: Source,
  error: unknown,
): { readonly text: string; readonly fault: string } {
  let [tries, left] = [0, text];
  for (let length = left.length >> 1; length > 0; length >>= 1) {
    for (let at = 0; at < left.length && tries < MAX_TRIES;) {
      const less = left.slice(0, at) + left.slice(at + length);
      tries += 1;
      if (kindOf(faultOf({ name, text: less })) === kindOf(error)) left = less;
      else at += length;
    }
  }
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { text: left, fault };
}

function faultOf(source: Source): unknown {
  try {
    holdAgainstLaws(source);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Numbers apart: they change with the text. */
function kindOf(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message.replaceAll(/\d+/g, 'n').slice(0, 60)}`
    : String(error);
}
