import { typeOf } from '../parse/build/build-parts.ts';
import type { JsonMember, JsonNode } from '../parse/tree/json-node.ts';
import { joined, partOf, quotedOf, stringIn, wordOf } from './parts.ts';
import { spellJson, spellWord } from './spell.ts';

/** Source: grammar/wfmap.ebnf, field */
export function spellField({ name, value }: JsonMember, indent: string): string {
  return (
    definitionOf(name, value, indent) ?? `${spellWord(name)} = ${spellJson(value, indent, name.length + 10)}`
  );
}

/** The type is left out where the default tells it. */
function definitionOf(name: string, value: JsonNode, indent: string): string | undefined {
  const [type, required] = [partOf(value, 'type'), partOf(value, 'required')];
  if (!type || required?.kind !== 'scalar' || typeof required.value !== 'boolean') return undefined;
  const fallback = partOf(value, 'default');
  const isReported = !required.value && fallback !== undefined && typeOf(fallback) === stringIn(type);
  const words = joined(value, {
    type: (each) => (isReported ? '' : wordOf(each)),
    required: () => '',
    default: (each) => `= ${spellJson(each, indent)}`,
    enum: (each) => (each.kind === 'array' ? `one of ${spellJson(each, indent)}` : undefined),
    description: quotedOf,
    schema: (each) => `schema ${spellJson(each, indent, 20)}`,
  });
  const sign = isReported ? '? ' : required.value ? ': ' : '?: ';
  return words === undefined ? undefined : spellWord(name) + sign + words;
}
