import type { Block } from '../../model/block.ts';
import type { Field } from '../../model/field.ts';
import { bindingsOf, type BindingPlace } from './bindings.ts';
import type { ExpressionOf } from '../blocks/block-edges.ts';

/**
 * Names that a block sets to one value however often a run goes round in it: each is computed in one place, of inputs
 * of the map and of one another. Linear in what they read.
 */
export function constantNamesOf(
  block: Block,
  fields: readonly Field[],
  expressionOf: ExpressionOf,
): ReadonlySet<string> {
  const bindings = Map.groupBy(bindingsOf(block).filter(isChange(expressionOf)), ({ name }) => name);
  const passed = passedIn(block);
  const inputs = new Set(
    fields.map(({ name }) => name).filter((name) => !bindings.has(name) && !passed.has(name)),
  );
  const read = new Map<string, Set<string>>();
  for (const [name, [binding, ...others]] of bindings) {
    const expression = binding?.assignment && expressionOf(binding.assignment.expression);
    if (!expression || others.length > 0 || passed.has(name)) continue;
    const names = expression.names.map((each) => each.name);
    read.set(name, new Set(names.filter((each) => !inputs.has(each))));
  }
  return groundedIn(read);
}

/** The names that stand on nothing else, and those that stand on such alone. */
function groundedIn(read: ReadonlyMap<string, Set<string>>): ReadonlySet<string> {
  const uses = [...read].flatMap(([reader, names]) => Array.from(names, (name) => ({ name, reader })));
  const readers = Map.groupBy(uses, ({ name }) => name);
  const grounded = new Set([...read].filter(([, { size }]) => size === 0).map(([name]) => name));
  // A set grows while it is walked.
  for (const name of grounded) {
    for (const { reader } of readers.get(name) ?? []) {
      const left = read.get(reader);
      left?.delete(name);
      if (left?.size === 0) grounded.add(reader);
    }
  }
  return grounded;
}

/** What arguments are called: they hide what is bound. */
function passedIn({ tasks }: Block): ReadonlySet<string> {
  const actions = tasks.flatMap((task) => (task.type === 'end' ? [] : task.actions));
  return new Set(actions.flatMap(({ args }) => args.map(({ name }) => name)));
}

/** Whether a binding gives its name another value than it has: `n = n` does not. */
function isChange(expressionOf: ExpressionOf): (binding: BindingPlace) => boolean {
  return ({ name, assignment }) =>
    assignment === undefined || expressionOf(assignment.expression)?.text.trim() !== name;
}
