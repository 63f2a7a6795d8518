import type { CatalogueEntry } from './entry.ts';

/** Blocks: tasks that hold blocks, and maps that are run as a part of another one. */
export const blocks = {
  'crossing-target': {
    severity: 'error',
    message: (p: { from: string; target: string }) =>
      `${p.from} "${p.target}", which is a task of another block.`,
    why: 'Targets never cross a block, so a run would have nowhere to go.',
    help: 'Go to a task of the same block. An end leaves a block with its outcome and "result"; the actions of the task around it decide what follows.',
  },
  'excessive-block-depth': {
    severity: 'error',
    message: (p: { block: string; max: number }) => `${p.block} lies in more than ${p.max} others.`,
    why: 'Nobody could follow a run that deep, and it is not made for that.',
    help: 'Take the nesting apart, or put a part of it into a map of its own.',
  },
  'unreachable-join': {
    severity: 'error',
    message: (p: { task: string; wanted: number; possible: number; count: number }) =>
      p.possible === p.count
        ? `Task "${p.task}" waits for ${p.wanted} branches, and has only ${p.count}.`
        : `Task "${p.task}" waits for ${p.wanted} branches, and only ${p.possible} of its ${p.count} can end without failing.`,
    why: 'The join could never be made, so every run would do work that counts for nothing.',
    help: 'Wait for fewer branches, or let more of them come to an end that is not "failed".',
  },
  'missing-key': {
    severity: 'error',
    message: (p: { task: string; field: string }) => `Task "${p.task}" has "${p.field}", but no "key".`,
    why: 'Without a key an item is known by its place in the list alone, which tells nothing about another item or another list.',
    help: 'Add a "key" that is different for each item, such as "file.path".',
  },
  'shared-session': {
    severity: 'error',
    message: (p: { task: string; of: string; others: string }) =>
      `Task "${p.task}" continues the session of "${p.of}", and ${p.others} may do so at the same time.`,
    why: 'Two processes in one session would each lose what the other said.',
    help: 'Write {"fork": …}, which continues a copy.',
    inMapLanguage: {
      help: 'Write session fork, which continues a copy.',
    },
  },
  'shared-tree': {
    severity: 'warning',
    message: (p: { writer: string; others: string }) =>
      `Task "${p.writer}" may write anything in the tree that it shares with ${p.others}.`,
    why: 'Two agents that edit at the same time undo or mix up what the other one does.',
    help: 'Give each a tree of its own by a "worktree" as "workspace", or let them work one after the other: "concurrency" 1, or "exclusive".',
    inMapLanguage: {
      help: 'Give each a tree of its own, workspace worktree merge onSuccess, or let them work one after the other: concurrency 1, or "exclusive …".',
    },
  },
  'unworkable-items': {
    severity: 'error',
    message: (p: { task: string; fault: string }) =>
      `The items of task "${p.task}" cannot be worked off: ${p.fault}`,
    why: 'Every run stops here.',
    help: 'Correct the list, "key" or "after".',
  },
  'uninterpolated-setup': {
    severity: 'warning',
    message: (p: { task: string }) =>
      `The setup of task "${p.task}" holds "\${", which is passed on as it is.`,
    why: 'The command gets the text itself, not a value.',
    help: 'Write the word out, or let a "shell" task in the block do it.',
  },
  'unusable-write-path': {
    severity: 'error',
    message: (p: { task: string; path: string; problem: string }) =>
      `Task "${p.task}" cannot write "${p.path}": it ${p.problem}.`,
    why: 'What a task may change is compared with the paths that did change, and given to the agent as permissions.',
    help: 'Name a file or folder from the top of the work tree, such as "src", or write "anything" or "nothing".',
  },
  'contradictory-writes': {
    severity: 'error',
    message: (p: { task: string; word: string; beside: string }) =>
      `Task "${p.task}" writes "${p.word}" and also says "${p.beside}".`,
    why: 'Nobody can tell which of the two is meant.',
    help: 'Keep one of them.',
  },
  'missing-writes': {
    severity: 'warning',
    message: (p: { task: string; sign: string }) =>
      `Task "${p.task}" does not say what it may change, but ${p.sign}.`,
    why: 'A task that does not say it may only read: its agent has no tool that edits, and a change or a commit fails the task.',
    help: 'Add "writes" with the files and folders that it changes, or with "anything"; with "nothing" where it only reads.',
  },
  'unread-outline': {
    severity: 'warning',
    message: (p: { field: string; task: string }) =>
      `"${p.field}" of task "${p.task}" has no effect: none of its prompts reads "outline".`,
    why: 'An outline of the project is worked out only for a prompt that names it.',
    help: 'Write ${outline} where the prompt is to have it, or remove the field.',
  },
  'missing-map': {
    severity: 'error',
    message: (p: { task: string; path: string; places: string }) =>
      `The map "${p.path}" of task "${p.task}" is not there; looked for ${p.places}.`,
    why: 'There would be nothing to run.',
    help: 'Create the file, or correct the path. Paths are relative to the project, not to the map.',
  },
  'unreadable-map': {
    severity: 'error',
    message: (p: { path: string; reason: string }) => `The map "${p.path}" cannot be used: ${p.reason}`,
    why: 'There would be nothing to run.',
    help: 'Make it a readable JSON file in UTF-8.',
  },
  'unusable-map': {
    severity: 'error',
    message: (p: { task: string; path: string; errors: number }) =>
      `The map "${p.path}" of task "${p.task}" has ${p.errors === 1 ? 'an error' : `${p.errors} errors`}.`,
    why: 'A map with errors is not run, nor is one that needs it.',
    help: 'Validate that map on its own, and correct it.',
  },
  'recursive-map': {
    severity: 'error',
    message: (p: { task: string; cycle: string }) =>
      `Task "${p.task}" leads round in a ring of maps: ${p.cycle}.`,
    why: 'A run would go down for ever.',
    help: 'Let one of them end instead, or say the repetition with an action that leads back.',
  },
  'excessive-map-depth': {
    severity: 'error',
    message: (p: { task: string; path: string; max: number }) =>
      `With the map "${p.path}" of task "${p.task}", maps lie more than ${p.max} deep in one another.`,
    why: 'Nobody could follow a run that deep, and it is not made for that.',
    help: 'Put some of the maps together.',
  },
  'unknown-input': {
    severity: 'error',
    message: (p: { task: string; field: string; path: string }) =>
      `Task "${p.task}" gives a field "${p.field}", which the map "${p.path}" does not have.`,
    why: 'Nothing in that map would read it.',
    help: 'Name one of its inputs. Names are case-sensitive.',
  },
  'missing-input': {
    severity: 'error',
    message: (p: { task: string; fields: string; path: string }) =>
      `Task "${p.task}" does not give ${p.fields}, which the map "${p.path}" requires.`,
    why: 'That map could not be started.',
    help: 'Add it to "with", or make it optional there.',
  },
  'unfit-input': {
    severity: 'error',
    message: (p: { field: string; path: string; problem: string }) =>
      `The field "${p.field}" for the map "${p.path}" ${p.problem}.`,
    why: 'That map could not be started.',
    help: 'Give a value of the declared type, or declare another type there.',
  },
} as const satisfies Record<string, CatalogueEntry>;
