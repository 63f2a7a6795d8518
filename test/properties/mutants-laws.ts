import { check } from '../../src/check/check.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { ReadTemplate } from '../../src/model/template-lookup.ts';
import { formatMap, isSameMap } from '../../src/print/convert.ts';
import type { Source } from '../../src/text/source.ts';

/** What holds of any text is broken. */
export class BrokenLaw extends Error {}

/** `limited` says how many there are beyond it in one more. */
const MAX_DIAGNOSTICS = 101;

/**
 * Holds a text against what holds of every text:
 *
 * M1. Reading and checking it throws nothing. M2. Each diagnostic lies in its source, with all that belongs to it, and
 * there are at most 101 of a source. M3. What gives no map gives an error. M4. A map of the language that can be laid
 * out is the same the second time, and means the same.
 *
 * Shape: true for a text that could be laid out. Errors: throws BrokenLaw, or whatever was thrown.
 */
export function holdAgainstLaws(source: Source): boolean {
  const { diagnostics, document } = check(source, templateOf(source));
  for (const each of diagnostics) assertPlaced(each);
  const own = diagnostics.filter(({ span }) => span.source.name === source.name);
  if (own.length > MAX_DIAGNOSTICS) throw new BrokenLaw(`${own.length} diagnostics.`);
  if (!document && !diagnostics.some(({ severity }) => severity === 'error'))
    throw new BrokenLaw('No map, and nothing told.');
  return document !== undefined && source.name.endsWith('.wfmap') && assertLaidOut(source);
}

function assertPlaced({ code, message, span, related, fix }: Diagnostic): void {
  const spans = [span, ...related.map((each) => each.span), ...(fix?.edits ?? []).map((edit) => edit.span)];
  for (const { start, end, source } of spans)
    if (!(start >= 0 && end >= start && end <= source.text.length))
      throw new BrokenLaw(`"${code}" stands at ${start} to ${end} of ${source.text.length}.`);
  if (message.length > 2000) throw new BrokenLaw(`"${code}" takes ${message.length} characters.`);
}

function assertLaidOut(source: Source): true {
  const { name } = source;
  const once = formatMap(source, () => undefined);
  if (once === undefined) throw new BrokenLaw('A map that cannot be laid out.');
  const twice = formatMap({ name, text: once }, () => undefined);
  if (twice !== once)
    throw new BrokenLaw(`Laid out again it is ${twice === undefined ? 'no map' : 'another text'}.`);
  if (!isSameMap(source, { name, text: once })) throw new BrokenLaw('Laid out it means something else.');
  return true;
}

/** Every template there is: the map itself, cut to a size that costs little. */
function templateOf({ text }: Source): ReadTemplate {
  const source = { name: 'template.md', text: text.slice(0, 300) };
  return (path) => (path.length % 3 === 0 ? { kind: 'missing', lookedIn: [] } : { kind: 'found', source });
}
