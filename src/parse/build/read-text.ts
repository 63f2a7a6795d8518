import { fencedLines } from '../tree/fenced-lines.ts';
import { verbatimIn } from '../tree/quoted-text.ts';

/** The value of a text, or what is wrong with it as a part of a sentence. */
export type TextRead = { readonly value: string } | { readonly fault: string };

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
    // The parser's own words name offsets that nobody sees.
    return { fault: 'has a backslash before a character that needs none, or a control character in it' };
  }
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
