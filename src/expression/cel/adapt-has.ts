import type { Adaptation, Bound } from './adaptation.ts';
import type { CelEvaluator, CelNode } from './cel-node.ts';
import { variableOf } from './variable-of.ts';

/**
 * Makes `has(…)` a question that never fails: of a name, or of a path from one.
 *
 * An unbound name, a missing parent and a parent that is no object all mean no. A member that is null is there.
 */
export function adaptHas(
  node: CelNode & { op: 'call' },
  bound: Bound,
  to: Adaptation,
  adapt: (node: CelNode, bound: Bound, to: Adaptation) => void,
): void {
  const [path] = node.args[1];
  const steps: CelNode[] = [];
  const step = (each: CelNode): void => {
    adapt(each, bound, to);
    steps.push(each);
  };
  const find = path && node.args[1].length === 1 ? finderOf(path, bound, { ...to, step }) : undefined;
  if (!find) {
    to.faults.push({
      start: node.start,
      end: node.end,
      problem: 'has() takes one name or path, as in has(a.b)',
    });
    return;
  }
  node.check = (checker, _node, context) => {
    for (const step of steps) checker.check(step, context);
    return checker.getType('bool');
  };
  node.evaluate = (evaluator, _node, context) => to.meaning.charge(find(evaluator, context) !== undefined);
}

type Find = (evaluator: CelEvaluator, context: unknown) => unknown;

/** How a path is looked up, undefined being nothing there; `step` takes the nodes that are evaluated for it. */
function finderOf(
  path: CelNode,
  bound: Bound,
  to: Adaptation & { readonly step: (node: CelNode) => void },
): Find | undefined {
  const variable = path.op === 'id' && !bound.has(path.args) ? nameOf(path, to) : variableOf(path, bound, to);
  if (variable) {
    to.names.push({ ...variable, guarded: true });
    return () => (to.meaning.has(variable.name) ? to.meaning.read(variable.name) : undefined);
  }
  if (path.op === 'id') {
    to.step(path);
    return (evaluator, context) => evaluator.run(path, context);
  }
  if (path.op !== '.' && path.op !== '[]') return undefined;
  const parent = finderOf(path.args[0], bound, to);
  if (!parent) return undefined;
  if (path.op === '.') {
    const key = path.args[1];
    return (evaluator, context) => memberOf(parent(evaluator, context), key);
  }
  const key = path.args[1];
  to.step(key);
  return (evaluator, context) => memberOf(parent(evaluator, context), evaluator.run(key, context));
}

function nameOf(node: CelNode & { op: 'id' }, { meaning }: Adaptation) {
  return { name: meaning.originalOf(node.args), start: node.start, end: node.end };
}

function memberOf(parent: unknown, key: unknown): unknown {
  if (parent instanceof Map) return parent.get(key);
  if (!Array.isArray(parent) || (typeof key !== 'number' && typeof key !== 'bigint')) return undefined;
  const member: unknown = parent[Number(key)];
  return member;
}
