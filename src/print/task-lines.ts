import type { JsonMember, JsonNode } from '../parse/json/json-node.ts';
import {
  boundOf,
  durationOf,
  expressionOf,
  flagOf,
  hasOnly,
  joined,
  membersOf,
  nameOf,
  namesOf,
  numberOf,
  partOf,
  quotedOf,
  spellField,
  stringIn,
} from './parts.ts';
import { extraOf, spellAction } from './spell-action.ts';
import { MAX_WIDTH, spellJson, spellName, spellText } from './spell.ts';

/** A line of a task: a clause, or the head of a block inside. Shape: `member` is where it comes from. */
export interface TaskLine {
  readonly text: string;
  readonly member: JsonMember | undefined;
  readonly block?: JsonNode;
}

type Spell = (value: JsonNode, indent: string) => string | undefined;

const withWord =
  (word: string, spell: Spell): Spell =>
  (value, indent) => {
    const text = spell(value, indent);
    return text === undefined ? undefined : `${word} ${text}`;
  };
const text: Spell = (value, indent) => {
  const words = stringIn(value);
  return words === undefined ? undefined : spellText(words, indent);
};
const named = (spell: Spell, fields: readonly string[]): [string, Spell][] =>
  fields.map((each) => [each, withWord(each, spell)]);

/** Source: grammar/wfmap.ebnf, setting */
export const SETTINGS: Readonly<Record<string, Spell>> = withoutPrototype([
  ...named(nameOf, ['agent', 'model', 'permissionMode', 'protocol', 'onItemFailure']),
  ...named(numberOf, ['maxTurns', 'budgetUsd', 'concurrency']),
  ...named(namesOf, ['allowedTools', 'disallowedTools']),
  ...['idempotent', 'carry', 'appendActions'].map((each): [string, Spell] => [
    each,
    (value) => flagOf(each, value),
  ]),
  ['timeout', withWord('timeout', durationOf)],
  ['retry', withWord('retry', (value) => joined(value, { max: numberOf, reply: after('reply', numberOf) }))],
  ['session', withWord('session', sessionOf)],
  ['reminder', withWord('reminder', reminderOf)],
]);

const CLAUSES: Readonly<Record<string, Spell>> = withoutPrototype([
  ...Object.entries(SETTINGS),
  ['description', withWord('about', quotedOf)],
  ['promptTemplatePath', withWord('template', quotedOf)],
  ...named(text, ['promptTemplate', 'prompt']),
  ['output', withWord('output', outputOf)],
  [
    'command',
    withWord('command', (value, indent) =>
      value.kind === 'array' ? spellJson(value, indent, 8) : text(value, indent),
    ),
  ],
  ['map', withWord('map', quotedOf)],
  ['with', withWord('with', bindingsOf)],
  ...named(expressionOf, ['key', 'after', 'exclusive']),
  ['join', withWord('join', joinOf)],
  ['workspace', withWord('workspace', workspaceOf)],
  ['maxVisits', withWord('visits', boundOf)],
  ['onError', withWord('on error ->', nameOf)],
]);

/** The clauses of a task, in the order of its keys; what has no words comes first, as `extra`. */
export function taskLines(task: JsonNode, indent: string): readonly TaskLine[] {
  const lines: TaskLine[] = [];
  const left: JsonMember[] = [];
  for (const member of membersOf(task)) {
    if (member.name === 'type' || (member.name === 'as' && stringIn(member.value) !== undefined)) continue;
    const said = linesOf(member, task, indent);
    if (said) lines.push(...said);
    else left.push(member);
  }
  const extra = extraOf(left, indent, 'extra ');
  return extra === undefined ? lines : [{ text: extra, member: undefined }, ...lines];
}

function linesOf(member: JsonMember, task: JsonNode, indent: string): readonly TaskLine[] | undefined {
  const { name, value } = member;
  switch (name) {
    case 'actions':
      return each(value, (part) => spellAction(part, indent));
    case 'promptParams':
      return each(value, (part) => `param ${spellField(part, indent)}`);
    case 'fields':
      return each(value, (part) => `field ${spellField(part, indent)}`);
    case 'set':
      return each(value, (part) => {
        const expression = expressionOf(part.value);
        return expression === undefined ? undefined : `set ${spellName(part.name)} = ${expression}`;
      });
    case 'branches':
      return each(value, (part) => `branch ${spellName(part.name)} {`, true);
    case 'body':
      return value.kind === 'object' ? [{ text: 'body {', member, block: value }] : undefined;
    case 'item':
    case 'items':
      return eachOf(member, task);
    default: {
      const words = CLAUSES[name]?.(value, indent);
      return words === undefined ? undefined : [{ text: words, member }];
    }
  }
}

