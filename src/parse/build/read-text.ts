import { type EscapeFault, jsonEscapeFaults, withoutEscapes } from '../../text/escapes.ts';
import { fencedLines } from '../tree/fenced-lines.ts';
import { verbatimIn } from '../tree/quoted-text.ts';

/** The value of a text, or what is wrong with it as a part of a sentence. */
export type TextRead = { readonly value: string } | TextFault;

/** Units: offsets in the text, quotes included; `backslashes` are those that escape nothing. */
export interface TextFault {
  readonly fault: string;
  readonly at?: readonly [start: number, end: number];
  readonly backslashes?: readonly number[];
}

/** Reads a text in quotes or fences, as it was written. */
export function readText(image: string): TextRead {
  if (image.startsWith('"""')) return image.includes('\n') ? readFenced(image) : readRaw(image);
  if (image.length < 2 || !image.endsWith('"')) return { fault: 'is not closed on its line' };
  if (!image.includes('\\')) {
    return CONTROL.test(image) ? { fault: 'has a control character in it' } : { value: image.slice(1, -1) };
  }
  try {
    const parts: string[] = [];
    let from = 1;
    for (const [start, end] of verbatimIn(image)) {
      parts.push(String(JSON.parse(`"${image.slice(from, start)}"`)), image.slice(start, end));
      from = end;
    }
    return { value: parts.join('') + String(JSON.parse(`"${image.slice(from)}`)) };
  } catch {
    return escapeFault(image, jsonEscapeFaults(escaped(image))) ?? { fault: 'has a control character in it' };
  }
}

/** A text without the quotes at its ends, and with its placeholders that have quotes of their own blanked out. */
function escaped(image: string): string {
  let bare = image;
  for (const [start, end] of verbatimIn(image))
    bare = bare.slice(0, start) + ' '.repeat(end - start) + bare.slice(end);
  return bare.slice(1, -1);
}

/** What is wrong with the escapes of a text of an expression. One that stands for half a character is a fault of its meaning. */
export function faultInExpression(image: string): TextFault | undefined {
  if (!/^["']/.test(image) || image.startsWith('"""')) return undefined;
  const { faults } = withoutEscapes(image.slice(1, -1));
  return escapeFault(
    image,
    faults.filter(({ kind }) => kind !== 'character'),
  );
}

/** Units: the places of the faults count from behind the first quote. */
function escapeFault(image: string, faults: readonly EscapeFault[]): TextFault | undefined {
  const [first] = faults;
  if (!first) return undefined;
  const at = [first.start + 1, first.end + 1] as const;
  const written = image.slice(...at);
  const fault =
    first.kind === 'digits'
      ? `has a "${written.slice(0, 2)}" without ${first.needs}`
      : `has "${written}" in it, which is not an escape`;
  return { at, fault, backslashes: faults.map(({ start }) => start + 1) };
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u001f]/;

function readRaw(image: string): TextRead {
  const quotes = /^"+/.exec(image)?.[0].length ?? 0;
  const value = image.slice(quotes, -quotes);
  return CONTROL.test(value.replaceAll('\t', '')) ? { fault: 'has a control character in it' } : { value };
}

function readFenced(image: string): TextRead {
  const lines = fencedLines(image);
  if (!lines) return { fault: 'is fenced, but the quotes that close it are missing' };
  return { value: lines.map(({ text }) => text).join('\n') };
}
