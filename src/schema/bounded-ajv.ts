import { Ajv2020, _, type KeywordCxt } from 'ajv/dist/2020.js';
import type { Value } from '../model/value.ts';
import { invariant } from '../util/invariant.ts';
import type { Budget } from './budget.ts';
import { findEqualItems } from './find-equal-items.ts';
import { toPattern } from './pattern/pattern.ts';
import { partsIn } from './value-size.ts';

/**
 * An Ajv whose every keyword is charged for what it does, and that does nothing in more than linear time.
 *
 * A new one for each schema: two schemas may call themselves by the same `$id`. Without a budget it is for looking at
 * schemas, which are bounded themselves: only then it knows the schema of schemas, which no other schema may refer to.
 * Errors: what it compiles throws what the budget throws.
 */
export function createAjv(budget?: Budget): Ajv2020 {
  const ajv = new Ajv2020({
    meta: budget === undefined,
    // What it saves is less than what it takes, for a schema that checks a few values.
    code: { optimize: false, ...(budget ? { regExp: engineFor(budget) } : {}) },
    strict: false,
    allErrors: true,
    validateFormats: false,
    logger: false,
    // Each use of a part would otherwise be written out in full.
    inlineRefs: false,
    verbose: true,
    // Done before, for the sake of our own words.
    validateSchema: false,
    ownProperties: true,
  });
  if (budget) charge(ajv, budget);
  return ajv;
}

/** Shape: two patterns are one to Ajv where `toString` says the same. */
function engineFor(budget: Budget) {
  const engine = (source: string) => {
    const pattern = toPattern(source);
    invariant('isIn' in pattern, 'a schema without hazards has patterns that can be used');
    return { test: (text: string) => pattern.isIn(text, budget), toString: () => source };
  };
  return Object.assign(engine, { code: 'unused: no code is written to a file' });
}

/** Keywords that go through the whole of a value, or of its names. */
const LOOPS: ReadonlySet<string> = new Set(
  (
    'items contains additionalProperties patternProperties propertyNames unevaluatedItems unevaluatedProperties ' +
    'minProperties maxProperties minLength maxLength'
  ).split(' '),
);

/** A step is one of a pattern. Compiled code takes longer for a keyword, and for a name in a large object. */
const STEPS = { keyword: 4, item: 8, name: 16, character: 0.25, error: 0.1 };

function charge(ajv: Ajv2020, budget: Budget): void {
  const spend = (steps: number, errors: number): void => budget.spend(steps + errors * STEPS.error);
  const spendOn = (steps: number, value: Value): void => budget.spend(steps + loopCost(value));
  const equalIn = (items: readonly Value[]) => findEqualItems(items, budget);
  for (const rule of Object.values(ajv.RULES.all)) {
    if (typeof rule !== 'object' || !('code' in rule.definition)) continue;
    const { definition } = rule;
    const write = rule.keyword === 'uniqueItems' ? uniqueItems(equalIn) : definition.code;
    definition.code = (context, type) => {
      const { gen, data, keyword, schema } = context;
      const steps =
        STEPS.keyword * (1 + partsIn(schema, keyword === 'const' || keyword === 'enum' ? Infinity : 1));
      if (LOOPS.has(keyword)) gen.code(_`${gen.scopeValue('func', { ref: spendOn })}(${steps}, ${data})`);
      // The faults so far are copied where those of a reference are added to them.
      else
        gen.code(
          _`${gen.scopeValue('func', { ref: spend })}(${steps}, ${keyword === '$ref' ? _`errors` : 0})`,
        );
      write(context, type);
    };
  }
}

function loopCost(value: Value): number {
  if (typeof value === 'string') return STEPS.character * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Array.isArray(value) ? STEPS.item * value.length : STEPS.name * Object.keys(value).length;
}

/** Ajv compares each item with each other. */
function uniqueItems(equalIn: (items: readonly Value[]) => readonly [number, number] | undefined) {
  return (context: KeywordCxt): void => {
    const { gen, data, schema } = context;
    if (schema !== true) return;
    const equal = gen.const('equal', _`${gen.scopeValue('func', { ref: equalIn })}(${data})`);
    context.setParams({ j: _`${equal}[0]`, i: _`${equal}[1]` });
    context.fail(_`${equal} !== undefined`);
  };
}
