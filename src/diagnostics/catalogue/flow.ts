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
  'missing-choices': {
    severity: 'error',
    message: (p: { task: string }) => `Task "${p.task}" asks a person, but has no actions to choose from.`,
    why: 'Nobody could answer, so the run would wait for ever.',
    help: 'Add an action for each answer that there is.',
  },
  'redirect-cycle': {
    severity: 'error',
    message: (p: { task: string; others: number }) =>
      p.others === 0
        ? `When the visits of task "${p.task}" are used up, the run is led to that very task.`
        : `When all visits are used up, task "${p.task}" and ${p.others === 1 ? 'one other' : `${p.others} others`} lead only to one another.`,
    why: 'A run that comes here then has nowhere to stay.',
    help: 'Let the "then" of one "maxVisits" lead to a task outside the ring.',
    inMapLanguage: {
      help: 'Let one "visits at most … then …" lead to a task outside the ring.',
    },
  },
  'idle-loop': {
    severity: 'error',
    message: (p: { task: string; others: number }) =>
      p.others === 0
        ? `Task "${p.task}" can lead to itself without any work in between.`
        : `Task "${p.task}" and ${p.others === 1 ? 'one other' : `${p.others} others`} can lead to one another without any work in between.`,
    why: '"decide" tasks take no step and cost nothing, so no limit of the run would ever stop it.',
    help: 'Give an action on the way a "limit", or a task "maxVisits".',
    inMapLanguage: {
      help: 'Bound an action on the way with "at most 3 then …", or a task with "visits at most 5 then …".',
    },
  },
  'unbounded-loop': {
    severity: 'warning',
    message: (p: { task: string; others: number }) =>
      p.others === 0
        ? `Task "${p.task}" can lead to itself any number of times.`
        : `Task "${p.task}" and ${p.others === 1 ? 'one other' : `${p.others} others`} can lead round any number of times.`,
    why: 'Nothing ends it but the number of steps that every run has by default; each round may cost money.',
    help: 'Bound a way round: "at most 3 then …" behind its action, "visits at most …" on a task, or "limits steps …" for the map.',
  },
  'undone-limit': {
    severity: 'warning',
    message: (p: { task: string; action: string; name: string }) =>
      `Action "${p.action}" of task "${p.task}" begins the count of "${p.name}" anew in the very loop that it bounds.`,
    why: 'The bound is never reached, so the loop has none.',
    help: 'Reset it where the loop has been left, or by a person.',
  },
  'exceeding-budget': {
    severity: 'warning',
    message: (p: { problem: string }) => p.problem,
    why: 'The limit of the run stops it before.',
    help: 'Raise the limit of the run, or lower that of the task.',
  },
  'choose-beside-when': {
    severity: 'warning',
    message: (p: { task: string; action: string }) =>
      `Action "${p.action}" says when to choose it, but guards choose among the actions of task "${p.task}".`,
    why: 'Nobody reads the text.',
    help: 'Remove its "choose" text, or every "when" of the task so that the agent chooses.',
    inMapLanguage: {
      help: 'Remove its text, or every "when" of the task so that the agent chooses.',
    },
  },
  'unreachable-guard': {
    severity: 'warning',
    message: (p: { task: string; action: string; reason: string }) =>
      `Action "${p.action}" of task "${p.task}" can never be taken: ${p.reason}.`,
    why: 'The first action in written order whose guard holds is taken.',
    help: 'Move the action up, or remove it.',
  },
  'start-at-end': {
    severity: 'warning',
    message: (p: { block?: string; task: string }) =>
      `${p.block ?? 'The map'} starts with "${p.task}", which is an end.`,
    why: 'It ends immediately and does nothing.',
    help: 'Start with a task that does work.',
  },
} as const satisfies Record<string, CatalogueEntry>;
