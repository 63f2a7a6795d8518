import { isArgument } from '../parse/build/build-json.ts';
import { isInline, isQuotedAction } from '../parse/parse-dsl.ts';
import type { JsonMember, JsonNode } from '../parse/tree/json-node.ts';
import { parseJson } from '../parse/tree/parse-json.ts';
import {
  after,
  boundOf,
  expressionOf,
  hasOnly,
  membersOf,
  namesOf,
  partOf,
  quotedOf,
  stringIn,
} from './parts.ts';
import { MAX_WIDTH, spellJson, spellName, spellScalar, spellWord } from './spell.ts';

/**
 * Parts come in the order of the grammar. `isChosen` where the action is called like its target, and would be taken without a choice
 * if its name were left out.
 *
 * Source: grammar/wfmap.ebnf, action
 */
export function spellAction({ name, value }: JsonMember, indent: string, isChosen: boolean): string {
  const target = stringIn(partOf(value, 'target')) ?? '';
  const own = isQuotedAction(name) ? JSON.stringify(name) : spellName(name);
  const args = argumentsOf(partOf(value, 'args'));
  const said: Readonly<Record<string, string | undefined>> = {
    target: `${name === target && !isChosen ? '' : `${own} `}-> ${spellName(target)}${args === undefined ? '' : ` ${args}`}`,
    args,
    choose: quotedOf(partOf(value, 'choose')),
    when: guardOf(partOf(value, 'when')),
    limit: boundOf(partOf(value, 'limit')),
    resets: after('resets ', namesOf(partOf(value, 'resets'))),
  };
  const { args: _, ...parts } = said;
  const left = membersOf(value).filter((each) => said[each.name] === undefined);
  return filledLines([...Object.values(parts), extraOf(left, indent, 'and extra ')], indent);
}

function guardOf(node: JsonNode | undefined): string | undefined {
  const guard = expressionOf(node);
  return guard === 'true' ? 'always' : after('when ', guard);
}

/** Words on one line, as long as they fit, and on as few below it as hold the rest. */
export function filledLines(parts: readonly (string | undefined)[], indent: string): string {
  let text = '';
  let before = '';
  for (const part of parts) {
    if (part === undefined) continue;
    const isBelow = text.includes('\n');
    const used = text.length - text.lastIndexOf('\n') - 1 + (isBelow ? 0 : indent.length);
    const first = part.split('\n', 1)[0] ?? '';
    // Behind the last line of a part, which may begin with a text, "=" would read as its value.
    const isOwnLine = before.includes('\n') && part.startsWith('= ');
    if (text === '') text = part;
    else if (!isOwnLine && used + 1 + first.length <= MAX_WIDTH) text += ` ${part}`;
    else text += `\n${indent}  ${part}`;
    before = part;
  }
  return text;
}

/** Fields that have no words, if there are any. */
export function extraOf(left: readonly JsonMember[], indent: string, word: string): string | undefined {
  const [first] = left;
  if (!first) return undefined;
  const members = new Map(left.map((each) => [each.name, each]));
  return word + spellJson({ kind: 'object', start: 0, end: 0, members }, indent, word.length);
}

function argumentsOf(node: JsonNode | undefined): string | undefined {
  if (!node) return undefined;
  if (node.kind === 'scalar') {
    const text = quotedOf(node);
    return text === undefined ? undefined : `(${text})`;
  }
  if (node.kind === 'array') return undefined;
  const words = membersOf(node).map(({ name, value }) => after(`${spellWord(name)} = `, argumentOf(value)));
  return words.some((each) => each === undefined) ? undefined : `(${words.join(', ')})`;
}

/** What looks like a value is one, so an expression that does has no words. */
function argumentOf(node: JsonNode): string | undefined {
  if (hasOnly(node, ['expr']) && membersOf(node).length === 1) {
    const expression = expressionOf(partOf(node, 'expr'));
    return expression === undefined || isLiteral(expression) ? undefined : expression;
  }
  if (!isArgument(node)) return undefined;
  const text = strictJson(node);
  return isInline(text) ? text : undefined;
}

function strictJson(node: JsonNode): string {
  if (node.kind === 'scalar') return spellScalar(node.value);
  if (node.kind === 'array') return `[${node.items.map(strictJson).join(', ')}]`;
  const members = membersOf(node).map(({ name, value }) => `${JSON.stringify(name)}: ${strictJson(value)}`);
  return `{${members.join(', ')}}`;
}

function isLiteral(text: string): boolean {
  let sound = true;
  const literal = parseJson({ name: '', text }, () => (sound = false));
  return sound && literal !== undefined && isArgument(literal);
}
