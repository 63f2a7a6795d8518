import type { CatalogueEntry } from './entry.ts';

/** Names: what a map refers to exists. */
export const names = {
  'unknown-target': {
    severity: 'error',
    message: (p: { task: string; action: string; target: string }) =>
      `Action "${p.action}" of task "${p.task}" goes to "${p.target}", which is not a task of this block.`,
    why: 'A run that takes this action would have nowhere to go.',
    help: 'Define the task, or name one that is defined. Names are case-sensitive.',
  },
} as const satisfies Record<string, CatalogueEntry>;
