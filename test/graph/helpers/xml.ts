const TAG = /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;
const TEXT = /[^<&>]+|&(?:amp|lt|gt|quot|#39);/y;
const REFUSED = /[^\P{Cc}\n]|[\ufffe\uffff]/u;

/** Why a text is no well-formed XML of elements, values and text; undefined where it is. */
export function xmlFault(text: string): string | undefined {
  if (!text.isWellFormed() || REFUSED.test(text)) return 'It has a sign that XML cannot have.';
  const open: string[] = [];
  for (let at = 0; at < text.length;) {
    const part = nextPart(text, at);
    if (part === undefined) return `It cannot be read at: ${text.slice(at, at + 40)}`;
    at += part[0].length;
    const fault = part.length === 1 ? undefined : tagFault(part, open);
    if (fault !== undefined) return fault;
  }
  return open.length > 0 ? `${open.join(', ')} is not closed.` : undefined;
}

function tagFault(
  [, closes, name = '', values = '', isEmpty]: RegExpExecArray,
  open: string[],
): string | undefined {
  if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(values)) return `A value of ${name} has a bare &.`;
  if (closes === '/') return open.pop() === name ? undefined : `${name} is closed and not open.`;
  if (isEmpty === '') open.push(name);
  return undefined;
}

/** A tag with its parts, or a text. */
function nextPart(text: string, at: number): RegExpExecArray | undefined {
  TAG.lastIndex = at;
  TEXT.lastIndex = at;
  return TAG.exec(text) ?? TEXT.exec(text) ?? undefined;
}
