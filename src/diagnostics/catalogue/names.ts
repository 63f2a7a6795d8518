import type { CatalogueEntry } from './entry.ts';

/** Names: what a map refers to exists, and every name can be written where it is needed. */
export const names = {
  'unknown-start': {
    severity: 'error',
    message: (p: { start: string }) => `The map starts with "${p.start}", which is not one of its tasks.`,
    why: 'A run would have nowhere to begin.',
    help: 'Define the task, or name one that is defined. Names are case-sensitive.',
  },
  'unknown-target': {
    severity: 'error',
    message: (p: { task: string; action: string; target: string }) =>
      `Action "${p.action}" of task "${p.task}" goes to "${p.target}", which is not a task of this block.`,
    why: 'A run that takes this action would have nowhere to go.',
    help: 'Define the task, or name one that is defined. Names are case-sensitive.',
  },
  'unknown-limit-target': {
    severity: 'error',
    message: (p: { task: string; action: string; target: string }) =>
      `The limit of action "${p.action}" of task "${p.task}" leads to "${p.target}", which is not a task of this block.`,
    why: 'A run that reaches the limit would have nowhere to go.',
    help: 'Define the task, or name one that is defined. Names are case-sensitive.',
  },
  'unknown-error-target': {
    severity: 'error',
    message: (p: { task: string; target: string }) =>
      `When task "${p.task}" fails, the run goes to "${p.target}", which is not a task of this block.`,
    why: 'A run in which the task fails would have nowhere to go.',
    help: 'Define the task, or name one that is defined. Names are case-sensitive.',
  },
  'empty-name': {
    severity: 'error',
    message: (p: { kind: string }) => `The name of this ${p.kind} is empty.`,
    why: 'Nobody could refer to it.',
    help: 'Give it a name.',
  },
  'malformed-action-name': {
    severity: 'error',
    message: (p: { action: string; character: string }) =>
      `Action "${p.action}" has ${p.character} in its name.`,
    why: 'An agent answers with a line "ACTION: <name>"; such a name could not be read back from it.',
    help: 'Use a name on one line without a colon.',
  },
  'padded-name': {
    severity: 'warning',
    message: (p: { kind: string; name: string }) => `The ${p.kind} "${p.name}" has blanks around its name.`,
    why: 'Names are compared exactly, so who refers to it must write the blanks too.',
    help: 'Remove the blanks, here and where it is referred to.',
  },
  'reserved-field-name': {
    severity: 'error',
    message: (p: { field: string; use: string }) => `The field "${p.field}" has the name of ${p.use}.`,
    why: 'Nobody could give it a value, or a prompt could not read it.',
    help: 'Choose another name.',
  },
  'clashing-field-names': {
    severity: 'error',
    message: (p: { field: string; other: string; flag: string }) =>
      `The fields "${p.other}" and "${p.field}" are both set by "--${p.flag}".`,
    why: 'On the command line both spellings mean the same field, so one value would be lost.',
    help: 'Rename one of them.',
  },
  'unconventional-field-name': {
    severity: 'warning',
    message: (p: { field: string }) => `The field "${p.field}" is not in camelCase.`,
    why: 'Prompts and command lines read best when all maps name their fields alike.',
    help: 'Begin with a small letter and use letters and digits only, such as "storyId".',
  },
  'escaping-template-path': {
    severity: 'error',
    message: (p: { path: string }) => `The template path "${p.path}" may lead out of the project.`,
    why: 'A map from elsewhere could have any file of this machine sent to the agent.',
    help: 'Write a relative path without "..", with forward slashes. A symbolic link inside the project may lead out.',
  },
} as const satisfies Record<string, CatalogueEntry>;
