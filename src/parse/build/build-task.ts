import type { CstNode } from 'chevrotain';
import type { JsonNode, JsonObject } from '../tree/json-node.ts';
import {
  expressionIn,
  jsonIn,
  listIn,
  nameIn,
  namesIn,
  numberIn,
  objectIn,
  pathIn,
  scalar,
  textIn,
} from './build-json.ts';
import { actionIn, addBindings, boundIn, flagIn, inputIn, paramIn } from './build-parts.ts';
import { childOf, childrenOf, leaf, onlyChild, rangeOf, tokenOf, tokenRange } from './cst.ts';
import { type Building, NamedParts, ObjectBuilder, type Range } from './node-builder.ts';

/** The tasks of a block with what else stands between them, given to `other`. Source: grammar/wfmap.ebnf, block item */
export function addBlockItems(
  items: readonly CstNode[],
  block: ObjectBuilder,
  building: Building,
  other: (part: CstNode, item: CstNode) => void,
): void {
  const named = new NamedParts(block, building);
  let first: { name: string; at: Range } | undefined;
  for (const item of items) {
    const part = onlyChild(item);
    if (part?.name === 'task' || part?.name === 'end') {
      const named1 = nameIn(childOf(part, 'name'), building);
      first ??= named1;
      named.add(
        'taskDefinitions',
        named1,
        part.name === 'task' ? taskIn(part, building) : endIn(part, building),
      );
    } else if (part && !addBlockHead(part, block, building)) other(part, item);
  }
  if (first && !block.has('startTaskDefinition'))
    block.add('startTaskDefinition', first.at, scalar(first.name, first.at));
  named.close();
}

function addBlockHead(part: CstNode, block: ObjectBuilder, building: Building): boolean {
  const at = rangeOf(part);
  if (part.name === 'start') block.add('startTaskDefinition', at, textIn(childOf(part, 'name'), building));
  else if (part.name === 'extra') block.addAll(objectIn(childOf(part, 'object'), building));
  else return false;
  return true;
}

/** A block with the text before it that describes it. */
function blockIn(node: CstNode, about: CstNode | undefined, building: Building): JsonObject {
  const block = new ObjectBuilder(building);
  block.add('description', rangeOf(about), textIn(about, building));
  addBlockItems(childrenOf(node, 'blockItem'), block, building, () => undefined);
  return block.node(rangeOf(node));
}

/** Source: grammar/wfmap.ebnf, task */
function taskIn(node: CstNode, building: Building): JsonNode {
  const task = new ObjectBuilder(building);
  const named = new NamedParts(task, building);
  const type = tokenOf(node, 'TaskType');
  if (type) task.add('type', tokenRange(type), scalar(type.image, tokenRange(type)));
  const as = childOf(node, 'as');
  task.add('as', rangeOf(as), textIn(as, building));
  const about = childOf(node, 'text');
  task.add('description', rangeOf(about), textIn(about, building));
  const parts = childrenOf(node, 'taskItem').flatMap((item) => onlyChild(item) ?? []);
  const isAlone = type?.image === 'claude' && isLoneWay(parts);
  for (const part of parts) CLAUSES[part.name]?.({ part, task, named, building, isAlone });
  named.close();
  return task.node(rangeOf(node));
}

/** Whether an agent has one way on, and nothing says that it is to choose that: no name, no text, no protocol of its own. */
function isLoneWay(parts: readonly CstNode[]): boolean {
  const [action, second] = parts.filter(({ name }) => name === 'action');
  if (!action || second || childOf(action, 'actionName')) return false;
  const isAsked = parts.some((part) => part.name === 'setting' && wordOf(part, 'NameSetting') === 'protocol');
  const said = childrenOf(action, 'actionPart');
  return (
    !isAsked &&
    !said.some(({ children }) => ['choose', '"when"', '"always"', 'extra'].some((each) => each in children))
  );
}

/** A schema, or the path of one. */
function schemaIn(part: CstNode, building: Building): JsonNode | undefined {
  const path = tokenOf(part, 'Path');
  if (!path) return jsonIn(childOf(part, 'json'), building);
  const folder = building.schemas === undefined ? undefined : { path: building.schemas, ending: '.json' };
  return pathIn(leaf(path), building, folder);
}

