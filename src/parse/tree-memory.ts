import type { Report } from '../diagnostics/diagnostic.ts';
import type { Source } from '../text/source.ts';
import { checkShape } from './decode/check-shape.ts';
import type { JsonMember, JsonNode, JsonObject } from './tree/json-node.ts';
import { movedNode } from './moved-node.ts';

/** Reads a text as a tree; undefined where it has a fault of syntax. */
export type ReadTree = (source: Source, report: Report) => JsonNode | undefined;

/** A text that was read without a word about it. */
interface Read {
  readonly source: Source;
  readonly root: JsonObject;
}

/** Where two texts differ. Units: half-open offsets into the old one; `by` is how much longer the new one is. */
interface Difference {
  readonly start: number;
  readonly end: number;
  readonly by: number;
}

/** Where a task is written in a text: from its beginning up to that of the next. */
interface Chunk {
  readonly member: JsonMember;
  readonly start: number;
  readonly end: number;
}

const TASKS = 'taskDefinitions';
const START = 'startTaskDefinition';

/**
 * Reads the texts of one map as it changes: where only one task is another, only that is read again.
 *
 * T1. What is given is what reading the whole text would give. That holds where all of the map before its tasks, with the task
 * alone, is sound both before and after the change, and gave the same for the old task as the whole text did: in neither form
 * has a task a say in how others are read. A test holds it against reading the whole. T2. Whatever else changes, or has a
 * fault, is read as a whole.
 */
export class TreeMemory {
  #last: Read | undefined;

  /** The tree of a text whose shape is right; undefined where it has a fault. Errors: reports the groups syntax and shape. */
  read(source: Source, readTree: ReadTree, report: Report): JsonNode | undefined {
    const patched = this.#last && patchedTree(this.#last, source, readTree);
    if (patched) {
      this.#last = { source, root: patched };
      return patched;
    }
    let isSound = true;
    const telling: Report = (code, span, params, extra) => {
      isSound = false;
      report(code, span, params, extra);
    };
    const root = readTree(source, telling);
    const isShaped = root !== undefined && checkShape(root, source, telling);
    this.#last = isSound && isShaped && root.kind === 'object' ? { source, root } : this.#last;
    return isShaped ? root : undefined;
  }
}

function patchedTree(last: Read, source: Source, readTree: ReadTree): JsonObject | undefined {
  if (last.source.name !== source.name) return undefined;
  const difference = differenceOf(last.source.text, source.text);
  const found = chunkAround(last, difference);
  const task = found && taskRead(found, { last, source, difference, readTree });
  if (!task) return undefined;
  const root = movedNode(last.root, difference.end, difference.by);
  const tasks = memberOf(root, TASKS);
  if (root.kind !== 'object' || tasks?.value.kind !== 'object') return undefined;
  const value: JsonObject = { ...tasks.value, members: new Map(tasks.value.members).set(task.name, task) };
  return { ...root, members: new Map(root.members).set(TASKS, { ...tasks, value }) };
}

interface Change {
  readonly last: Read;
  readonly source: Source;
  readonly difference: Difference;
  readonly readTree: ReadTree;
}

/** The task that changed, as it is now; undefined where the map has to be read as a whole. */
function taskRead({ chunk, first }: FoundChunk, change: Change): JsonMember | undefined {
  const { last, source, difference, readTree } = change;
  const text = source.text.slice(chunk.start, chunk.end + difference.by);
  // A comment or a name goes on to the end of its line, whatever stands there.
  if (isDsl(source) && !/[\r\n][ \t]*$/.test(text)) return undefined;
  const reader = new PartReader({ ...source, text: last.source.text.slice(0, first) }, readTree);
  const before = reader.read(last.source.text.slice(chunk.start, chunk.end), chunk);
  return before && isSameNode(before.value, chunk.member.value) ? reader.read(text, chunk) : undefined;
}

function isDsl({ name }: Source): boolean {
  return name.endsWith('.wfmap');
}

