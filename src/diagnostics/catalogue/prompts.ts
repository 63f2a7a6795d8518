import type { CatalogueEntry } from './entry.ts';

/** Prompts: what templates, parameters and expressions say. */
export const prompts = {
  'unclosed-expression': {
    severity: 'error',
    message: (p: { opening: string }) => `The expression that starts with "${p.opening}" is never closed.`,
    why: 'Nothing after it can be told from the expression.',
    help: 'Close it with "}", or write "\\${" where the text is meant literally.',
  },
} as const satisfies Record<string, CatalogueEntry>;
