/** The parts of a map that have fields of their own. */
export type PlaceKind = 'map' | 'limits' | 'field' | 'task' | 'param' | 'action' | 'limit';

/**
 * Tells which part of a map a path of keys leads to.
 *
 * Shape: undefined for a value inside a part, such as a task's `timeout`.
 */
export function placeKindOf(path: readonly string[]): PlaceKind | undefined {
  const [first, , third] = path;
  if (path.length === 0) return 'map';
  if (path.length === 1) return first === 'limits' ? 'limits' : undefined;
  if (path.length === 2) return topKindOf(first);
  if (first !== 'taskDefinitions') return undefined;
  if (path.length === 4)
    return third === 'actions' ? 'action' : third === 'promptParams' ? 'param' : undefined;
  return path.length === 5 && third === 'actions' && path[4] === 'limit' ? 'limit' : undefined;
}

/** What a message calls the value at a path: `Task "A"`, `"timeout" of task "A"`. Begins a sentence. */
export function describePlace(path: readonly string[]): string {
  const [, name = '', , inner = ''] = path;
  switch (placeKindOf(path)) {
    case 'map':
      return 'The map';
    case 'limits':
      return '"limits"';
    case 'field':
      return `Field "${name}"`;
    case 'task':
      return `Task "${name}"`;
    case 'param':
      return `Parameter "${inner}" of task "${name}"`;
    case 'action':
      return `Action "${inner}" of task "${name}"`;
    case 'limit':
      return `The limit of action "${inner}" of task "${name}"`;
    case undefined:
      break;
  }
  return describeValue(path);
}

/** The same inside a sentence. */
export function describePlaceInside(path: readonly string[]): string {
  const text = describePlace(path);
  return text.startsWith('"') ? text : text[0]?.toLowerCase() + text.slice(1);
}

function describeValue(path: readonly string[]): string {
  const owner = path.slice(0, -1);
  const last = path.at(-1) ?? '';
  if (owner.length === 0) return `"${last}"`;
  if (placeKindOf(owner) === undefined) return `Entry ${Number(last) + 1} of ${describePlaceInside(owner)}`;
  return `"${last}" of ${describePlaceInside(owner)}`;
}

function topKindOf(first: string | undefined): PlaceKind | undefined {
  if (first === 'workslipFields') return 'field';
  return first === 'taskDefinitions' ? 'task' : undefined;
}
