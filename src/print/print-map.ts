import { PARTS } from '../language/fields.ts';
import type { JsonMember, JsonNode } from '../parse/tree/json-node.ts';
import { isPath } from '../parse/words/path-token.ts';
import { findFolders, type Folders } from './folders.ts';
import { Layout, type LinePlace, type Written } from './layout.ts';
import {
  durationOf,
  flagOf,
  joined,
  membersOf,
  numberOf,
  partOf,
  pathOf,
  quotedOf,
  stringIn,
  wordOf,
  expressionOf,
} from './parts.ts';
import { extraOf, filledLines } from './spell-action.ts';
import { artifactLines } from './spell-artifacts.ts';
import { spellCommented } from './spell-commented.ts';
import { spellField } from './spell-field.ts';
import { spellProperty } from './spell-property.ts';
import { spellJson, spellName } from './spell.ts';
import { spellSetting, taskLines } from './task-lines.ts';

/**
 * Writes a map of sound shape in the map language.
 *
 * Shape: one way for each map; parts come in the order of their keys, so that they stay where an author put them.
 * `written` is the text that the tree comes from, if its comments and blank lines are to be kept.
 */
export function printMap(root: JsonNode, written?: Written): string {
  const layout = new Layout(written);
  const schema = pathOf(partOf(root, '$schema'));
  const description = quotedOf(partOf(root, 'description')) ?? '""';
  const offset = written && root.start;
  layout.line(`map ${description}${schema === undefined ? '' : ` schema ${schema}`}`, { indent: '', offset });
  const folders = findFolders(root);
  const printer = new Printer(layout, written, folders);
  printer.folders(root);
  printer.blockItems(root, '', ['$schema', 'description']);
  return layout.text();
}

class Printer {
  readonly #layout: Layout;
  readonly #written: Written | undefined;
  readonly #folders: Folders;
  readonly #isPlaced: boolean;
  /** The kind of the line above: a blank line parts one kind from another, and long tasks from all. */
  #kind = '';

  constructor(layout: Layout, written: Written | undefined, folders: Folders) {
    this.#layout = layout;
    this.#written = written;
    this.#folders = folders;
    this.#isPlaced = written !== undefined;
  }

  /** Source: grammar/wfmap.ebnf, folder. They come first; comments follow them only where they came first before. */
  folders(root: JsonNode): void {
    const items = membersOf(root).filter(({ name }) => name !== '$schema' && name !== 'description');
    const first = Math.min(...items.map((each) => this.#offsetOf(each) ?? 0));
    for (const word of ['templates', 'schemas'] as const) {
      const [folder, place] = [this.#folders[word], this.#written?.folders[word]];
      if (folder === undefined) continue;
      const offset = place !== undefined && place < first ? place : undefined;
      this.#item('folder', `${word} ${isPath(folder) ? folder : JSON.stringify(folder)}`, {
        indent: '',
        offset,
      });
    }
  }

  /** Source: grammar/wfmap.ebnf, map item, block item */
  blockItems(block: JsonNode, indent: string, done: readonly string[]): void {
    const left: JsonMember[] = [];
    const later: (() => void)[] = [];
    for (const member of membersOf(block)) {
      if (done.includes(member.name) || member.name === 'description') continue;
      if (!this.#blockItem(member, block, { indent, isRoot: done.length > 0, later })) left.push(member);
    }
    const extra = extraOf(left, indent, 'extra ');
    if (extra !== undefined) this.#item('extra', extra, { indent });
    for (const each of later) each();
    const end = this.#isPlaced ? block.end : undefined;
    if (this.#kind === 'task') this.#layout.trailing({ indent, offset: done.length > 0 ? Infinity : end });
  }

  /** Whether a member has words. Tasks come last, so that a map begins with what holds for all of it. */
  #blockItem(member: JsonMember, block: JsonNode, where: BlockPlace): boolean {
    const { name, value } = member;
    const { indent } = where;
    const at = { indent, offset: this.#offsetOf(member) };
    if (name === 'taskDefinitions' && value.kind === 'object') {
      where.later.push(() => {
        for (const each of membersOf(value)) this.#task(each, indent);
      });
      return true;
    }
    if (name === 'startTaskDefinition') {
      const start = stringIn(value);
      const [first] = membersOf(partOf(block, 'taskDefinitions'));
      if (start === undefined) return false;
      if (start !== first?.name) this.#item('start', `start ${spellName(start)}`, at);
      return true;
    }
    return where.isRoot && this.#mapItem(member, at);
  }

  #mapItem({ name, value }: JsonMember, at: LinePlace): boolean {
    const { indent } = at;
    switch (name) {
      case 'workslipFields':
      case 'properties': {
        const isInput = name === 'workslipFields';
        for (const each of membersOf(value)) {
          const text = isInput ? `input ${spellField(each, indent)}` : spellProperty(each, indent);
          this.#item(name, text, { indent, offset: this.#offsetOf(each) });
        }
        return membersOf(value).length > 0;
      }
      case 'artifacts':
        return this.#artifacts(value, at);
      case 'limits': {
        const words = joined(value, LIMITS);
        if (words !== undefined) this.#item('limits', `limits ${limitWords(value)}`, at);
        return words !== undefined;
      }
      case 'wall': {
        const word = wordOf(value);
        if (word !== undefined) this.#item('wall', `wall ${word}`, at);
        return word !== undefined;
      }
      case 'defaults':
        return this.#defaults(value, at);
      default:
        return false;
    }
  }

  #artifacts(value: JsonNode, at: LinePlace): boolean {
    const indent = `${at.indent}  `;
    const words = artifactLines(value, indent);
    if (words) {
      this.#item('artifacts', words.head, { ...at, isHead: true });
      for (const { text, member } of words.lines) {
        const offset = this.#offsetOf(member);
        const isBound = offset !== undefined && text.startsWith('with ');
        this.#layout.line(text, { indent, offset: isBound ? this.#wordBefore(offset) : offset });
      }
    } else if (value.kind === 'object')
      this.#item('artifacts', `artifacts ${spellJson(value, at.indent, 10)}`, at);
    return value.kind === 'object';
  }

  /** Where the "with" stands that is right before a place, which no member has; else the place. */
  #wordBefore(offset: number): number {
    const { text } = this.#written ?? { text: '' };
    const found = text.lastIndexOf('with', offset - 1);
    const between = text.slice(found + 'with'.length, offset);
    return found >= 0 && /^\s*$/.test(between) ? found : offset;
  }

