import { skip, trimSpace } from '../util/ascii.ts';

/** Marks of emphasis and code. */
const EMPHASIS = '*_`';
/** Before the word may stand white space and marks of lists, headings, emphasis and code. */
const LEADING = ` \t\f\v${EMPHASIS}#+-`;
const DIGITS = '0123456789';

/** The name on a line `ACTION: name`, as it is written; undefined for any other line, also one without a name. */
export function namedOn(line: string): string | undefined {
  const start = afterMarks(line);
  if (line.slice(start, start + 6).toLowerCase() !== 'action') return undefined;
  const colon = skip(line, skip(line, start + 6, EMPHASIS), ' \t');
  if (line[colon] !== ':') return undefined;
  const name = trimSpace(line.slice(colon + 1));
  return skip(name, 0, `${EMPHASIS}#`) === name.length ? undefined : name;
}

function afterMarks(line: string): number {
  let at = 0;
  for (;;) {
    const marks = skip(line, at, LEADING);
    const digits = skip(line, marks, DIGITS);
    if (digits === marks || digits - marks > 9 || line[digits] !== '.') return marks;
    at = digits + 1;
  }
}
