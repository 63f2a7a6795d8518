import type { CatalogueEntry } from './entry.ts';

/** Data: what a run knows where an expression is evaluated. */
export const data = {
  'unbound-name': {
    severity: 'error',
    message: (p: { name: string }) => `"${p.name}" is not set on every path that leads here.`,
    why: 'It may not have been set when this is evaluated, and would read as nothing.',
    help: 'Ask for it first with has(name), or let every path set it.',
  },
  'unknown-member': {
    severity: 'error',
    message: (p: { owner: string; member: string }) => `"${p.owner}" has no member "${p.member}".`,
    why: 'A run that reads it would fail.',
    help: 'Read a member that is declared, or declare this one in the schema.',
  },
  'unguarded-member': {
    severity: 'error',
    message: (p: { path: string }) => `"${p.path}" is not always there.`,
    why: 'A run in which it is missing would fail here.',
    help: 'Ask for it first, as in "has(a.b) && a.b".',
  },
  'unknown-literal': {
    severity: 'error',
    message: (p: { path: string; value: string }) => `"${p.path}" is never ${p.value}.`,
    why: 'The comparison has the same answer in every run.',
    help: 'Compare with a value that it can have, or declare this one.',
  },
} as const satisfies Record<string, CatalogueEntry>;
