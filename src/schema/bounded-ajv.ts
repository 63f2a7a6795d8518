import { Ajv2020, _, type KeywordCxt } from 'ajv/dist/2020.js';
import type { Value } from '../model/value.ts';
import { invariant } from '../util/invariant.ts';
import type { Budget } from './budget.ts';
import { findTwins } from './find-twins.ts';
import { toPattern } from './pattern/pattern.ts';
import { partsIn } from './value-size.ts';

/** Shape: without `budget` it is for schemas, which are bounded themselves; `all` asks for every fault of a value. */
export interface AjvWishes {
  readonly budget?: Budget;
  readonly all: boolean;
}

/**
 * An Ajv whose every keyword is charged for what it does, and that does nothing in more than linear time.
 *
 * A new one for each schema: two schemas may call themselves by the same `$id`. Only one that looks at schemas needs
 * to know the schema of schemas, which no other schema may refer to.
 * Errors: what it compiles throws what the budget throws.
 */
export function createAjv({ budget, all }: AjvWishes): Ajv2020 {
  const ajv = new Ajv2020({
    meta: budget === undefined,
    // What it saves is less than what it takes, for a schema that checks a few values.
    code: { optimize: false, ...(budget ? { regExp: engineFor(budget) } : {}) },
    strict: false,
    allErrors: all,
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

function charge(ajv: Ajv2020, budget: Budget): void {
  const spend = (steps: number): void => budget.spend(steps);
  const spendOn = (steps: number, value: Value): void => budget.spend(steps + loopCost(value));
  const twinsIn = (items: readonly Value[]) => findTwins(items, budget);
  for (const rule of Object.values(ajv.RULES.all)) {
    if (typeof rule !== 'object' || !('code' in rule.definition)) continue;
    const { definition } = rule;
    const write = rule.keyword === 'uniqueItems' ? uniqueItems(twinsIn) : definition.code;
    definition.code = (context, type) => {
      const { gen, data, keyword, schema } = context;
      const steps = 1 + partsIn(schema, keyword === 'const' || keyword === 'enum' ? Infinity : 1);
      if (LOOPS.has(keyword)) gen.code(_`${gen.scopeValue('func', { ref: spendOn })}(${steps}, ${data})`);
      else gen.code(_`${gen.scopeValue('func', { ref: spend })}(${steps})`);
      write(context, type);
    };
  }
}

const STEPS_PER_PART = 4;
const CHARACTERS_PER_STEP = 4;

function loopCost(value: Value): number {
  if (typeof value === 'string') return value.length / CHARACTERS_PER_STEP;
  if (typeof value !== 'object' || value === null) return 0;
  return STEPS_PER_PART * (Array.isArray(value) ? value.length : Object.keys(value).length);
}

/** Ajv compares each item with each other. */
function uniqueItems(twinsIn: (items: readonly Value[]) => readonly [number, number] | undefined) {
  return (context: KeywordCxt): void => {
    const { gen, data, schema } = context;
    if (schema !== true) return;
    const twins = gen.const('twins', _`${gen.scopeValue('func', { ref: twinsIn })}(${data})`);
    context.setParams({ j: _`${twins}[0]`, i: _`${twins}[1]` });
    context.fail(_`${twins} !== undefined`);
  };
}
