import type { CatalogueEntry } from './entry.ts';

/** Flow: what the paths through a map look like. */
export const flow = {
  'unreachable-task': {
    severity: 'warning',
    message: (p: { task: string; start: string }) => `No path leads from "${p.start}" to task "${p.task}".`,
    why: 'The task can never run.',
    help: 'Add an action that leads to it, or remove it.',
  },
  'missing-end': {
    severity: 'warning',
    message: (p: { start: string }) => `No path from "${p.start}" reaches an end.`,
    why: 'A run would continue until a limit stops it.',
    help: 'Add an end, and an action that leads to it.',
  },
  'endless-loop': {
    severity: 'warning',
    message: (p: { task: string; others: number }) =>
      p.others === 0
        ? `Task "${p.task}" leads only to itself.`
        : `Task "${p.task}" and ${p.others === 1 ? 'one other' : `${p.others} others`} lead only to one another.`,
    why: 'A run that gets here goes round until a limit stops it.',
    help: 'Give one of them an action that leads out of the loop.',
  },
  'missing-actions': {
    severity: 'warning',
    message: (p: { task: string }) => `Task "${p.task}" has no actions, so the run ends after it.`,
    why: 'If that is not intended, the rest of the work is never done.',
    help: 'Add actions. If the run should end here, add an action that leads to an end.',
  },
  'missing-choices': {
    severity: 'error',
    message: (p: { task: string }) => `Task "${p.task}" asks a person, but has no actions to choose from.`,
    why: 'Nobody could answer, so the run would wait forever.',
    help: 'Add an action for each possible answer.',
  },
  'redirect-cycle': {
    severity: 'error',
    message: (p: { task: string; others: number }) =>
      p.others === 0
        ? `When the visits of task "${p.task}" are used up, the run goes to that very task.`
        : `When all visits are used up, task "${p.task}" and ${p.others === 1 ? 'one other' : `${p.others} others`} lead only to one another.`,
    why: 'A run that gets here would be redirected forever.',
    help: 'Let the "then" of one "maxVisits" lead to a task outside the cycle.',
    inMapLanguage: {
      help: 'Let one "visits at most … then …" lead to a task outside the cycle.',
    },
  },
  'idle-loop': {
    severity: 'error',
    message: (p: { task: string; others: number }) =>
      p.others === 0
        ? `Task "${p.task}" can lead to itself without any work in between.`
        : `Task "${p.task}" and ${p.others === 1 ? 'one other' : `${p.others} others`} can lead to one another without any work in between.`,
    why: '"decide" tasks are not steps and cost nothing, so no limit of the run would ever stop it.',
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
        : `Task "${p.task}" and ${p.others === 1 ? 'one other' : `${p.others} others`} form a loop without a bound.`,
    why: 'Only the default limit on steps ends it, and each round may cost money.',
    help: 'Bound the loop: a "limit" on its action, "maxVisits" on a task, or "steps" in the "limits" of the map.',
    inMapLanguage: {
      help: 'Bound the loop: "at most 3 then …" behind its action, "visits at most …" on a task, or "limits steps …" for the map.',
    },
  },
  'undone-limit': {
    severity: 'warning',
    message: (p: { task: string; action: string; name: string }) =>
      `Action "${p.action}" of task "${p.task}" resets the count of "${p.name}" inside the loop that it bounds.`,
    why: 'The bound is never reached, so the loop is unbounded.',
    help: 'Reset it after the loop, or in a human task.',
  },
  'exceeding-budget': {
    severity: 'warning',
    message: (p: { problem: string }) => p.problem,
    why: 'The limit of the run stops it first.',
    help: 'Raise the limit of the run, or lower that of the task.',
  },
  'choose-beside-when': {
    severity: 'warning',
    message: (p: { task: string; action: string }) =>
      `Action "${p.action}" says when to choose it, but guards choose among the actions of task "${p.task}".`,
    why: 'Nothing reads the text.',
    help: 'Remove its "choose" text, or every "when" of the task so that the agent chooses.',
    inMapLanguage: {
      help: 'Remove its text, or every "when" of the task so that the agent chooses.',
    },
  },
  'unreachable-guard': {
    severity: 'warning',
    message: (p: { task: string; action: string; reason: string }) =>
      `Action "${p.action}" of task "${p.task}" can never be taken: ${p.reason}.`,
    why: 'A run takes the first action, in written order, whose guard holds.',
    help: 'Move the action up, or remove it.',
  },
  'start-at-end': {
    severity: 'warning',
    message: (p: { block?: string; task: string }) =>
      `${p.block ?? 'The map'} starts with "${p.task}", which is an end.`,
    why: 'It ends at once, without doing any work.',
    help: 'Start with a task that does work.',
  },
} as const satisfies Record<string, CatalogueEntry>;
