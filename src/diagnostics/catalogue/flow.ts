import type { CatalogueEntry } from './entry.ts';

/** Flow: what the paths through a map look like. */
export const flow = {
  'unreachable-task': {
    severity: 'warning',
    message: (p: { task: string; start: string }) => `No path leads from "${p.start}" to task "${p.task}".`,
    why: 'The task can never run.',
    help: 'Let an action lead to it, or remove it.',
  },
  'missing-end': {
    severity: 'warning',
    message: (p: { start: string }) => `No path from "${p.start}" comes to an end.`,
    why: 'A run would go on until a limit stops it.',
    help: 'Add an "end" task, and an action that leads to it.',
  },
  'endless-loop': {
    severity: 'warning',
    message: (p: { task: string; others: number }) =>
      p.others === 0
        ? `Task "${p.task}" leads to nothing but itself.`
        : `Task "${p.task}" and ${p.others === 1 ? 'one other' : `${p.others} others`} lead only to one another.`,
    why: 'A run that comes here goes round until a limit stops it.',
    help: 'Give one of them an action that leads out.',
  },
  'missing-actions': {
    severity: 'warning',
    message: (p: { task: string }) => `Task "${p.task}" has no actions, so the run ends after it.`,
    why: 'Where that is not meant, the rest of the work is never done.',
    help: 'Add actions; where the end is meant, lead to a task of type "end".',
  },
  'start-at-end': {
    severity: 'warning',
    message: (p: { task: string }) => `The map starts with "${p.task}", which is an end.`,
    why: 'A run is over at once and does nothing.',
    help: 'Start with a task that does work.',
  },
} as const satisfies Record<string, CatalogueEntry>;
