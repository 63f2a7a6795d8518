import { adaptHas } from './adapt-has.ts';
import type { Adaptation, Bound, FreeName, Meaning } from './adaptation.ts';
import { absentMember, fromCel, toCel } from './convert-value.ts';
import type { BuiltIn } from '../functions/function-table.ts';
import { builtInNames, findBuiltIn } from '../functions/functions.ts';
import { celTypeOf } from './cel-type.ts';
import { ConditionMismatch } from './condition-mismatch.ts';
import { closest } from '../../util/closest.ts';
import type { Fault } from './read-tokens.ts';
import { childrenOf, type CelNode, type CelType } from './cel-node.ts';
import { variableOf } from './variable-of.ts';

/** The functions and methods there are: all take time in proportion to their arguments, none asks a clock. */
const CEL_FUNCTIONS: ReadonlySet<string> = new Set(['has', 'size', 'string', 'int', 'double', 'bool']);
const MACROS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);
const METHODS: ReadonlySet<string> = new Set([
  ...MACROS,
  'contains',
  'startsWith',
  'endsWith',
  'size',
  'indexOf',
  'lastIndexOf',
  'substring',
  'split',
  'join',
  'trim',
  'lowerAscii',
  'upperAscii',
]);

/** Gives a tree the meaning that wfmap adds to CEL, in place: names, `vars`, `has`, conditions, limits. */
export function adaptTree(root: CelNode, meaning: Meaning): Adaptation {
  const adaptation: Adaptation = { meaning, names: [], faults: [] };
  adapt(root, new Set(), adaptation);
  adaptation.names.sort((a, b) => a.start - b.start);
  return adaptation;
}

function adapt(node: CelNode, bound: Bound, to: Adaptation): void {
  const indexed = variableOf(node, bound, to);
  if (indexed) return becomeName(node, indexed, to);
  if (node.op === 'id' && !bound.has(node.args)) {
    const { start, end } = node;
    return becomeName(node, { name: to.meaning.originalOf(node.args), start, end, guarded: false }, to);
  }
  meter(node, to.meaning);
  if (node.op === 'call') return adaptCall(node, bound, to);
  if (node.op === 'rcall') return adaptMethod(node, bound, to);
  if (node.op === 'map') return adaptMap(node, bound, to);
  for (const child of childrenOf(node)) adapt(child, bound, to);
  if (node.op === '.' || node.op === '[]') letMembersBeAbsent(node, to.meaning);
  else adaptConditions(node);
}

function adaptConditions(node: CelNode): void {
  if (node.op === '?:') {
    readNullAsFalse(node.args[0]);
    letBranchesDiffer(node);
  } else if (node.op === '!_') readNullAsFalse(node.args);
  else if (node.op === '&&' || node.op === '||') node.args.forEach(readNullAsFalse);
}

function becomeName(node: CelNode, use: FreeName, { meaning, names }: Adaptation): void {
  names.push(use);
  node.check = (checker) => checker.getType(meaning.typeOf(node));
  node.evaluate = () => meaning.charge(meaning.read(use.name));
}

/** Charges for each result. The class's own `evaluate` would overwrite itself here, so it is not called. */
function meter(node: CelNode, meaning: Meaning): void {
  node.evaluate = (evaluator, _node, context) => {
    const { alternate, macro, evaluate } = node.meta;
    if (alternate) return meaning.charge(alternate.evaluate(evaluator, alternate, context));
    if (macro) return meaning.charge(macro.evaluate(evaluator, macro, context));
    return meaning.charge(evaluate(evaluator, node, context));
  };
}

function adaptCall(node: CelNode & { op: 'call' }, bound: Bound, to: Adaptation): void {
  const [name, args] = node.args;
  const builtIn = findBuiltIn(name);
  if (!builtIn && !CEL_FUNCTIONS.has(name)) to.faults.push(noSuch('function', name, node));
  if (name === 'has') return adaptHas(node, bound, to, adapt);
  for (const each of args) adapt(each, bound, to);
  if (builtIn) adaptBuiltIn(node, builtIn, to);
}

/** The library never hears of these: it would have to be told of each when it is set up. */
function adaptBuiltIn(
  node: CelNode & { op: 'call' },
  { name, parameters, typeOf, call }: BuiltIn,
  to: Adaptation,
): void {
  const [, args] = node.args;
  if (args.length !== parameters.length) {
    const wanted = `${parameters.length} ${parameters.length === 1 ? 'argument' : 'arguments'}`;
    const names = parameters.map((each) => each.name).join(', ');
    const problem = `${name}() takes ${wanted} (${names}), and is given ${args.length === 0 ? 'none' : args.length}`;
    to.faults.push({ start: node.start, end: node.end, problem });
  }
  node.check = (checker, _node, context) => {
    for (const each of args) checker.check(each, context);
    return checker.getType(celTypeOf(typeOf([])));
  };
  node.evaluate = (evaluator, _node, context) => {
    const given = args.map((each) => fromCel(evaluator.run(each, context)));
    return to.meaning.charge(toCel(call(given), 'any'));
  };
}

