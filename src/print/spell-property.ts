import { isKeyword } from '../parse/parse-dsl.ts';
import type { JsonMember, JsonNode } from '../parse/tree/json-node.ts';
import { expressionOf, joined, membersOf, numberOf, partOf, stringIn } from './parts.ts';
import { spellJson, spellLine, spellName } from './spell.ts';

/** Source: grammar/wfmap.ebnf, "property" */
export function spellProperty({ name, value }: JsonMember, indent: string): string {
  // The label is a sentence, and looks like one.
  const head = `property ${spellLine(name)}`;
  const claim = claimOf(value);
  return claim === undefined ? `${head} = ${spellJson(value, indent, head.length + 3)}` : `${head}: ${claim}`;
}

function claimOf(node: JsonNode): string | undefined {
  const [member, second] = membersOf(node);
  if (!member || second) return undefined;
  const { name, value } = member;
  if (name === 'always' || name === 'never' || name === 'eventually') {
    const situation = situationOf(value);
    return situation && `${name} ${situation}`;
  }
  if (name === 'atMost') {
    return joined(value, {
      times: (each) => withPrefix('at most ', numberOf(each), ' times'),
      of: situationOf,
    });
  }
  return name === 'leadsTo' || name === 'precedes' ? orderOf(name, value) : undefined;
}

function orderOf(name: 'leadsTo' | 'precedes', value: JsonNode): string | undefined {
  const verb = name === 'precedes' ? 'precedes ' : 'leads to ';
  const [first, last] = [partOf(value, 'first'), partOf(value, 'second')];
  if (!first || !last) return undefined;
  return joined(value, { first: situationOf, second: (each) => withPrefix(verb, situationOf(each)) });
}

function situationOf(node: JsonNode): string | undefined {
  return joined(node, {
    task: plainName,
    action: (each) => withPrefix('takes ', plainName(each)),
    when: (each) => withPrefix('when ', expressionOf(each)),
  });
}

/** A claim is made of words, so a name that is one of them is quoted. */
function plainName(node: JsonNode): string | undefined {
  const name = stringIn(node);
  if (name === undefined) return undefined;
  return isKeyword(name) ? JSON.stringify(name) : spellName(name);
}

function withPrefix(prefix: string, text: string | undefined, suffix = ''): string | undefined {
  return text === undefined ? undefined : prefix + text + suffix;
}
