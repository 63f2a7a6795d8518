import type { CatalogueEntry } from './entry.ts';

/** Reads: what is found, given or bound in a map has a reader. */
export const reads = {
  'unread-input': {
    severity: 'warning',
    message: (p: { input: string }) => `Nothing reads the input "${p.input}".`,
    why: 'A caller that gives it a value expects the run to change with it.',
    help: 'Read it where it is needed, or remove it.',
  },
  'unread-name': {
    severity: 'warning',
    message: (p: { name: string; task: string }) => `Nothing reads "${p.name}", which task "${p.task}" sets.`,
    why: 'Its value is never used.',
    help: 'Read it where it is needed, or remove it.',
  },
  'overwritten-result': {
    severity: 'warning',
    message: (p: { task: string; name: string; by: string }) =>
      `"${p.by}" binds "${p.name}" again before anything reads the result of task "${p.task}".`,
    why: 'What that task found is lost.',
    help: 'Read it on the way, or bind it to a name of its own.',
  },
  'unread-field': {
    severity: 'warning',
    message: (p: { field: string; owner: string }) => `Nothing reads "${p.field}" of ${p.owner}.`,
    why: 'An agent produces it, and nothing uses it.',
    help: 'Pass it to the task that needs it, remove it, or mark it with "x-for": "people" if people read it.',
  },
  'field-for-people': {
    severity: 'info',
    message: (p: { field: string; owner: string }) => `"${p.field}" of ${p.owner} is only for people.`,
    why: 'No later task sees it.',
    help: 'Keep the mark as long as people read it in "wfmap show" or "wfmap logs".',
  },
  'unbound-parameter': {
    severity: 'warning',
    message: (p: { parameter: string }) => `No map of the project gives "${p.parameter}" to this template.`,
    why: 'The parts of the template about it are never used.',
    help: 'Bind it where the template is used, or remove it.',
  },
  'ungiven-input': {
    severity: 'warning',
    message: (p: { input: string }) => `No map of the project gives the input "${p.input}" to this map.`,
    why: 'It has the same value in every run.',
    help: 'Give it with "with" where the map is run, or remove it.',
  },
} as const satisfies Record<string, CatalogueEntry>;
