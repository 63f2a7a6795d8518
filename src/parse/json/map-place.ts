/** The parts of a map that have fields of their own. */
export type PlaceKind =
  | 'map'
  | 'defaults'
  | 'limits'
  | 'field'
  | 'task'
  | 'param'
  | 'action'
  | 'argument'
  | 'countLimit'
  | 'retry'
  | 'session'
  | 'reminder'
  | 'output'
  | 'branch'
  | 'body'
  | 'join'
  | 'workspace'
  | 'worktree'
  | 'property'
  | 'order'
  | 'atMost'
  | 'situation'
  | 'artifacts'
  | 'mapArtifacts'
  | 'stages'
  | 'artifactFile';

/** What a field leads to: a part, parts under names of the author's, or a list of parts. */
type Inner = readonly [field: string, kind: PlaceKind, many?: 'named' | 'listed'];

const TASKS: Inner = ['taskDefinitions', 'task', 'named'];

/** The fields that lead to further parts. A test holds them against the schema. */
export const INNER_PARTS: Readonly<Partial<Record<PlaceKind, readonly Inner[]>>> = {
  map: [
    ['workslipFields', 'field', 'named'],
    TASKS,
    ['defaults', 'defaults'],
    ['limits', 'limits'],
    ['properties', 'property', 'named'],
    ['artifacts', 'artifacts'],
  ],
  defaults: [['retry', 'retry']],
  task: [
    ['promptParams', 'param', 'named'],
    ['actions', 'action', 'named'],
    ['retry', 'retry'],
    ['maxVisits', 'countLimit'],
    ['session', 'session'],
    ['reminder', 'reminder'],
    ['output', 'output'],
    ['fields', 'field', 'named'],
    ['branches', 'branch', 'named'],
    ['join', 'join'],
    ['workspace', 'workspace'],
    ['body', 'body'],
  ],
  action: [
    ['args', 'argument', 'named'],
    ['limit', 'countLimit'],
  ],
  branch: [TASKS],
  body: [TASKS],
  workspace: [['worktree', 'worktree']],
  property: [
    ['always', 'situation'],
    ['never', 'situation'],
    ['eventually', 'situation'],
    ['leadsTo', 'order'],
    ['precedes', 'order'],
    ['atMost', 'atMost'],
  ],
  order: [
    ['first', 'situation'],
    ['second', 'situation'],
  ],
  atMost: [['of', 'situation']],
  artifacts: [['map', 'mapArtifacts']],
  mapArtifacts: [
    ['stages', 'stages'],
    ['files', 'artifactFile', 'listed'],
  ],
};

/** Parts that a message may call by the name of their field, without quotes. */
const SPOKEN: readonly string[] = ['limit', 'body'];

/** Fields that hold texts by names of the author's. */
const NAMED_TEXTS: readonly string[] = ['set', 'with', 'steps', 'recipes'];

/** What a message calls the parts that have names of the author's. */
const NOUNS: Readonly<Partial<Record<PlaceKind, string>>> = {
  field: 'Field',
  task: 'Task',
  param: 'Parameter',
  action: 'Action',
  argument: 'Argument',
  branch: 'Branch',
  property: 'Property',
};

/**
 * Tells which part of a map a path of keys leads to.
 *
 * Shape: undefined for a value inside a part, such as a task's `timeout`.
 */
export function placeKindOf(path: readonly string[]): PlaceKind | undefined {
  const parts = partsOn(path);
  const last = parts.at(-1);
  return last?.end === path.length ? last.kind : undefined;
}

/** What a message calls the value at a path: `Task "A"`, `"timeout" of task "A"`. Begins a sentence. */
export function describePlace(path: readonly string[]): string {
  const parts = partsOn(path);
  const last = parts.at(-1);
  if (!last || path.length === 0) return 'The map';
  if (last.end < path.length) return describeValue(path, path.length - last.end);
  const key = path.at(-1) ?? '';
  const owner = path.slice(0, parts.at(-2)?.end ?? 0);
  const noun = NOUNS[last.kind];
  if (last.kind === 'artifactFile') return describeValue(path, 2);
  if (noun !== undefined) return describeIn(`${noun} "${key}"`, owner);
  return describeIn(SPOKEN.includes(key) ? `The ${key}` : `"${key}"`, owner);
}

/** What is no part: a field, or an entry of one. */
function describeValue(path: readonly string[], depth: number): string {
  const key = path.at(-1) ?? '';
  const isNamed = depth === 1 || NAMED_TEXTS.includes(path.at(-2) ?? '') || !/^\d+$/.test(key);
  return describeIn(isNamed ? `"${key}"` : `Entry ${Number(key) + 1}`, path.slice(0, -1));
}

/** The same inside a sentence. */
export function describePlaceInside(path: readonly string[]): string {
  const text = describePlace(path);
  return text.startsWith('"') ? text : text[0]?.toLowerCase() + text.slice(1);
}

/** What belongs to the map itself needs no owner. */
function describeIn(text: string, owner: readonly string[]): string {
  return owner.length === 0 ? text : `${text} of ${describePlaceInside(owner)}`;
}

/** The parts that a path goes through, each with how many of its keys lead there. */
function partsOn(path: readonly string[]): readonly { readonly kind: PlaceKind; readonly end: number }[] {
  const parts: { kind: PlaceKind; end: number }[] = [{ kind: 'map', end: 0 }];
  for (let last = parts[0]; last;) {
    const from = last;
    const inner = INNER_PARTS[from.kind]?.find(([field]) => field === path[from.end]);
    const end = from.end + (inner?.[2] === undefined ? 1 : 2);
    last = inner && end <= path.length ? { kind: inner[1], end } : undefined;
    if (last) parts.push(last);
  }
  return parts;
}
