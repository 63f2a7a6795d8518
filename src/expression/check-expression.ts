import type { Report } from '../diagnostics/diagnostic.ts';
import type { Expression } from './expression.ts';
import type { ValueType } from './value.ts';

/** Checks names and types. */
export function checkExpression(
  _expression: Expression,
  _types: ReadonlyMap<string, ValueType>,
  _report: Report,
): void {}
