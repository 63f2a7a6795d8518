import type { Value } from '../model/value.ts';
import { namedOn } from './named-on.ts';
import { markedLines } from '../util/open-lines.ts';
import { toValue } from './to-value.ts';

/**
 * Reads the output from the final message of an agent that answers in text.
 *
 * It is the last fenced block of the language `json`, else the whole message but for its lines `ACTION: name`. Takes
 * time linear in the text. Errors: none; `fault` is a sentence that can be quoted to the agent.
 */
export function readFencedOutput(text: string): { readonly value: Value } | { readonly fault: string } {
  const block = lastBlock(text);
  const json = parse(block ?? withoutChoice(text));
  if (json === undefined) {
    if (block === undefined)
      return { fault: 'The final message has no fenced block of JSON with the result.' };
    return { fault: 'The last fenced block of JSON in the final message is not JSON.' };
  }
  const output = toValue(json.value);
  return 'fault' in output ? { fault: `The result in the final message ${output.fault}.` } : output;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The content of the last block of JSON that is closed; undefined for none. */
function lastBlock(text: string): string | undefined {
  let last: string | undefined;
  let open: string[] | undefined;
  for (const { line, place, language } of markedLines(text)) {
    if (place === 'opening') open = language === 'json' ? [] : undefined;
    else if (place === 'inside') open?.push(line);
    else if (place === 'closing') {
      last = open?.join('\n') ?? last;
      open = undefined;
    }
  }
  return last;
}

function withoutChoice(text: string): string {
  const lines: string[] = [];
  for (const { line, place } of markedLines(text)) {
    if (place !== 'outside' || namedOn(line) === undefined) lines.push(line);
  }
  return lines.join('\n');
}
