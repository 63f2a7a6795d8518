import type { CstNode } from 'chevrotain';
import type { JsonNode } from '../tree/json-node.ts';
import {
  expressionIn,
  jsonIn,
  listIn,
  literalIn,
  nameIn,
  numberIn,
  objectIn,
  scalar,
  textIn,
  namesIn,
} from './build-json.ts';
import { childOf, childrenOf, onlyChild, rangeOf, tokenOf, tokenRange } from './cst.ts';
import { type Building, ObjectBuilder, type Range } from './node-builder.ts';

/** A name, where it stands, and what it is given. */
export interface NamedNode {
  readonly name: string;
  readonly at: Range;
  readonly value: JsonNode | undefined;
}

/**
 * The name of a parameter, and its definition, or after "=" its value.
 *
 * Errors: reports `unexpected-word` for a value that goes on as a definition does.
 * Source: grammar/wfmap.ebnf, field
 */
export function paramIn(node: CstNode, building: Building): NamedNode {
  const [alone, [more]] = [valueAlone(node, building), childrenOf(node, 'fieldPart')];
  const { name, at } = nameIn(childOf(node, 'word'), building);
  if (!alone) return { name, at, value: definitionIn(node, at, building) };
  if (more) reportMissingQuestion({ part: rangeOf(more), name: at, isSafe: false }, building);
  return { name, at, value: alone };
}

/**
 * The name of an input, or of what a person is asked for, and its definition, or after "=" that as JSON.
 *
 * Errors: reports `unexpected-word` for a value.
 * Source: grammar/wfmap.ebnf, input
 */
export function inputIn(node: CstNode, building: Building): NamedNode {
  const [alone, [more]] = [valueAlone(node, building), childrenOf(node, 'fieldPart')];
  const { name, at } = nameIn(childOf(node, 'word'), building);
  if (!alone) return { name, at, value: definitionIn(node, at, building) };
  if (alone.kind === 'object' && !more) return { name, at, value: alone };
  reportMissingQuestion({ part: more ? rangeOf(more) : at, name: at, isSafe: true }, building);
  return { name, at, value: undefined };
}

/** What stands behind "=", where no "?" is before it. */
function valueAlone(node: CstNode, building: Building): JsonNode | undefined {
  return tokenOf(node, '"?"') ? undefined : jsonIn(childOf(node, 'json'), building);
}

/** Source: grammar/wfmap.ebnf, defined */
function definitionIn(node: CstNode, at: Range, building: Building): JsonNode {
  const value = jsonIn(childOf(node, 'json'), building);
  const [question, parts] = [tokenOf(node, '"?"'), childrenOf(node, 'fieldPart')];
  const field = new ObjectBuilder(building);
  const type = childOf(node, 'type');
  if (type) field.add('type', rangeOf(type), textIn(type, building));
  else if (value) field.add('type', value, scalar(typeOf(value), value));
  for (const part of parts)
    field.add('description', rangeOf(part), textIn(childOf(part, 'description'), building));
  const place = question ? tokenRange(question) : at;
  field.add('required', place, scalar(!question, place));
  if (value) field.add('default', value, value);
  for (const part of parts) {
    field.add('default', rangeOf(part), jsonIn(childOf(part, 'default'), building));
    field.add('enum', rangeOf(part), listIn(childOf(part, 'enum'), building));
    field.add('schema', rangeOf(part), jsonIn(childOf(part, 'schema'), building));
  }
  return field.node({ start: at.start, end: rangeOf(node).end });
}

/** The type of a field that has this default. */
export function typeOf(value: JsonNode): string {
  if (value.kind !== 'scalar') return value.kind;
  return value.value === null ? 'null' : typeof value.value;
}

function reportMissingQuestion(
  { part, name, isSafe }: { readonly part: Range; readonly name: Range; readonly isSafe: boolean },
  { source, report }: Building,
): void {
  const span = { source, start: name.end, end: name.end };
  const fix = {
    title: 'Put ? here, for a field with a default.',
    safe: isSafe,
    edits: [{ span, newText: '?' }],
  };
  const found = part === name ? 'a value alone' : 'more of a definition behind a value';
  report(
    'unexpected-word',
    { source, ...part },
    { expected: '"?" behind the name', found },
    { fix, help: fix.title },
  );
}

