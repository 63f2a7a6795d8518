import type { PromptSource, Reminder } from '../../model/block.ts';
import { type Decoding, valueSpan } from './decoding.ts';
import { booleanOf, itemsOf, memberOf, stringsOf } from '../tree/json-fields.ts';
import type { JsonMember } from '../tree/json-node.ts';

/** The tools that change something: where an agent is about to leave its way, it uses one of them. */
const CHANGING_TOOLS = ['Edit', 'Write', 'NotebookEdit', 'Bash'];

/** Claude Code reads the names as a pattern; these hold no sign that means something in one. */
const TOOL = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;

/** Reads the reminder of a task. Errors: reports `malformed-tool-name`. */
export function decodeReminder(task: JsonMember, decoding: Decoding): Reminder | undefined {
  const member = memberOf(task.value, 'reminder');
  if (!member) return undefined;
  const node = member.value;
  const reminder: Reminder = {
    text: textOf(memberOf(node, 'text') ?? member, decoding),
    on: stringsOf(node, 'on') ?? CHANGING_TOOLS,
    before: booleanOf(node, 'before') ?? false,
  };
  for (const each of itemsOf(node, 'on')) {
    const tool = each.kind === 'scalar' ? String(each.value) : '';
    if (TOOL.test(tool)) continue;
    decoding.report('malformed-tool-name', valueSpan(decoding, each), { task: task.name, tool });
  }
  return decoding.places.addMember(reminder, member);
}

function textOf(member: JsonMember, decoding: Decoding): PromptSource {
  const { value } = member;
  const text = value.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
  return decoding.places.addMember({ kind: 'inline', text }, member);
}
