import { isTaskType, type TaskType } from '../../model/task-types.ts';
import type {
  Block,
  ClaudeTask,
  DecideTask,
  Effects,
  EndTask,
  HumanTask,
  ShellCommand,
  ShellTask,
  Task,
} from '../../model/block.ts';
import { decodeForeach, decodeParallel, decodeWorkflow } from './decode-containers.ts';
import { assignmentsIn, expressionAt, expressionIn } from './decode-expression.ts';
import { decodeField, decodeParam } from './decode-field.ts';
import { decodeDuration } from './decode-duration.ts';
import { decodeHead } from './decode-head.ts';
import { decodePrompt } from './decode-prompt.ts';
import { decodeReminder } from './decode-reminder.ts';
import { decodeRole } from './decode-role.ts';
import { decodeOutput } from './decode-schema.ts';
import { unruledCallsOf } from './decode-defaults.ts';
import { decodeSession } from './decode-session.ts';
import { decodeSignal } from './decode-signal.ts';
import type { Decoding } from './decoding.ts';
import {
  booleanOf,
  itemsOf,
  memberOf,
  membersOf,
  numberOf,
  stringOf,
  stringsOf,
} from '../tree/json-fields.ts';
import type { JsonMember, JsonNode } from '../tree/json-node.ts';
import { reportIneffective } from './report-ineffective.ts';

/** Reads a state machine: the map itself, a branch or a body. */
export function decodeBlock(node: JsonNode, decoding: Decoding): Block {
  const tasks = membersOf(node, 'taskDefinitions').map((member) => decodeTask(member, decoding));
  return decoding.places.addValue({ start: stringOf(node, 'startTaskDefinition') ?? '', tasks }, node);
}

function decodeTask(member: JsonMember, decoding: Decoding): Task {
  const task = taskOf(member, decoding);
  reportIneffective(member, task.type, decoding);
  return decoding.places.addMember(task, member);
}

function taskOf(member: JsonMember, decoding: Decoding): Task {
  const type = stringOf(member.value, 'type') ?? '';
  // The shape has made sure of the type.
  return DECODERS[isTaskType(type) ? type : 'claude'](member, decoding);
}

function decodeClaude(member: JsonMember, decoding: Decoding): ClaudeTask {
  const node = member.value;
  const { defaults } = decoding;
  const output = memberOf(node, 'output');
  return {
    ...decodeHead(member, 'claude', decoding),
    type: 'claude',
    ...decodeEffects(member, decoding, defaults.writes),
    prompt: decodePrompt(member, decoding),
    params: membersOf(node, 'promptParams').map((each) => decodeParam(each, decoding)),
    agent: decodeRole(member, decoding),
    model: stringOf(node, 'model') ?? defaults.model,
    permissionMode: stringOf(node, 'permissionMode') ?? defaults.permissionMode,
    unruledCalls: unruledCallsOf(node) ?? defaults.unruledCalls,
    allowedTools: stringsOf(node, 'allowedTools') ?? defaults.allowedTools,
    disallowedTools: stringsOf(node, 'disallowedTools'),
    maxTurns: numberOf(node, 'maxTurns') ?? defaults.maxTurns,
    silenceMs: decodeDuration(node, 'silence', decoding),
    budgetUsd: numberOf(node, 'budgetUsd'),
    session: decodeSession(member, decoding),
    reminder: decodeReminder(member, decoding),
    outlineTokens: numberOf(node, 'outlineTokens'),
    outlineFocus: expressionIn(node, 'outlineFocus', decoding),
    output: output && decodeOutput(output, `task "${member.name}"`, decoding),
    signal: decodeSignal(member, decoding),
    appendActions: booleanOf(node, 'appendActions') ?? true,
  };
}

function decodeEffects({ value: node }: JsonMember, decoding: Decoding, writes?: readonly string[]): Effects {
  return {
    writes: stringsOf(node, 'writes') ?? writes,
    frozen: expressionIn(node, 'frozen', decoding),
    mayCommit: booleanOf(node, 'mayCommit') ?? false,
  };
}

function decodeShell(member: JsonMember, decoding: Decoding): ShellTask {
  const command = memberOf(member.value, 'command') ?? member;
  return {
    ...decodeHead(member, 'shell', decoding),
    type: 'shell',
    ...decodeEffects(member, decoding),
    command: decoding.places.addMember(commandOf(member.value, command.value, decoding), command),
    idempotent: booleanOf(member.value, 'idempotent') ?? false,
  };
}

function commandOf(task: JsonNode, command: JsonNode, decoding: Decoding): ShellCommand {
  if (command.kind !== 'array') return { kind: 'line', line: expressionAt(command, decoding) };
  return { kind: 'argv', parts: itemsOf(task, 'command').map((each) => expressionAt(each, decoding)) };
}

function decodeHuman(member: JsonMember, decoding: Decoding): HumanTask {
  return {
    ...decodeHead(member, 'human', decoding),
    type: 'human',
    prompt: decodePrompt(member, decoding),
    params: membersOf(member.value, 'promptParams').map((each) => decodeParam(each, decoding)),
    fields: membersOf(member.value, 'fields').map((each) => decodeField(each, decoding)),
    evidence: expressionIn(member.value, 'evidence', decoding),
    signed: booleanOf(member.value, 'signed') ?? false,
    seen: booleanOf(member.value, 'seen') ?? false,
  };
}

function decodeDecide(member: JsonMember, decoding: Decoding): DecideTask {
  return {
    ...decodeHead(member, 'decide', decoding),
    type: 'decide',
    set: assignmentsIn(member.value, 'set', decoding),
  };
}

function decodeEnd(member: JsonMember, decoding: Decoding): EndTask {
  const node = member.value;
  return {
    type: 'end',
    name: member.name,
    description: stringOf(node, 'description'),
    outcome: stringOf(node, 'outcome') ?? member.name,
    reason: expressionIn(node, 'reason', decoding),
    result: expressionIn(node, 'result', decoding),
    failed: booleanOf(node, 'failed') ?? false,
  };
}

const inner = (decoding: Decoding) => (block: JsonNode) => decodeBlock(block, decoding);

const DECODERS: Readonly<Record<TaskType, (member: JsonMember, decoding: Decoding) => Task>> = {
  claude: decodeClaude,
  shell: decodeShell,
  human: decodeHuman,
  decide: decodeDecide,
  parallel: (member, decoding) => ({
    ...decodeHead(member, 'parallel', decoding),
    ...decodeParallel(member.value, decoding, inner(decoding)),
  }),
  foreach: (member, decoding) => ({
    ...decodeHead(member, 'foreach', decoding),
    ...decodeForeach(member.value, decoding, inner(decoding)),
  }),
  workflow: (member, decoding) => ({
    ...decodeHead(member, 'workflow', decoding),
    ...decodeWorkflow(member.value, decoding),
  }),
  end: decodeEnd,
};
