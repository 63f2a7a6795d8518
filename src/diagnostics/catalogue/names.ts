import { SECTION_TASKS } from '../../framework/tables/section-tasks.ts';
import type { CatalogueEntry } from './entry.ts';

const TYPED_TASKS = Object.entries(SECTION_TASKS)
  .map(([field, type]) => `for "${field}" a ${type} task`)
  .join(', ');

/** Names: what a map refers to exists, and every name can be written where it is needed. */
export const names = {
  'unknown-start': {
    severity: 'error',
    message: (p: { block?: string; start: string }) =>
      `${p.block ?? 'The map'} starts with "${p.start}", which is not one of its tasks.`,
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
  'unknown-visits-target': {
    severity: 'error',
    message: (p: { task: string; target: string }) =>
      `When the visits of task "${p.task}" are used up, the run goes to "${p.target}", which is not a task of this block.`,
    why: 'A run that reaches the limit would have nowhere to go.',
    help: 'Define the task, or name one that is defined. Names are case-sensitive.',
  },
  'unknown-command-rule': {
    severity: 'error',
    message: (p: { rule: string; problem: string }) =>
      `The permission rule "${p.rule}" allows no command: ${p.problem}.`,
    why: 'Agents could not run the commands that they should.',
    help: 'Write "Bash(@project)", "Bash(@inputs)", or "Bash(@inputs.name)" with the name of an input of the type command.',
  },
  'unfamiliar-value': {
    severity: 'warning',
    message: (p: { field: string; value: string; near: string }) =>
      `"${p.field}" names "${p.value}", which Claude Code does not know; it knows "${p.near}".`,
    why: 'The task would fail, or run with other settings than intended.',
    help: 'Correct the word. New values of Claude Code may be used: only near misses of known ones are reported.',
  },
  'contradictory-tools': {
    severity: 'warning',
    message: (p: { task: string; rule: string; beside: string }) =>
      `Task "${p.task}" allows "${p.rule}", but ${p.beside}.`,
    why: 'A denied tool stays denied.',
    help: 'Remove one of the two.',
  },
  'unknown-reset': {
    severity: 'error',
    message: (p: { task: string; action: string; name: string }) =>
      `Action "${p.action}" of task "${p.task}" resets "${p.name}", which is neither a task nor an action of this block.`,
    why: 'No count would be reset, so the limit would stay reached.',
    help: 'Name a task with "maxVisits", or an action with "limit". Names are case-sensitive.',
    inMapLanguage: {
      help: 'Name a task with "visits at most", or an action with "at most". Names are case-sensitive.',
    },
  },
  'ineffective-reset': {
    severity: 'warning',
    message: (p: { task: string; action: string; name: string }) =>
      `Action "${p.action}" of task "${p.task}" resets "${p.name}", which has no limit.`,
    why: 'There is nothing to reset.',
    help: 'Remove it, or give the task "maxVisits" or the action a "limit".',
    inMapLanguage: {
      help: 'Remove it, or bound the task with "visits at most 5 then …" or the action with "at most 3 then …".',
    },
  },
  'unknown-session-task': {
    severity: 'error',
    message: (p: { task: string; of: string; fault: string }) =>
      `Task "${p.task}" works in the session of "${p.of}", which ${p.fault}.`,
    why: 'There would be no session to continue.',
    help: 'Name a claude task of this block, or of one around it.',
  },
  'unknown-situation': {
    severity: 'error',
    message: (p: { property: string; kind: string; name: string; place: string }) =>
      `Property "${p.property}" names the ${p.kind} "${p.name}", which the ${p.place} does not have.`,
    why: 'No run could violate or satisfy it there.',
    help: 'Name one that is defined. Names are case-sensitive.',
  },
  'unknown-artifact-task': {
    severity: 'error',
    message: (p: { field: string; name: string; fault: string }) =>
      `"${p.field}" of the artifacts names the task "${p.name}", which ${p.fault}.`,
    why: 'The files would lack what was meant.',
    help: `Name a task of this map: ${TYPED_TASKS}. Names are case-sensitive.`,
  },
  'reserved-bound-name': {
    severity: 'error',
    message: (p: { task: string; name: string; use: string }) =>
      `Task "${p.task}" binds "${p.name}", which is the name of ${p.use}.`,
    why: 'An expression that reads the name could mean either.',
    help: 'Choose another name.',
  },
  'shadowed-binding': {
    severity: 'warning',
    message: (p: { param: string; task: string }) =>
      `Parameter "${p.param}" of task "${p.task}" has the name of a value that a task binds.`,
    why: 'Once it is bound, that value replaces the one of the parameter.',
    help: 'Rename the parameter, or remove it: the task can read the bound name anyway.',
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
    why: 'Names are compared exactly, so every reference needs the blanks too.',
    help: 'Remove the blanks, here and where it is referred to.',
  },
  'reserved-field-name': {
    severity: 'error',
    message: (p: { field: string }) => `The name "${p.field}" is a word of the expression language.`,
    why: 'A prompt or an expression could not read it.',
    help: 'Choose another name.',
  },
  'clashing-field-names': {
    severity: 'error',
    message: (p: { field: string; other: string; flag: string }) =>
      `"${p.other}" and "${p.field}" are both set by "--${p.flag}".`,
    why: 'On the command line both spellings mean the same, so one value would be lost.',
    help: 'Rename one of them.',
  },
  'unconventional-field-name': {
    severity: 'warning',
    message: (p: { field: string }) => `The name "${p.field}" is not in camelCase.`,
    why: 'Prompts and command lines read best when all maps spell names alike.',
    help: 'Begin with a small letter and use letters and digits only, such as "storyId".',
  },
  'escaping-artifact-path': {
    severity: 'error',
    message: (p: { path: string }) => `The path "${p.path}" of an artifact may lead out of its folder.`,
    why: 'A run could write over any file of this machine.',
    help: 'Write a relative path without "..", with forward slashes. It begins in run.artifacts.',
  },
  'escaping-template-path': {
    severity: 'error',
    message: (p: { kind?: string; path: string }) =>
      `The ${p.kind ?? 'template'} path "${p.path}" may lead out of the project.`,
    why: 'A map from elsewhere could send any file of this machine to the agent.',
    help: 'Write a relative path without "..", with forward slashes. A symbolic link inside the project may lead out.',
  },
} as const satisfies Record<string, CatalogueEntry>;
