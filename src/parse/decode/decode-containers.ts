import type { Block, ForeachTask, ParallelTask, WorkflowTask, Workspace } from '../../model/block.ts';
import { assignmentsIn, expressionAt, expressionIn } from './decode-expression.ts';
import type { ActiveHead } from './decode-head.ts';
import type { Decoding } from './decoding.ts';
import { booleanOf, memberOf, membersOf, numberOf, stringOf, stringsOf } from '../tree/json-fields.ts';
import type { JsonNode } from '../tree/json-node.ts';

// What tasks with blocks inside have beside the head of every task.

type Own<T> = Omit<T, keyof ActiveHead>;
type DecodeBlock = (node: JsonNode) => Block;

export function decodeParallel(
  node: JsonNode,
  decoding: Decoding,
  decodeBlock: DecodeBlock,
): Own<ParallelTask> {
  const join = memberOf(node, 'join')?.value;
  return {
    type: 'parallel',
    branches: membersOf(node, 'branches').map((member) =>
      decoding.places.addMember({ name: member.name, block: decodeBlock(member.value) }, member),
    ),
    atLeast: join && numberOf(join, 'atLeast'),
    workspace: decodeWorkspace(node, decoding),
  };
}

export function decodeForeach(
  node: JsonNode,
  decoding: Decoding,
  decodeBlock: DecodeBlock,
): Own<ForeachTask> {
  const body = memberOf(node, 'body')?.value ?? node;
  return {
    type: 'foreach',
    items: expressionIn(node, 'items', decoding) ?? { text: '' },
    item: stringOf(node, 'item') ?? '',
    key: expressionIn(node, 'key', decoding),
    after: expressionIn(node, 'after', decoding),
    exclusive: expressionIn(node, 'exclusive', decoding),
    concurrency: numberOf(node, 'concurrency'),
    onItemFailure: stringOf(node, 'onItemFailure') === 'continue' ? 'continue' : 'stop',
    carry: booleanOf(node, 'carry') ?? false,
    body: decodeBlock(body),
    workspace: decodeWorkspace(node, decoding),
  };
}

export function decodeWorkflow(node: JsonNode, decoding: Decoding): Own<WorkflowTask> {
  return {
    type: 'workflow',
    map: stringOf(node, 'map') ?? '',
    with: assignmentsIn(node, 'with', decoding),
  };
}

function decodeWorkspace(owner: JsonNode, decoding: Decoding): Workspace {
  const member = memberOf(owner, 'workspace');
  const worktree = member && memberOf(member.value, 'worktree')?.value;
  const workspace: Workspace = worktree
    ? {
        kind: 'worktree',
        merge: decodeMerge(worktree, decoding),
        setup: stringsOf(worktree, 'setup'),
      }
    : { kind: stringOf(owner, 'workspace') === 'readonly' ? 'readonly' : 'shared' };
  return member ? decoding.places.addMember(workspace, member) : workspace;
}

function decodeMerge(
  worktree: JsonNode,
  decoding: Decoding,
): Extract<Workspace, { merge: unknown }>['merge'] {
  const text = stringOf(worktree, 'merge');
  if (text === 'onSuccess' || text === 'never') return text;
  const literal = memberOf(worktree, 'merge')?.value;
  return literal ? expressionAt(literal, decoding) : 'onSuccess';
}
