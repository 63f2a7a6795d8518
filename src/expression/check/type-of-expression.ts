import type { Expression } from '../cel/expression.ts';
import { environmentOf, inferExpression } from './infer-expression.ts';
import type { TypeEnvironment } from './type-environment.ts';
import type { ValueType } from '../types/value.ts';

/** The type of an expression's value, `any` where it is not known. */
export function typeOfExpression(expression: Expression, env: TypeEnvironment): ValueType {
  return inferExpression(expression, environmentOf(expression, env)).type;
}
