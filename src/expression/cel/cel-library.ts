import { Environment } from '@marcbachmann/cel-js';
import type { CelNode } from './cel-node.ts';

/** A parsed expression of the library, open for changes until it is first checked. */
export interface CelExpression {
  readonly root: CelNode;
  /** Checks types; gives the error, if there is one. Nodes keep their types: a tree is checked once. */
  readonly check: () => unknown;
  /** Errors: throws the library's EvaluationError. */
  readonly evaluate: () => unknown;
}

/** More nesting than people write; each level costs the library several stack frames. */
const LIMITS = {
  maxDepth: 48,
  maxAstNodes: 5000,
  maxListElements: 1000,
  maxMapEntries: 1000,
  maxCallArguments: 8,
};

let environment: Environment | undefined;

/**
 * Parses CEL.
 *
 * The one place that knows the package. Setting it up costs about a millisecond, and waits for the first
 * expression that is more than a name.
 * Errors: throws the library's ParseError.
 */
export function parseCel(text: string): CelExpression {
  environment ??= createEnvironment();
  const parsed = environment.parse(text);
  return {
    // The published node type leaves out `check`, `evaluate` and `meta`, by which the tree is changed.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    root: parsed.ast as unknown as CelNode,
    check: () => parsed.check().error,
    evaluate: (): unknown => parsed(),
  };
}

type Numeric = number | bigint;
const PAIRS = [
  ['int', 'double'],
  ['double', 'int'],
] as const;

/** CEL keeps integers and doubles apart; here they mix, and join with text. */
function createEnvironment(): Environment {
  const created = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    limits: LIMITS,
  });
  for (const [left, right] of PAIRS) {
    created
      .registerOperator(`${left} + ${right}: double`, (a: Numeric, b: Numeric) => Number(a) + Number(b))
      .registerOperator(`${left} - ${right}: double`, (a: Numeric, b: Numeric) => Number(a) - Number(b))
      .registerOperator(`${left} * ${right}: double`, (a: Numeric, b: Numeric) => Number(a) * Number(b))
      .registerOperator(`${left} / ${right}: double`, (a: Numeric, b: Numeric) => Number(a) / Number(b))
      .registerOperator(`${left} % ${right}: double`, (a: Numeric, b: Numeric) => Number(a) % Number(b));
  }
  created
    .registerOperator('double % double: double', (a: number, b: number) => a % b)
    .registerOperator('int == double: bool', (a: bigint, b: number) => Number(a) === b);
  for (const type of ['int', 'double']) {
    created
      .registerOperator(`string + ${type}: string`, (a: string, b: Numeric) => a + String(b))
      .registerOperator(`${type} + string: string`, (a: Numeric, b: string) => String(a) + b);
  }
  // A number from JSON is a double, also where it counts characters.
  created.registerFunction('string.substring(double): string', cut);
  for (const args of ['double, double', 'int, double', 'double, int']) {
    created.registerFunction(`string.substring(${args}): string`, cut);
  }
  return created;
}

function cut(text: string, start: Numeric, end: Numeric = text.length): string {
  return text.substring(Number(start), Number(end));
}
