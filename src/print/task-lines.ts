import { CLAUSES, type Clause, isValueWord } from '../language/fields.ts';
import type { FieldSpec, PartName } from '../language/field-spec.ts';
import type { JsonMember, JsonNode } from '../parse/tree/json-node.ts';
import {
  boundOf,
  durationOf,
  expressionOf,
  flagOf,
  hasOnly,
  joined,
  membersOf,
  nameOf,
  numberOf,
  partOf,
  pathOf,
  quotedOf,
  stringIn,
  wordOf,
  wordsOf,
} from './parts.ts';
import { type Folders, spellPath } from './folders.ts';
import { extraOf, filledLines, spellAction } from './spell-action.ts';
import { bindingsOf } from './spell-bindings.ts';
import { spellField } from './spell-field.ts';
import { spellJson, spellName, spellText, spellWord } from './spell.ts';

/** A line of a task: a clause, or the head of a block inside. Shape: `member` is where it comes from. */
export interface TaskLine {
  readonly text: string;
  readonly member: JsonMember | undefined;
  readonly block?: JsonNode;
  /** Whether it may share a line with others that are short. */
  readonly isShort?: boolean;
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
/** The value of a clause by its kind. Some say that of a part, which `OF_PART` has. */
const BY_KIND: Readonly<Partial<Record<FieldSpec['kind'], Spell>>> = {
  text,
  template: text,
  path: pathOf,
  word: wordOf,
  words: wordsOf,
  number: numberOf,
  duration: durationOf,
  expression: expressionOf,
  command: (value, indent) => (value.kind === 'array' ? spellJson(value, indent, 8) : text(value, indent)),
};
const OF_PART: Readonly<Partial<Record<PartName, Spell>>> = {
  retry: (value) => joined(value, { max: numberOf, reply: after('reply', numberOf) }),
  session: sessionOf,
  reminder: reminderOf,
  join: joinOf,
  workspace: workspaceOf,
};

/** The others have lines of several fields, or for each of their entries. */
const SPECIAL: Readonly<Record<string, Spell>> = {
  with: (value, indent) => bindingsOf(membersOf(value), 'with', indent),
  maxVisits: withWord('visits', boundOf),
  onError: withWord('on error ->', nameOf),
};

function spellOf({ name, head, field }: Clause): Spell | undefined {
  if (field.clause === 'special') return SPECIAL[name];
  if (field.kind === 'flag') return (value) => flagOf(head, value);
  const spell = field.kind === 'part' ? OF_PART[field.part] : BY_KIND[field.kind];
  return spell && withWord(head, spell);
}

/** Clauses of one line by their fields. A field may be called `constructor`. */
const SPELLS: ReadonlyMap<string, { readonly clause: Clause; readonly spell: Spell }> = new Map(
  CLAUSES.flatMap((clause) => {
    const spell = spellOf(clause);
    return spell ? [[clause.name, { clause, spell }]] : [];
  }),
);

/** Source: grammar/wfmap.ebnf, setting */
export function spellSetting({ name, value }: JsonMember, indent: string): string | undefined {
  const found = SPELLS.get(name);
  return found?.clause.field.clause === 'setting' ? found.spell(value, indent) : undefined;
}

/** Clauses of these kinds share lines. An output does where it is a path. */
const SHORT: readonly FieldSpec['kind'][] = [
  'path',
  'word',
  'words',
  'number',
  'flag',
  'duration',
  'expression',
];

function sharesLine(field: FieldSpec): boolean {
  return field.kind === 'part' ? field.sharesLine === true : SHORT.includes(field.kind);
}

/** Where the lines of a task stand, and the folders of the map. */
export interface TaskPlace {
  readonly indent: string;
  readonly folders: Folders;
}

/** The clauses of a task, in the order of its keys; what has no words comes first, as `extra`. */
export function taskLines(task: JsonNode, { indent, folders }: TaskPlace): readonly TaskLine[] {
  const lines: TaskLine[] = [];
  const left: JsonMember[] = [];
  for (const member of membersOf(task)) {
    if (isInHead(member)) continue;
    const said = pathLine(member, { indent, folders }) ?? linesOf(member, task, indent);
    if (said) lines.push(...said);
    else left.push(member);
  }
  const extra = extraOf(left, indent, 'extra ');
  return extra === undefined ? lines : [{ text: extra, member: undefined }, ...lines];
}

/** What the line says that a task begins with. */
function isInHead({ name, value }: JsonMember): boolean {
  if (name === 'as' || name === 'description') return stringIn(value) !== undefined;
  return name === 'type';
}

/** Clauses that name a file of the folders. */
function pathLine(member: JsonMember, { indent, folders }: TaskPlace): readonly TaskLine[] | undefined {
  const { name, value } = member;
  if (name === 'promptTemplatePath') {
    const path = stringIn(value);
    if (path === undefined) return undefined;
    return [{ text: `template ${spellPath(path, 'templates', folders)}`, member, isShort: true }];
  }
  const [first, second] = membersOf(value);
  if (name !== 'output' || !first || second) return undefined;
  const path = stringIn(first.value);
  if (first.name === 'schemaPath' && path !== undefined)
    return [{ text: `output ${spellPath(path, 'schemas', folders)}`, member, isShort: true }];
  const isSchema = first.name === 'schema' && path === undefined;
  return isSchema ? [{ text: `output ${spellJson(first.value, indent, 7)}`, member }] : undefined;
}

/** Whether an agent is to choose its only action, and no text says so. */
function isLoneChoice(actions: JsonNode, task: JsonNode): boolean {
  const [first, second] = membersOf(actions);
  if (!first || second || stringIn(partOf(task, 'type')) !== 'claude') return false;
  return !['when', 'choose'].some((each) => partOf(first.value, each) !== undefined);
}

function linesOf(member: JsonMember, task: JsonNode, indent: string): readonly TaskLine[] | undefined {
  const { name, value } = member;
  switch (name) {
    case 'actions':
      return each(value, (part) => spellAction(part, indent, isLoneChoice(value, task)));
    case 'promptParams':
      return each(value, (part) => `param ${spellField(part, indent)}`);
    case 'fields':
      return each(value, (part) => `field ${spellField(part, indent)}`);
    case 'set':
      return each(value, (part) => {
        const expression = expressionOf(part.value);
        return expression === undefined ? undefined : `${assignedName(part.name, task)} = ${expression}`;
      });
    case 'branches':
      return each(value, (part) => blockHead(`branch ${spellName(part.name)}`, part.value, indent), true);
    case 'body':
      return value.kind === 'object'
        ? [{ text: blockHead('body', value, indent), member, block: value }]
        : undefined;
    case 'item':
    case 'items':
      return eachOf(member, task);
    default:
      return clauseLine(member, indent);
  }
}

function clauseLine(member: JsonMember, indent: string): readonly TaskLine[] | undefined {
  const found = SPELLS.get(member.name);
  const words = found?.spell(member.value, indent);
  if (!found || words === undefined) return undefined;
  return [{ text: words, member, isShort: sharesLine(found.clause.field) }];
}

function blockHead(head: string, block: JsonNode, indent: string): string {
  return `${filledLines([head, quotedOf(partOf(block, 'description'))], indent)} {`;
}

/** The language needs these as they are before "="; the word of a clause is that clause, but in a decide task. */
function assignedName(name: string, task: JsonNode): string {
  const isClause = isValueWord(name) && stringIn(partOf(task, 'type')) !== 'decide';
  const isQuoted = isClause || /^(?:failed|true|false|null|in)$/.test(name);
  return isQuoted ? JSON.stringify(name) : spellWord(name);
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
  const [name, expression] = [wordOf(partOf(task, 'item')), expressionOf(partOf(task, 'items'))];
  if (name === undefined || expression === undefined) return undefined;
  const first = membersOf(task).find((one) => one.name === 'item' || one.name === 'items');
  return first === member ? [{ text: `each ${name} in ${expression}`, member }] : [];
}

function joinOf(value: JsonNode): string | undefined {
  if (value.kind === 'scalar') return value.value === 'all' ? 'all' : undefined;
  return joined(value, { atLeast: after('at least', numberOf) });
}

function workspaceOf(value: JsonNode, indent: string): string | undefined {
  if (value.kind === 'scalar') return value.value === 'worktree' ? undefined : wordOf(value);
  const worktree = partOf(value, 'worktree');
  if (!worktree || !hasOnly(value, ['worktree']) || !partOf(worktree, 'merge')) return undefined;
  const setup = (part: JsonNode) =>
    part.kind === 'array' ? `setup ${spellJson(part, indent, 40)}` : undefined;
  const words = joined(worktree, { merge: after('merge', expressionOf), setup });
  return words === undefined ? undefined : `worktree ${words}`;
}

function sessionOf(value: JsonNode): string | undefined {
  const text = stringIn(value);
  if (text !== undefined) return text === 'of' || text === 'fork' ? undefined : spellWord(text);
  if (membersOf(value).length !== 1) return undefined;
  return joined(value, { of: after('of', nameOf), fork: after('fork', nameOf) });
}

function reminderOf(value: JsonNode, indent: string): string | undefined {
  if (value.kind === 'scalar') return text(value, indent);
  if (!partOf(value, 'text') || membersOf(value).length < 2) return undefined;
  return joined(value, {
    text: (part) => text(part, indent),
    on: after('on', wordsOf),
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
