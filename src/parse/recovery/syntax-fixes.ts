import type { IToken } from 'chevrotain';
import type { Edit, Extra } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../text/source.ts';
import { isDefined } from './defined-names.ts';
import type { SyntaxFault } from '../grammar/read-tokens.ts';

const MAX_NAME = 200;

/** What may be done about a sign that is missing, too much, or another than is meant. */
export function signFix(source: Source, fault: SyntaxFault): Extra {
  const { token, rule } = fault;
  const isTooMuch = /^[:,]$/.test(token.image) || (token.image === '}' && rule === 'map');
  return (
    otherSign(source, fault) ??
    (isTooMuch ? unsafe(`Leave ${token.image} out.`, removal(source, token)) : undefined) ??
    quotes(source, fault) ??
    missingSign(source, fault)
  );
}

function unsafe(title: string, edit: Edit): Extra {
  return { fix: { title, safe: false, edits: [edit] } };
}

function otherSign(source: Source, { token, expected }: SyntaxFault): Extra | undefined {
  const span = { source, start: token.startOffset, end: token.startOffset + token.image.length };
  if (/^'[^'\\"]*'$/.test(token.image) && expected.includes('double quotes'))
    return unsafe('Write double quotes.', { span, newText: `"${token.image.slice(1, -1)}"` });
  return token.image === ':' && expected === '"="' ? unsafe('Write =.', { span, newText: '=' }) : undefined;
}

function quotes(source: Source, fault: SyntaxFault): Extra | undefined {
  const edit = nameToQuote(source, fault);
  return edit && unsafe('Put the name in quotes.', edit);
}

/** A name that has a word of the language in it, or more than one word before "=". */
export function nameToQuote(
  source: Source,
  { token, previous, rule, expected }: SyntaxFault,
): Edit | undefined {
  if (!previous || rule !== 'action' || expected !== '"->"') return undefined;
  const line =
    source.text.slice(previous.startOffset, previous.startOffset + MAX_NAME).split('\n', 1)[0] ?? '';
  const sign = token.image === '=' ? '=' : '->';
  const name = (line.split(sign, 1)[0] ?? '').trimEnd();
  if (!line.includes(sign) || !/^[\p{L}_][\p{L}\p{N}_ \t]*$/u.test(name)) return undefined;
  const span = { source, start: previous.startOffset, end: previous.startOffset + name.length };
  return { span, newText: `"${name}"` };
}

function missingSign(source: Source, { token, previous, expected }: SyntaxFault): Extra {
  if (!previous || !/^"(?:->|[{}()[\]=:])"$/.test(expected)) return {};
  const place = previous.startOffset + previous.image.length;
  const isNextLine = source.text.slice(place, token.startOffset).includes('\n');
  if (isNextLine && expected !== '"{"') return {};
  const sign = expected.slice(1, -1);
  if (sign === '->' && !isTarget(source, token)) return {};
  return unsafe(`Put ${sign} here.`, { span: { source, start: place, end: place }, newText: ` ${sign}` });
}

/** Whether what stands behind is called like a task or an end of the map. */
function isTarget(source: Source, { image }: IToken): boolean {
  return isDefined(image.replace(/^"(.*)"$/u, '$1'), source);
}

/** Takes a sign or word away, with the blanks before it; with its line, where it is alone on it. */
export function removal(source: Source, { startOffset, image }: Pick<IToken, 'startOffset' | 'image'>) {
  const { text } = source;
  let [start, end] = [startOffset, startOffset + image.length];
  while (/[ \t]/.test(text.charAt(start - 1))) start -= 1;
  const isFirst = start === 0 || text[start - 1] === '\n';
  const rest = /[ \t]*(?:\r?\n|$)/y;
  rest.lastIndex = end;
  const line = isFirst ? rest.exec(text)?.[0] : undefined;
  if (line !== undefined) end += line.length;
  else if (isFirst) {
    start = startOffset;
    while (/[ \t]/.test(text.charAt(end))) end += 1;
  }
  return { span: { source, start, end }, newText: '' };
}
