import type { CatalogueEntry } from './entry.ts';

/** Data: what a run knows where an expression is evaluated. */
export const data = {
  'unbound-name': {
    severity: 'error',
    message: (p: { name: string }) => `"${p.name}" is not set on every path that leads here.`,
    why: 'It may not be set when this is evaluated.',
    help: 'Test it first with has(name), or set it on every path.',
  },
  'empty-own-name': {
    severity: 'warning',
    message: (p: { name: string }) => `"${p.name}" is empty here: it is the result of this task.`,
    why: 'The name is cleared each time the task starts, so it does not hold the result of an earlier visit.',
    help: 'Pass the earlier result on with an argument of the action that leads back, or set another name to it in a decide task.',
  },
  'unknown-member': {
    severity: 'error',
    message: (p: { owner: string; member: string }) => `"${p.owner}" has no member "${p.member}".`,
    why: 'A run that reads it would fail.',
    help: 'Read a member that is declared, or declare this one in the schema.',
  },
  'unguarded-member': {
    severity: 'error',
    message: (p: { path: string }) => `"${p.path}" may be missing.`,
    why: 'A run in which it is missing fails here.',
    help: 'Test it first, as in "has(a.b) && a.b", or give another value, as in "has(a.b) ? a.b : …".',
  },
  'unknown-literal': {
    severity: 'error',
    message: (p: { path: string; value: string }) => `"${p.path}" is never ${p.value}.`,
    why: 'The comparison gives the same answer in every run.',
    help: 'Compare with a value that it can have, or declare this one.',
  },
  'inexhaustive-guards': {
    severity: 'error',
    message: (p: { task: string; witness: string }) =>
      `All guards of task "${p.task}" can be false at the same time, for example when ${p.witness}.`,
    why: 'A run that gets here then fails, because it can take no action.',
    help: 'Add a last action without "when", which is taken when no guard holds.',
  },
  'maybe-inexhaustive-guards': {
    severity: 'warning',
    message: (p: { task: string }) =>
      `It cannot be shown that one of the guards of task "${p.task}" always holds.`,
    why: 'A run in which none holds fails here, because it can take no action.',
    help: 'Add a last action without "when", which is taken when no guard holds.',
  },
  'conflicting-bindings': {
    severity: 'warning',
    message: (p: { name: string; first: string; second: string }) =>
      `"${p.name}" is bound to ${p.first} in one place and to ${p.second} in another.`,
    why: 'Every reader must handle both.',
    help: 'Use two names.',
  },
  'missing-schema': {
    severity: 'error',
    message: (p: { path: string; owner: string; places: string }) =>
      `The schema "${p.path}" of ${p.owner} was not found; looked for ${p.places}.`,
    why: 'Values could not be checked.',
    help: 'Create the file, or correct the path. Paths are relative to the project, not to the map.',
  },
  'unreadable-schema': {
    severity: 'error',
    message: (p: { path: string; reason: string }) => `The schema "${p.path}" cannot be used: ${p.reason}`,
    why: 'Values could not be checked.',
    help: 'Make it a readable JSON file in UTF-8.',
  },
  'unknown-keyword': {
    severity: 'error',
    message: (p: { keyword: string }) => `"${p.keyword}" is not a keyword of JSON Schema.`,
    why: 'It checks nothing, so any answer would be accepted there.',
    help: 'Put the members of an object into "properties"; begin keywords of your own with "x-".',
  },
  'unsatisfiable-schema': {
    severity: 'error',
    message: (p: { problem: string }) => `No value fits this schema: ${p.problem}.`,
    why: 'Every answer would be rejected and asked for again.',
    help: 'Correct one of the two.',
  },
  'unusable-schema': {
    severity: 'error',
    message: (p: { owner: string; reason: string }) =>
      `The schema of ${p.owner} cannot be used: ${p.reason}.`,
    why: 'Values could not be checked.',
    help: 'Write a JSON Schema of draft 2020-12 that stands alone: "$ref" leads to its own "$defs".',
  },
  'pasted-value': {
    severity: 'error',
    message: (p: { task: string; value: string; program: string }) =>
      `The command of task "${p.task}" pastes "${p.value}" into the text of "${p.program}".`,
    why: 'The value is run as a part of the program: a quote and a semicolon in it are enough to run another command.',
    help: 'Write the command as one text, command "… ${value}", which passes values separately. If the value is itself a command, declare an input of the type "command", or write ${raw(value)}.',
  },
  'unplaceable-value': {
    severity: 'error',
    message: (p: { task: string; reason: string }) => `In the command of task "${p.task}": ${p.reason}`,
    why: 'A value put there could be read as a part of the command.',
    help: 'Put ${…} into a word or a text in quotes, or write "command" as a list of arguments.',
  },
} as const satisfies Record<string, CatalogueEntry>;
