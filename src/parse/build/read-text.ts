import { jsonEscapeFaults, withoutEscapes } from '../../text/escapes.ts';
import { fencedLines } from '../tree/fenced-lines.ts';
import { verbatimIn } from '../tree/quoted-text.ts';
import { escapeFault, type TextFault } from '../tree/text-fault.ts';

/** The value of a text, or what is wrong with it. */
export type TextRead = { readonly value: string } | TextFault;

/** Reads a text in quotes or fences, as it was written. */
export function readText(image: string): TextRead {
  if (image.startsWith('"""')) return image.includes('\n') ? readFenced(image) : readRaw(image);
  if (image.length < 2 || !image.endsWith('"')) return { fault: 'is not closed on its line' };
  if (!image.includes('\\')) {
    return CONTROL.test(image) ? { fault: 'has a control character in it' } : { value: image.slice(1, -1) };
  }
  const parts = partsOf(image);
  try {
    const values = parts.map(({ text, isVerbatim }) => (isVerbatim ? text : String(JSON.parse(`"${text}"`))));
    return { value: values.join('') };
  } catch {
    const faults = parts.flatMap(({ text, start, isVerbatim }) =>
      isVerbatim ? [] : jsonEscapeFaults(text, start),
    );
    return escapeFault(faults) ?? { fault: 'has a control character in it' };
  }
}

interface Part {
  readonly text: string;
  /** Units: offset in the whole, its quotes included. */
  readonly start: number;
  /** Whether it is a `${…}` with quotes of its own, in which nothing is escaped. */
  readonly isVerbatim: boolean;
}

/** What stands between the quotes of a text. */
function partsOf(image: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 1;
  for (const [start, end] of verbatimIn(image)) {
    parts.push({ text: image.slice(from, start), start: from, isVerbatim: false });
    parts.push({ text: image.slice(start, end), start, isVerbatim: true });
    from = end;
  }
  return [...parts, { text: image.slice(from, -1), start: from, isVerbatim: false }];
}

/** What is wrong with the escapes of a text of an expression. One that stands for half a character is a fault of its meaning. */
export function faultInExpression(image: string): TextFault | undefined {
  if (!/^["']/.test(image) || image.startsWith('"""')) return undefined;
  const { faults } = withoutEscapes(image.slice(1, -1), 1);
  return escapeFault(faults.filter(({ kind }) => kind !== 'character'));
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
