import { collect, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Expression } from '../../src/expression/cel/expression.ts';
import { parseExpression } from '../../src/expression/cel/parse-expression.ts';
import type { Scope, ValueType } from '../../src/expression/types/value.ts';
import type { Value } from '../../src/model/value.ts';

/** Values by name; `{ type, value }` says more than the value does. */
export type Names = Readonly<Record<string, Typed>>;
export interface Typed {
  readonly type: ValueType;
  readonly value?: Value | undefined;
}

export function parse(text: string): {
  expression: Expression | undefined;
  diagnostics: readonly Diagnostic[];
} {
  const { diagnostics, report } = collect();
  const source = { name: 'test', text };
  const expression = parseExpression({ source, start: 0, end: text.length }, report);
  return { expression, diagnostics };
}

export function mustParse(text: string): Expression {
  const { expression, diagnostics } = parse(text);
  if (!expression) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  return expression;
}

export function scopeOf(names: Names): Scope {
  const entries = Object.entries(names);
  return {
    types: new Map(entries.map(([name, { type }]) => [name, type])),
    values: new Map(entries.map(([name, { value }]) => [name, value])),
  };
}

export function evaluate(text: string, names: Names = {}): Value {
  return mustParse(text).evaluate(scopeOf(names));
}