function memberOf(node: JsonNode, name: string): JsonMember | undefined {
  return node.kind === 'object' ? node.members.get(name) : undefined;
}

function tasksOf(root: JsonNode): readonly JsonMember[] {
  const tasks = memberOf(root, TASKS)?.value;
  return tasks?.kind === 'object' ? [...tasks.members.values()] : [];
}

function differenceOf(old: string, text: string): Difference {
  const shortest = Math.min(old.length, text.length);
  let start = 0;
  while (start < shortest && old.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  let tail = 0;
  const most = shortest - start;
  while (tail < most && old.charCodeAt(old.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail))
    tail += 1;
  return { start, end: old.length - tail, by: text.length - old.length };
}

interface FoundChunk {
  readonly chunk: Chunk;
  /** Where the first task begins. */
  readonly first: number;
}

/** The task that a difference lies within; neither the first, which may say where the map starts, nor the last. */
function chunkAround({ root, source }: Read, { start, end }: Difference): FoundChunk | undefined {
  const all = tasksOf(root);
  const inWords = isDsl(source);
  const startOf = (member: JsonMember): number => (inWords ? member.value.start : member.nameStart);
  const behind = all.findIndex((member) => startOf(member) > start);
  const [first, member, next] = [all[0], all[behind - 1], all[behind]];
  if (!first || !member || !next || member === first) return undefined;
  const chunk = { member, start: startOf(member), end: inWords ? startOf(next) : member.value.end };
  // At its edges a difference could be one of what stands beside it.
  return chunk.start < start && end < chunk.end ? { chunk, first: startOf(first) } : undefined;
}

/** Reads a task as the only one of its map. */
class PartReader {
  readonly #head: Source;
  readonly #readTree: ReadTree;

  /** `head` is the map before its first task. */
  constructor(head: Source, readTree: ReadTree) {
    this.#head = head;
    this.#readTree = readTree;
  }

  /** The task at its place in the whole text; undefined where anything is to tell of it, or it is not that task alone. */
  read(text: string, { member, start }: Chunk): JsonMember | undefined {
    const { name, text: head } = this.#head;
    const root = this.#soundTree({ name, text: head + text + (isDsl(this.#head) ? '' : '}}') });
    const [only, second] = root ? tasksOf(root) : [];
    if (!root || second || only?.name !== member.name || !this.#isAlone(root)) return undefined;
    const by = start - head.length;
    const { nameStart, nameEnd, value } = only;
    return {
      name: only.name,
      nameStart: nameStart + by,
      nameEnd: nameEnd + by,
      value: movedNode(value, 0, by),
    };
  }

  #soundTree(source: Source): JsonNode | undefined {
    let isSound = true;
    const report: Report = () => {
      isSound = false;
    };
    const root = this.#readTree(source, report);
    return root && checkShape(root, source, report) && isSound ? root : undefined;
  }

  /** Whether everything beside the task is of the map before its tasks. */
  #isAlone(root: JsonNode): boolean {
    const members = root.kind === 'object' ? [...root.members.values()] : [];
    return members.every(({ name, value }) => {
      return name === TASKS || value.end <= this.#head.text.length || (isDsl(this.#head) && name === START);
    });
  }
}

function isSameNode(one: JsonNode, other: JsonNode): boolean {
  if (one.start !== other.start || one.end !== other.end) return false;
  if (one.kind === 'scalar') return other.kind === 'scalar' && Object.is(one.value, other.value);
  if (one.kind === 'array') {
    if (other.kind !== 'array' || one.items.length !== other.items.length) return false;
    return one.items.every((each, index) => isSameNode(each, other.items[index] ?? each));
  }
  if (other.kind !== 'object' || one.members.size !== other.members.size) return false;
  return [...one.members.values()].every((each) => {
    const also = other.members.get(each.name);
    return also?.nameStart === each.nameStart && isSameNode(each.value, also.value);
  });
}
