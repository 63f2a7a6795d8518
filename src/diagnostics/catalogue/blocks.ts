import type { CatalogueEntry } from './entry.ts';

/** Blocks: tasks that hold blocks, and maps that are run as a part of another one. */
export const blocks = {
  'crossing-target': {
    severity: 'error',
    message: (p: { from: string; target: string }) =>
      `${p.from} "${p.target}", which is a task of another block.`,
    why: 'Targets never cross a block, so a run would have nowhere to go.',
    help: 'Go to a task of the same block. To leave a block, go to one of its ends; the actions of the task around it read its outcome and result and decide what follows.',
  },
  'excessive-block-depth': {
    severity: 'error',
    message: (p: { block: string; max: number }) => `${p.block} is nested in more than ${p.max} blocks.`,
    why: 'Runs are not made for that depth, and nobody could follow one.',
    help: 'Flatten the nesting, or move a part of it into a map of its own.',
  },
  'unreachable-join': {
    severity: 'error',
    message: (p: { task: string; wanted: number; possible: number; count: number }) =>
      p.possible === p.count
        ? `Task "${p.task}" waits for ${p.wanted} branches but has only ${p.count}.`
        : `Task "${p.task}" waits for ${p.wanted} branches, but only ${p.possible} of its ${p.count} can end without failing.`,
    why: 'The branches could never be joined, so the work of every run would be lost.',
    help: 'Wait for fewer branches, or let more of them reach an end that is not "failed".',
  },
  'missing-key': {
    severity: 'error',
    message: (p: { task: string; field: string }) => `Task "${p.task}" has "${p.field}", but no "key".`,
    why: 'Without a key an item is known only by its place in the list, which says nothing about other items or other lists.',
    help: 'Add a "key" that differs for each item, such as "file.path".',
  },
  'shared-session': {
    severity: 'error',
    message: (p: { task: string; of: string; others: string }) =>
      `Task "${p.task}" continues the session of "${p.of}", and ${p.others} may do so at the same time.`,
    why: 'Two agents in one session would each lose what the other said.',
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
      `The items of task "${p.task}" cannot be scheduled: ${p.fault}`,
    why: 'Every run stops here.',
    help: 'Correct the list, "key" or "after".',
  },
  'uninterpolated-setup': {
    severity: 'warning',
    message: (p: { task: string }) =>
      `The setup of task "${p.task}" contains "\${", which is passed on as it is.`,
    why: 'The command gets the text itself, not a value.',
    help: 'Write the value out, or run the command in a shell task of the block.',
  },
  'unusable-write-path': {
    severity: 'error',
    message: (p: { task: string; path: string; problem: string }) =>
      `Task "${p.task}" cannot write "${p.path}": it ${p.problem}.`,
    why: 'What a task may change is compared with the paths that did change, and becomes the permissions of its agent.',
    help: 'Name a file or folder from the top of the work tree, such as "src", or write "anything" or "nothing".',
  },
  'contradictory-writes': {
    severity: 'error',
    message: (p: { task: string; word: string; beside: string }) =>
      `Task "${p.task}" writes "${p.word}" and also says "${p.beside}".`,
    why: 'The two contradict each other.',
    help: 'Keep one of them.',
  },
  'missing-writes': {
    severity: 'warning',
    message: (p: { task: string; sign: string }) =>
      `Task "${p.task}" does not say what it may change, but ${p.sign}.`,
    why: 'Without "writes" a task may only read: its agent has no tools that edit, and a change or a commit fails the task.',
    help: 'Add "writes" with the files and folders that it changes, with "anything", or with "nothing" if it only reads.',
  },
  'unread-outline': {
    severity: 'warning',
    message: (p: { field: string; task: string }) =>
      `"${p.field}" of task "${p.task}" has no effect: none of its prompts reads "outline".`,
    why: 'An outline of the project is made only for a prompt that names it.',
    help: 'Write ${outline} where the prompt should have it, or remove the setting.',
  },
  'missing-map': {
    severity: 'error',
    message: (p: { task: string; path: string; places: string }) =>
      `The map "${p.path}" of task "${p.task}" was not found; looked for ${p.places}.`,
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
      `Task "${p.task}" begins a cycle of maps that run one another: ${p.cycle}.`,
    why: 'A run would never come to an end.',
    help: 'Let one of them end instead, or repeat with an action that leads back.',
  },
  'excessive-map-depth': {
    severity: 'error',
    message: (p: { task: string; path: string; max: number }) =>
      `With the map "${p.path}" of task "${p.task}", maps are nested more than ${p.max} deep.`,
    why: 'Runs are not made for that depth, and nobody could follow one.',
    help: 'Merge some of the maps.',
  },
  'unknown-input': {
    severity: 'error',
    message: (p: { task: string; field: string; path: string }) =>
      `Task "${p.task}" passes "${p.field}", which is not an input of the map "${p.path}".`,
    why: 'Nothing in that map would read it.',
    help: 'Name one of its inputs. Names are case-sensitive.',
  },
  'missing-input': {
    severity: 'error',
    message: (p: { task: string; fields: string; path: string }) =>
      `Task "${p.task}" does not pass ${p.fields}, which the map "${p.path}" requires.`,
    why: 'That map could not be started.',
    help: 'Pass it in "with", or make it optional there.',
  },
  'unfit-input': {
    severity: 'error',
    message: (p: { field: string; path: string; problem: string }) =>
      `The input "${p.field}" of the map "${p.path}" ${p.problem}.`,
    why: 'That map could not be started.',
    help: 'Pass a value of the declared type, or declare another type there.',
  },
} as const satisfies Record<string, CatalogueEntry>;