function adaptMethod(node: CelNode & { op: 'rcall' }, bound: Bound, to: Adaptation): void {
  const [name, receiver, args] = node.args;
  if (!METHODS.has(name)) to.faults.push(noSuch('method', name, node));
  adapt(receiver, bound, to);
  const [variable, ...rest] = args;
  if (!MACROS.has(name) || variable?.op !== 'id') {
    for (const each of args) adapt(each, bound, to);
    if (SEARCHES.has(name)) meterSearch(node, to.meaning);
    return;
  }
  const inside = new Set(bound).add(variable.args);
  for (const each of rest) adapt(each, inside, to);
  if (rest[0] && (name !== 'map' || rest.length === 2)) readNullAsFalse(rest[0]);
}

/** V8 looks for a text from its end, and may start again at nearly every place. */
const SEARCHES: ReadonlySet<string> = new Set(['contains', 'indexOf', 'lastIndexOf', 'split']);
const COMPARED_PER_UNIT = 5000;

/** Charges for a search before it begins. */
function meterSearch(node: CelNode & { op: 'rcall' }, { spend, charge }: Meaning): void {
  const [, receiver, args] = node.args;
  node.evaluate = (evaluator, _node, context) => {
    const given = [receiver, ...args].map((each) => evaluator.run(each, context));
    const [text, sought] = given;
    if (typeof text === 'string' && typeof sought === 'string') {
      spend((text.length * sought.length) / COMPARED_PER_UNIT);
    }
    return charge(node.handle(given, evaluator, node));
  };
}

/** A key that is a bare word is that word, as everywhere else; the value is a Map, where any key is safe. */
function adaptMap(node: CelNode & { op: 'map' }, bound: Bound, to: Adaptation): void {
  for (const [key, value] of node.args) {
    adapt(value, bound, to);
    if (key.op === 'id') {
      const word = to.meaning.originalOf(key.args);
      key.check = (checker) => checker.getType('string');
      key.evaluate = () => word;
    } else adapt(key, bound, to);
  }
  node.evaluate = (evaluator, _node, context) =>
    to.meaning.charge(
      new Map(node.args.map((pair) => [evaluator.run(pair[0], context), evaluator.run(pair[1], context)])),
    );
}

/** Prepares a node that stands where a condition is wanted. */
function readNullAsFalse(node: CelNode): void {
  const { check, evaluate } = node;
  node.check = (checker, _node, context) => {
    const type = check.call(node, checker, node, context);
    if (type.name === 'null') return checker.getType('bool');
    if (type.name !== 'bool' && !type.name.startsWith('dyn')) throw new ConditionMismatch(node, type.name);
    return type;
  };
  node.evaluate = (evaluator, _node, context) => {
    const value = evaluate(evaluator, node, context) ?? false;
    if (typeof value !== 'boolean') throw new ConditionMismatch(node, typeNameOf(value));
    return value;
  };
}

function typeNameOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (value instanceof Map) return 'map';
  return typeof value === 'string' ? 'string' : 'double';
}

/** A declared member that is absent reads as nothing of its type, as a name does. */
function letMembersBeAbsent(node: CelNode & { readonly op: '.' | '[]' }, { charge }: Meaning): void {
  node.evaluate = (evaluator, _node, context) => {
    const owner = evaluator.run(node.args[0], context);
    const key = node.op === '.' ? node.args[1] : evaluator.run(node.args[1], context);
    const absent = absentMember(owner, key);
    return charge(absent === undefined ? node.handle(owner, key, node, evaluator) : absent);
  };
}

/** `count > 1 ? count : "none"` is common in prompts; CEL wants both of one type. */
function letBranchesDiffer(node: CelNode): void {
  const { check } = node;
  node.check = (checker, _node, context): CelType => {
    try {
      return check.call(node, checker, node, context);
    } catch (thrown) {
      // The library has prepared the node by then: the branches are the last thing it looks at.
      if (codeOf(thrown) === 'incompatible_ternary_branches') return checker.getType('dyn');
      throw thrown;
    }
  };
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}

function noSuch(kind: 'function' | 'method', name: string, { start, end }: CelNode): Fault {
  return { start, end, problem: `there is no ${kind} ${name}(); ${insteadOf(kind, name)}` };
}

function insteadOf(kind: 'function' | 'method', name: string): string {
  if (kind === 'function' && METHODS.has(name)) return `it is a method, as in value.${name}(…)`;
  const functions = new Set([...CEL_FUNCTIONS, ...builtInNames()]);
  if (kind === 'method' && functions.has(name)) return `it is a function, as in ${name}(value)`;
  const known = kind === 'function' ? functions : METHODS;
  const near = closest(name, known);
  return near === undefined ? `there are ${[...known].join(', ')}` : `there is ${near}()`;
}
