import { isListValue, isObjectValue, type Value } from '../../../model/value.ts';
import { parseJsonText } from '../../../prompt/values/json-text.ts';
import { checkItems } from './check-items.ts';
import { taskList } from './task-list.ts';

/**
 * The text of a file of tasks with one of them closed: its box checked, or its entry in JSON done. Nothing else changes, and nothing at
 * all where the file has no such task any more, of this id and title, or alone of this title.
 */
export function closeTask(text: Value, task: Value): string {
  if (typeof text !== 'string' || !isObjectValue(task)) return typeof text === 'string' ? text : '';
  const given = /^\s*[[{]/.test(text) ? parseJsonText(text) : undefined;
  if (given !== undefined) return closedJson(text, given, task['id'] ?? null);
  const items = checkItems(text).filter((each) => each.task.title === task['title']);
  const found =
    items.find((each) => each.task.id === task['id']) ?? (items.length === 1 ? items[0] : undefined);
  if (found === undefined) return text;
  const lines = text.split('\n');
  return lines.with(found.line, (lines[found.line] ?? '').replace('[ ]', '[x]')).join('\n');
}

function closedJson(text: string, value: Value, id: Value): string {
  const closed = (entry: Value): Value => {
    const [own] = taskList([entry]).tasks;
    if (!isObjectValue(entry) || own === undefined || !isObjectValue(own) || own['id'] !== id) return entry;
    const key = ['state', 'status'].find((each) => typeof entry[each] === 'string');
    return { ...entry, ...(key === undefined ? { done: true } : { [key]: 'closed' }) };
  };
  const within = (each: Value): Value => (isListValue(each) ? each.map(closed) : each);
  const changed = isObjectValue(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each)]))
    : within(value);
  const indent = /^[ \t]+(?=\S)/m.exec(text)?.[0];
  return `${JSON.stringify(changed, undefined, indent)}${text.endsWith('\n') ? '\n' : ''}`;
}