/** A line for each part; undefined where one has no words, or there is none. */
function each(
  value: JsonNode,
  spell: (part: JsonMember) => string | undefined,
  isBlock = false,
): readonly TaskLine[] | undefined {
  const lines: TaskLine[] = [];
  for (const member of membersOf(value)) {
    const words = spell(member);
    if (words === undefined) return undefined;
    lines.push({ text: words, member, ...(isBlock ? { block: member.value } : {}) });
  }
  return lines.length === 0 ? undefined : lines;
}

/** `item` and `items` share a line, which stands where the first of them does. */
function eachOf(member: JsonMember, task: JsonNode): readonly TaskLine[] | undefined {
  const [name, expression] = [nameOf(partOf(task, 'item')), expressionOf(partOf(task, 'items'))];
  if (name === undefined || expression === undefined) return undefined;
  const first = membersOf(task).find((one) => one.name === 'item' || one.name === 'items');
  return first === member ? [{ text: `each ${name} in ${expression}`, member }] : [];
}

function bindingsOf(value: JsonNode, indent: string): string | undefined {
  const words: string[] = [];
  for (const { name, value: part } of membersOf(value)) {
    const expression = expressionOf(part);
    if (expression === undefined) return undefined;
    words.push(expression === name && spellName(name) === name ? name : `${spellName(name)} = ${expression}`);
  }
  if (words.length === 0) return undefined;
  const lines = [''];
  for (const [index, word] of words.entries()) {
    const piece = index === words.length - 1 ? word : `${word},`;
    const last = lines.at(-1) ?? '';
    const fits = indent.length + 7 + last.length + piece.length <= MAX_WIDTH;
    if (fits || last === '') lines[lines.length - 1] = last === '' ? piece : `${last} ${piece}`;
    else lines.push(piece);
  }
  return lines.join(`\n${indent}  `);
}

function outputOf(value: JsonNode, indent: string): string | undefined {
  const [member, second] = membersOf(value);
  if (!member || second) return undefined;
  if (member.name === 'schemaPath') return quotedOf(member.value);
  const isText = stringIn(member.value) !== undefined;
  return member.name === 'schema' && !isText ? spellJson(member.value, indent, 7) : undefined;
}

function joinOf(value: JsonNode): string | undefined {
  if (value.kind === 'scalar') return value.value === 'all' ? 'all' : undefined;
  return joined(value, { atLeast: after('at least', numberOf) });
}

function workspaceOf(value: JsonNode, indent: string): string | undefined {
  if (value.kind === 'scalar') return value.value === 'worktree' ? undefined : nameOf(value);
  const worktree = partOf(value, 'worktree');
  if (!worktree || !hasOnly(value, ['worktree']) || !partOf(worktree, 'merge')) return undefined;
  const setup = (part: JsonNode) =>
    part.kind === 'array' ? `setup ${spellJson(part, indent, 40)}` : undefined;
  const words = joined(worktree, { merge: after('merge', expressionOf), setup });
  return words === undefined ? undefined : `worktree ${words}`;
}

function sessionOf(value: JsonNode): string | undefined {
  const text = stringIn(value);
  if (text !== undefined) return text === 'of' || text === 'fork' ? undefined : spellName(text);
  if (membersOf(value).length !== 1) return undefined;
  return joined(value, { of: after('of', nameOf), fork: after('fork', nameOf) });
}

function reminderOf(value: JsonNode, indent: string): string | undefined {
  if (value.kind === 'scalar') return text(value, indent);
  if (!partOf(value, 'text') || membersOf(value).length < 2) return undefined;
  return joined(value, {
    text: (part) => text(part, indent),
    on: after('on', namesOf),
    before: (part) => flagOf('before', part),
  });
}

function after(
  word: string,
  spell: (part: JsonNode) => string | undefined,
): (part: JsonNode) => string | undefined {
  return (part) => {
    const words = spell(part);
    return words === undefined ? undefined : `${word} ${words}`;
  };
}

/** A field may be called `constructor`. */
function withoutPrototype(entries: readonly (readonly [string, Spell])[]): Readonly<Record<string, Spell>> {
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}