function assignedIn(part: CstNode, building: Building): { name: string; at: Range } {
  const token = tokenOf(part, 'AssignedWord') ?? tokenOf(part, 'AssignedText');
  return nameIn(token ? leaf(token) : childOf(part, 'assigned'), building);
}

/** The description of an end that its result follows on a line of their own looks like a name that is assigned. */
function assignedText(part: CstNode, building: Building): JsonNode | undefined {
  const token = tokenOf(part, 'AssignedText');
  return token && textIn(leaf(token), building);
}

interface Clause {
  readonly part: CstNode;
  readonly task: ObjectBuilder;
  readonly named: NamedParts;
  readonly building: Building;
  /** Whether an action is taken without a choice. */
  readonly isAlone: boolean;
}

const CLAUSES: Readonly<Record<string, (clause: Clause) => void>> = {
  action: ({ part, named, building, isAlone }) => {
    const action = actionIn(part, building, isAlone);
    named.add('actions', action, action.value);
  },
  textClause: ({ part, task, building }) => {
    const token = tokenOf(part, 'TextClause');
    if (token) task.add(token.image, tokenRange(token), textIn(childOf(part, 'text'), building));
  },
  pathClause: ({ part, task, building }) => {
    const [template, path] = [tokenOf(part, '"template"'), childOf(part, 'path')];
    if (template) {
      const folder =
        building.templates === undefined ? undefined : { path: building.templates, ending: '.md' };
      task.add('promptTemplatePath', tokenRange(template), pathIn(path, building, folder));
    } else task.add('map', keyOf(part), pathIn(path, building));
  },
  param: ({ part, named, building }) => {
    const written = childOf(part, 'field');
    if (!written) return;
    const isParam = tokenOf(part, '"param"') !== undefined;
    const field = isParam ? paramIn(written, building) : inputIn(written, building);
    named.add(isParam ? 'promptParams' : 'fields', field, field.value);
  },
  output: ({ part, task, building }) => {
    const value = schemaIn(part, building);
    const output = new ObjectBuilder(building);
    const isPath = value?.kind === 'scalar' && typeof value.value === 'string';
    output.add(isPath ? 'schemaPath' : 'schema', keyOf(part), value);
    task.add('output', keyOf(part), output.node(value ?? keyOf(part)));
  },
  command: ({ part, task, building }) =>
    task.add(
      'command',
      keyOf(part),
      textIn(childOf(part, 'text'), building) ?? listIn(childOf(part, 'list'), building),
    ),
  assignment: ({ part, named, building }) =>
    named.add('set', assignedIn(part, building), expressionIn(childOf(part, 'expression'), building)),
  bindings: ({ part, task, building }) => {
    const bindings = new ObjectBuilder(building);
    addBindings(childOf(part, 'boundNames'), bindings, building);
    task.add('with', keyOf(part), bindings.node(rangeOf(part)));
  },
  each: ({ part, task, building }) => {
    task.add('item', keyOf(part), textIn(childOf(part, 'word'), building));
    task.add('items', keyOf(part), expressionIn(childOf(part, 'expression'), building));
  },
  expressionClause: ({ part, task, building }) =>
    task.add(
      wordOf(part, 'ExpressionClause'),
      keyOf(part),
      expressionIn(childOf(part, 'expression'), building),
    ),
  join: ({ part, task, building }) => {
    const number = childOf(part, 'number');
    if (!number) return task.add('join', keyOf(part), scalar('all', rangeOf(part)));
    const join = new ObjectBuilder(building);
    join.add('atLeast', rangeOf(number), numberIn(number, building));
    task.add('join', keyOf(part), join.node(rangeOf(part)));
  },
  workspace: ({ part, task, building }) => {
    const merge = childOf(part, 'expression');
    if (!merge) return task.add('workspace', keyOf(part), textIn(childOf(part, 'word'), building));
    const [workspace, worktree] = [new ObjectBuilder(building), new ObjectBuilder(building)];
    worktree.add('merge', rangeOf(merge), expressionIn(merge, building));
    worktree.add('setup', rangeOf(childOf(part, 'list')), listIn(childOf(part, 'list'), building));
    workspace.add('worktree', rangeOf(part), worktree.node(rangeOf(part)));
    task.add('workspace', keyOf(part), workspace.node(rangeOf(part)));
  },
  inner: ({ part, task, named, building }) => {
    const block = childOf(part, 'block');
    const [name, about] = [childOf(part, 'name'), childOf(part, 'text')];
    if (block && name) named.add('branches', nameIn(name, building), blockIn(block, about, building));
    else if (block) task.add('body', keyOf(part), blockIn(block, about, building));
  },
  visits: ({ part, task, building }) => {
    const bound = childOf(part, 'bound');
    if (bound) task.add('maxVisits', keyOf(part), boundIn(bound, building));
  },
  onError: ({ part, task, building }) =>
    task.add('onError', keyOf(part), textIn(childOf(part, 'name'), building)),
  setting: ({ part, task, building }) => addSetting(part, task, building),
  extra: ({ part, task, building }) => task.addAll(objectIn(childOf(part, 'object'), building)),
};