  #defaults(value: JsonNode, at: LinePlace): boolean {
    const lines = membersOf(value).map((each) => spellSetting(each, `${at.indent}  `));
    if (value.kind !== 'object' || lines.some((each) => each === undefined)) return false;
    this.#item('defaults', 'defaults {', { ...at, isHead: true });
    for (const [index, each] of membersOf(value).entries()) {
      this.#layout.line(lines[index] ?? '', { indent: `${at.indent}  `, offset: this.#offsetOf(each) });
    }
    this.#layout.close('}', { indent: at.indent, offset: this.#isPlaced ? value.end : -1 });
    return true;
  }

  #task(member: JsonMember, indent: string): void {
    const { name, value } = member;
    const offset = this.#isPlaced ? value.start : undefined;
    const type = stringIn(partOf(value, 'type')) ?? '';
    if (type === 'end') return this.#item('end', this.#end(member, indent), { indent, offset });
    const as = wordOf(partOf(value, 'as'));
    const head = `${type} ${spellName(name)}${as === undefined ? '' : ` as ${as}`}`;
    const text = filledLines([head, quotedOf(partOf(value, 'description'))], indent);
    this.#item('task', text, { indent, offset, isHead: true });
    this.#clauses(value, `${indent}  `);
    this.#kind = 'task';
  }

  #clauses(task: JsonNode, indent: string): void {
    let isOpen = false;
    for (const { text: laidOut, member, block, isShort } of taskLines(task, {
      indent,
      folders: this.#folders,
    })) {
      const offset = member && this.#offsetOf(member);
      const text = this.#withComments(laidOut, member, indent) ?? laidOut;
      const isJoined = isOpen && isShort === true && this.#layout.extend(text, offset);
      if (!isJoined) this.#layout.line(text, { indent, offset, isHead: block !== undefined });
      isOpen = isShort === true;
      if (block === undefined) continue;
      this.#kind = '';
      this.blockItems(block, `${indent}  `, []);
      this.#layout.close('}', { indent, offset: this.#isPlaced ? block.end : -1 });
    }
  }

  /** The schema or the command of a task with the comments that stand in it. */
  #withComments(text: string, member: JsonMember | undefined, indent: string): string | undefined {
    if (!member || !this.#isPlaced) return undefined;
    const { name, nameStart, value } = member;
    // Else it is a parameter of that name.
    if (!text.startsWith(`${name} `)) return undefined;
    const written = name === 'output' ? partOf(value, 'schema') : name === 'command' ? value : undefined;
    if (!written || written.kind === 'scalar') return undefined;
    const comments = this.#layout.commentsIn({ start: nameStart, end: written.end }, indent);
    return comments && `${name} ${spellCommented(written, indent, comments)}`;
  }

  /** Source: grammar/wfmap.ebnf, end. Parts come in the order of the grammar, the expression last. */
  #end({ name, value }: JsonMember, indent: string): string {
    const word = (before: string, text: string | undefined) =>
      text === undefined ? undefined : before + text;
    const said: Readonly<Record<string, string | undefined>> = {
      type: `end ${spellName(name)}`,
      outcome: word('outcome ', wordOf(partOf(value, 'outcome'))),
      failed: flagOf('failed', partOf(value, 'failed')),
      description: quotedOf(partOf(value, 'description')),
      reason: word('because ', expressionOf(partOf(value, 'reason'))),
      result: word('= ', expressionOf(partOf(value, 'result'))),
    };
    const left = membersOf(value).filter((each) => said[each.name] === undefined);
    return filledLines([...Object.values(said), extraOf(left, indent, 'and extra ')], indent);
  }

  #item(kind: string, text: string, at: LinePlace): void {
    if (this.#kind === 'task') this.#layout.trailing(at);
    if (kind !== this.#kind || kind === 'task') this.#layout.blank();
    this.#kind = kind;
    this.#layout.line(text, at);
  }

  #offsetOf(member: JsonMember | undefined): number | undefined {
    if (!member || !this.#isPlaced) return undefined;
    return Math.min(member.nameStart, member.value.start);
  }
}

interface BlockPlace {
  readonly indent: string;
  readonly isRoot: boolean;
  readonly later: (() => void)[];
}

type SpellLimit = (value: JsonNode) => string | undefined;

const LIMITS: Readonly<Record<string, SpellLimit>> = Object.fromEntries(
  Object.entries(PARTS.limits.fields).map(([name, { kind }]): [string, SpellLimit] => [
    name,
    kind === 'duration' ? durationOf : numberOf,
  ]),
);

function limitWords(node: JsonNode): string {
  return membersOf(node)
    .map(({ name, value }) => `${name} ${LIMITS[name]?.(value)}`)
    .join(', ');
}