/** Source: grammar/wfmap.ebnf, claim */
export function propertyIn(node: CstNode, building: Building): JsonNode | undefined {
  const object = childOf(node, 'object');
  if (object) return objectIn(object, building);
  const claim = childOf(node, 'claim');
  if (!claim) return undefined;
  const property = new ObjectBuilder(building);
  const [first, second] = childrenOf(claim, 'situation').map((each) => situationIn(each, building));
  const range = rangeOf(claim);
  const point = tokenOf(claim, 'Moment');
  const inner = new ObjectBuilder(building);
  const number = childOf(claim, 'number');
  if (point) property.add(point.image, tokenRange(point), first);
  else if (number) {
    inner.add('times', rangeOf(number), numberIn(number, building));
    inner.add('of', range, first);
    property.add('atMost', range, inner.node(range));
  } else {
    const word = tokenOf(claim, '"precedes"') ?? tokenOf(claim, '"leads"');
    inner.add('first', range, first);
    inner.add('second', range, second);
    property.add(
      word?.image === 'leads' ? 'leadsTo' : 'precedes',
      word ? tokenRange(word) : range,
      inner.node(range),
    );
  }
  return property.node(range);
}

function situationIn(node: CstNode, building: Building): JsonNode {
  const situation = new ObjectBuilder(building);
  const [task, action] = [childOf(node, 'task'), childOf(node, 'action')];
  if (task) situation.add('task', rangeOf(task), textIn(task, building));
  if (action) situation.add('action', rangeOf(action), textIn(action, building));
  const expression = childOf(node, 'expression');
  situation.add('when', rangeOf(expression), expressionIn(expression, building));
  return situation.node(rangeOf(node));
}

/**
 * The name is the target's where it has none of its own. With `isAlways` the guard is "true".
 *
 * Source: grammar/wfmap.ebnf, action
 */
export function actionIn(
  node: CstNode,
  building: Building,
  isAlways: boolean,
): { name: string; at: Range; value: JsonNode } {
  const target = childOf(node, 'target');
  const { name, at } = nameIn(childOf(node, 'actionName') ?? target, building);
  const action = new ObjectBuilder(building);
  action.add('target', rangeOf(target), textIn(target, building));
  if (isAlways) action.add('when', rangeOf(target), scalar('true', rangeOf(target)));
  for (const part of childrenOf(node, 'actionPart')) addActionPart(part, action, building);
  return { name, at, value: action.node(rangeOf(node)) };
}

function addActionPart(part: CstNode, action: ObjectBuilder, building: Building): void {
  const range = rangeOf(part);
  const child = onlyChild(part);
  const extra = childOf(part, 'extra');
  const args = childOf(part, 'args');
  const bound = childOf(part, 'bound');
  const always = tokenOf(part, '"always"');
  action.add('choose', range, textIn(childOf(part, 'choose'), building));
  if (always) action.add('when', range, scalar('true', tokenRange(always)));
  action.add('when', range, expressionIn(childOf(part, 'expression'), building));
  action.add('resets', range, namesIn(childOf(part, 'resets'), building));
  if (bound && child) action.add('limit', range, boundIn(bound, building));
  if (args) action.add('args', range, argumentsIn(args, building));
  if (extra) action.addAll(objectIn(childOf(extra, 'object'), building));
}

/** Source: grammar/wfmap.ebnf, "at" "most" number "then" name */
export function boundIn(node: CstNode, building: Building): JsonNode {
  const bound = new ObjectBuilder(building);
  const [number, name] = [childOf(node, 'number'), childOf(node, 'name')];
  bound.add('max', rangeOf(number), numberIn(number, building));
  bound.add('then', rangeOf(name), textIn(name, building));
  return bound.node(rangeOf(node));
}

function argumentsIn(node: CstNode, building: Building): JsonNode | undefined {
  const text = childOf(node, 'text');
  if (text) return textIn(text, building);
  const args = new ObjectBuilder(building);
  for (const each of childrenOf(node, 'argument')) {
    const { name, at } = nameIn(childOf(each, 'word'), building);
    const expression = childOf(each, 'expression');
    if (!expression) continue;
    const value = new ObjectBuilder(building);
    const range = rangeOf(expression);
    value.add('expr', range, expressionIn(expression, building));
    args.add(name, at, literalIn(expression, building) ?? value.node(range));
  }
  return args.node(rangeOf(node));
}

/** Names with their expressions; one that stands alone is bound to what has that name. */
export function addBindings(node: CstNode | undefined, owner: ObjectBuilder, building: Building): void {
  for (const each of childrenOf(node, 'binding')) {
    const { name, at } = nameIn(childOf(each, 'word'), building);
    owner.add(name, at, expressionIn(childOf(each, 'expression'), building) ?? scalar(name, at));
  }
}

/** A flag that stands alone is true. */
export function flagIn(node: CstNode | undefined, at: Range): JsonNode {
  const written = tokenOf(node, '"true"') ?? tokenOf(node, '"false"');
  return scalar(written?.image !== 'false', written ? tokenRange(written) : at);
}