/** Source: grammar/wfmap.ebnf, setting */
export function addSetting(node: CstNode, owner: ObjectBuilder, building: Building): void {
  const key = keyOf(node);
  const word = building.source.text.slice(key.start, key.end);
  const part = onlyChild(node);
  if (!part) return;
  switch (part.name) {
    case 'word':
    case 'path':
    case 'duration':
      return owner.add(word, key, textIn(part, building));
    case 'number':
      return owner.add(word, key, numberIn(part, building));
    case 'flag':
      return owner.add(word, key, flagIn(part, key));
    case 'words':
      return owner.add(word, key, namesIn(part, building));
    case 'retry':
      return owner.add('retry', key, partsOf(part, building, { max: numberIn, replies: numberIn }));
    case 'session': {
      const which = textIn(childOf(part, 'which'), building);
      return owner.add('session', key, which ?? partsOf(part, building, { of: textIn, fork: textIn }));
    }
    default:
      return owner.add('reminder', key, reminderIn(part, building));
  }
}

type Read = (node: CstNode | undefined, building: Building) => JsonNode | undefined;

/** An object with a member for each label. */
function partsOf(node: CstNode, building: Building, reads: Readonly<Record<string, Read>>): JsonNode {
  const object = new ObjectBuilder(building);
  for (const [label, read] of Object.entries(reads)) {
    const child = childOf(node, label);
    object.add(label === 'replies' ? 'reply' : label, rangeOf(child), read(child, building));
  }
  return object.node(rangeOf(node));
}

function reminderIn(node: CstNode, building: Building): JsonNode | undefined {
  const text = textIn(childOf(node, 'text'), building);
  const [on, before] = [childOf(node, 'words'), tokenOf(node, '"before"')];
  if (!text || (!on && !before)) return text;
  const reminder = new ObjectBuilder(building);
  reminder.add('text', text, text);
  reminder.add('on', rangeOf(on), namesIn(on, building));
  if (before) reminder.add('before', tokenRange(before), flagIn(childOf(node, 'flag'), tokenRange(before)));
  return reminder.node(rangeOf(node));
}

/** Source: grammar/wfmap.ebnf, end */
function endIn(node: CstNode, building: Building): JsonNode {
  const end = new ObjectBuilder(building);
  const type = { start: rangeOf(node).start, end: rangeOf(node).start + 'end'.length };
  end.add('type', type, scalar('end', type));
  for (const part of childrenOf(node, 'endPart')) {
    const key = keyOf(part);
    end.add('outcome', key, textIn(childOf(part, 'word'), building));
    const field = tokenOf(part, '"because"') ? 'reason' : 'result';
    end.add(field, key, expressionIn(childOf(part, 'expression'), building));
    end.add('description', key, textIn(childOf(part, 'text'), building) ?? assignedText(part, building));
    if (tokenOf(part, '"failed"')) end.add('failed', key, flagIn(childOf(part, 'flag'), key));
    end.addAll(objectIn(childOf(childOf(part, 'extra'), 'object'), building));
  }
  return end.node(rangeOf(node));
}

/** Where the word is that a clause begins with: the token at its own place, without a look at all the others. */
function keyOf(node: CstNode): Range {
  const { start } = rangeOf(node);
  for (const parts of Object.values(node.children)) {
    for (const each of parts) {
      const range = 'image' in each ? tokenRange(each) : rangeOf(each);
      // What is left out has no place.
      if (range.start !== start || range.end <= start) continue;
      return 'image' in each ? range : keyOf(each);
    }
  }
  return { start: 0, end: 0 };
}

function wordOf(node: CstNode, category: string): string {
  return tokenOf(node, category)?.image ?? '';
}
