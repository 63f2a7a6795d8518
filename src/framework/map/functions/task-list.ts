import { isListValue, isObjectValue, type Value } from '../../../model/value.ts';
import { parseJsonText } from '../../../prompt/values/json-text.ts';
import { checkItems } from './check-items.ts';

/** Units: tasks, UTF-16 of a text, and labels or ids of one task. */
const MAX_TASKS = 500;
const MAX_TITLE = 300;
const MAX_BODY = 20_000;
const MAX_NAMES = 50;

/** An id stands in commands and names files: it begins with no dash, and has no blanks. */
const ID = /^[\p{L}\p{N}#][\p{L}\p{N}#._/-]{0,99}$/u;

/** What keeps the tasks, where they are not listed alone. */
const LISTS = ['tasks', 'issues', 'items'];

const CLOSED = new Set(['closed', 'done', 'complete', 'completed', 'finished']);

/**
 * The tasks of a source: `{tasks, faults}`.
 *
 * Shape: a text is JSON or Markdown with check boxes; any other value is JSON that was read. Of each task `id`, `title`, `body`,
 * `author`, `labels`, `url`, `parent`, `after` and `done`, all of them there. `faults` are sentences: an entry that is not a task,
 * or has no id of its own, is left out.
 */
export function taskList(source: Value): {
  readonly tasks: readonly Value[];
  readonly faults: readonly string[];
} {
  const entries = entriesOf(source);
  if (entries === undefined) return { tasks: [], faults: ['This is not a list of tasks.'] };
  const faults: string[] = [];
  const tasks = new Map<string, Value>();
  for (const [index, entry] of entries.slice(0, MAX_TASKS).entries()) {
    const task = taskOf(entry);
    if (task === undefined)
      faults.push(`Entry ${index + 1} has no title, or no id that can stand in a command.`);
    else if (tasks.has(task.id)) faults.push(`Entry ${index + 1} has the id of another.`);
    else tasks.set(task.id, task);
  }
  if (entries.length > MAX_TASKS)
    faults.push(`${entries.length - MAX_TASKS} tasks after the first ${MAX_TASKS} are left out.`);
  return { tasks: [...tasks.values()], faults };
}

function entriesOf(source: Value): readonly Value[] | undefined {
  if (typeof source !== 'string') return listIn(source);
  const given = /^\s*[[{]/.test(source) ? parseJsonText(source) : undefined;
  return given !== undefined ? listIn(given) : checkItems(source).map(({ task }) => task);
}

function listIn(value: Value): readonly Value[] | undefined {
  if (isListValue(value)) return value;
  if (!isObjectValue(value)) return undefined;
  return LISTS.map((name) => value[name]).find(isListValue);
}

function taskOf(entry: Value) {
  if (!isObjectValue(entry)) return undefined;
  const id = textOf(entry, 'id', 'number', 'key');
  const title = textOf(entry, 'title', 'name', 'summary').slice(0, MAX_TITLE).toWellFormed();
  if (!ID.test(id) || title.trim() === '') return undefined;
  const state = textOf(entry, 'state', 'status').toLowerCase();
  return {
    id,
    title,
    body: textOf(entry, 'body', 'description').slice(0, MAX_BODY).toWellFormed(),
    author: nameOf(entry['author'] ?? entry['user'] ?? null),
    labels: namesIn(entry['labels']),
    url: textOf(entry, 'url'),
    parent: nameOf(entry['parent'] ?? entry['epic'] ?? null),
    after: namesIn(entry['after'] ?? entry['dependencies']),
    done: entry['done'] === true || CLOSED.has(state),
  };
}

function textOf(entry: { readonly [name: string]: Value }, ...names: readonly string[]): string {
  const found = names
    .map((name) => entry[name])
    .find((each) => typeof each === 'string' || typeof each === 'number');
  return found === undefined || found === null ? '' : String(found);
}

/** Trackers give a name, or an object that has one. */
function nameOf(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return isObjectValue(value) ? textOf(value, 'login', 'name', 'title', 'id', 'number') : '';
}

function namesIn(value: Value | undefined): readonly string[] {
  if (value === undefined || !isListValue(value)) return [];
  return value
    .slice(0, MAX_NAMES)
    .map(nameOf)
    .filter((each) => each !== '');
}
