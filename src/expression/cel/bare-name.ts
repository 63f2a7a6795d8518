import type { Expression } from './expression.ts';

/** Whether an expression is no more than a name, which is looked at without the CEL library. */
export function isBareName({ names, text }: Expression): boolean {
  return names[0]?.name === text.trim();
}
