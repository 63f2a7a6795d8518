import type { ClaudeTask, EndTask, Task } from '../../model/block.ts';
import type { Param } from '../../model/field.ts';
import { decodeAction } from './decode-action.ts';
import { decodePrompt, PROMPT_FIELDS } from './decode-prompt.ts';
import type { Decoding } from './decoding.ts';
import { booleanOf, memberOf, membersOf, scalarOf, scalarTypeOf, stringOf } from './json-fields.ts';
import type { JsonMember, JsonNode } from './json-node.ts';
import { parseDuration } from './parse-duration.ts';

/** Fields that only a claude task makes use of, beside prompts and actions. */
const CLAUDE_FIELDS = [
  'promptParams',
  'onError',
  'timeout',
  'model',
  'permissionMode',
  'allowedTools',
  'appendActions',
];

export function decodeTask(member: JsonMember, decoding: Decoding): Task {
  return stringOf(member.value, 'type') === 'end'
    ? decodeEnd(member, decoding)
    : decodeClaude(member, decoding);
}

function decodeClaude(member: JsonMember, decoding: Decoding): ClaudeTask {
  const node = member.value;
  reportIneffective(member, ['failed'], 'claude', decoding);
  const task: ClaudeTask = {
    type: 'claude',
    name: member.name,
    description: stringOf(node, 'description'),
    prompt: decodePrompt(member, decoding),
    params: membersOf(node, 'promptParams').map((each) => decoding.places.addMember(decodeParam(each), each)),
    actions: membersOf(node, 'actions').map((each) => decodeAction(each, decoding)),
    as: undefined,
    onError: stringOf(node, 'onError'),
    timeoutMs: decodeTimeout(node, decoding),
    retry: { max: undefined, reply: undefined },
    maxVisits: undefined,
    agent: undefined,
    model: stringOf(node, 'model'),
    permissionMode: stringOf(node, 'permissionMode'),
    allowedTools: decodeStrings(node, 'allowedTools'),
    disallowedTools: undefined,
    maxTurns: undefined,
    budgetUsd: undefined,
    session: { kind: 'new' },
    output: undefined,
    protocol: 'action',
    appendActions: booleanOf(node, 'appendActions') ?? true,
  };
  return decoding.places.addMember(task, member);
}

function decodeEnd(member: JsonMember, decoding: Decoding): EndTask {
  const node = member.value;
  const task = member.name;
  const at = (each: JsonMember) => ({ source: decoding.source, start: each.nameStart, end: each.nameEnd });
  for (const field of PROMPT_FIELDS) {
    const prompt = memberOf(node, field);
    if (prompt) decoding.report('prompt-on-end', at(prompt), { task, field });
  }
  const actions = memberOf(node, 'actions');
  if (actions && membersOf(node, 'actions').length > 0)
    decoding.report('actions-on-end', at(actions), { task });
  else if (actions) reportIneffective(member, ['actions'], 'end', decoding);
  reportIneffective(member, CLAUDE_FIELDS, 'end', decoding);
  return decoding.places.addMember(
    {
      type: 'end',
      name: task,
      description: stringOf(node, 'description'),
      outcome: task,
      result: undefined,
      failed: booleanOf(node, 'failed') ?? false,
    },
    member,
  );
}

function reportIneffective(
  task: JsonMember,
  fields: readonly string[],
  type: string,
  decoding: Decoding,
): void {
  for (const field of fields) {
    const found = memberOf(task.value, field);
    if (!found) continue;
    const span = { source: decoding.source, start: found.nameStart, end: found.nameEnd };
    decoding.report('ineffective-field', span, { task: task.name, field, type });
  }
}

/** An object defines a parameter, anything else sets it. */
function decodeParam(member: JsonMember): Param {
  const { name, value } = member;
  if (value.kind === 'object') {
    return {
      kind: 'definition',
      name,
      type: scalarTypeOf(value),
      description: stringOf(value, 'description'),
      required: booleanOf(value, 'required') ?? false,
      default: scalarOf(value, 'default'),
      enum: undefined,
      schema: undefined,
    };
  }
  return { kind: 'literal', name, value: value.kind === 'scalar' ? (value.value ?? '') : '' };
}

function decodeTimeout(node: JsonNode, decoding: Decoding): number | undefined {
  const text = stringOf(node, 'timeout');
  const member = memberOf(node, 'timeout');
  if (text === undefined || !member) return undefined;
  const result = parseDuration(text);
  if ('ms' in result) return result.ms;
  const { start, end } = member.value;
  decoding.report(
    'malformed-duration',
    { source: decoding.source, start, end },
    { text, fault: result.fault },
  );
  return undefined;
}

function decodeStrings(node: JsonNode, field: string): readonly string[] | undefined {
  const value = memberOf(node, field)?.value;
  if (value?.kind !== 'array') return undefined;
  return value.items.flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : [],
  );
}
