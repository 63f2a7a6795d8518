import type { Expression } from './expression.ts';

/** Whether an expression is no more than a name. */
export function isBareName({ names, text }: Expression): boolean {
  return names[0]?.name === text.trim();
}
