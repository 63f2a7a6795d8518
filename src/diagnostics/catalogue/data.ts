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
    help: 'Ask for it first, as in "has(a.b) && a.b", or for a value in "has(a.b) ? a.b : …".',
  },
  'unknown-literal': {
    severity: 'error',
    message: (p: { path: string; value: string }) => `"${p.path}" is never ${p.value}.`,
    why: 'The comparison has the same answer in every run.',
    help: 'Compare with a value that it can have, or declare this one.',
  },
  'inexhaustive-guards': {
    severity: 'error',
    message: (p: { task: string; witness: string }) =>
      `All guards of task "${p.task}" can be false at once, as when ${p.witness}.`,
    why: 'A run that comes here then fails: it has no way to go.',
    help: 'Add a last action without "when", which is taken where no other is.',
  },
  'maybe-inexhaustive-guards': {
    severity: 'warning',
    message: (p: { task: string }) => `It is not certain that some guard of task "${p.task}" always holds.`,
    why: 'A run in which none holds fails here: it has no way to go.',
    help: 'Add a last action without "when", which is taken where no other is.',
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
      `The schema "${p.path}" of ${p.owner} is not there; looked for ${p.places}.`,
    why: 'Nobody could tell whether a value is right.',
    help: 'Create the file, or correct the path. Paths are relative to the project, not to the map.',
  },
  'unreadable-schema': {
    severity: 'error',
    message: (p: { path: string; reason: string }) => `The schema "${p.path}" cannot be used: ${p.reason}`,
    why: 'Nobody could tell whether a value is right.',
    help: 'Make it a readable JSON file in UTF-8.',
  },
  'unknown-keyword': {
    severity: 'error',
    message: (p: { keyword: string }) => `"${p.keyword}" is not a keyword of JSON Schema.`,
    why: 'Nothing is checked by it, so any answer would do there.',
    help: 'Put the members of an object into "properties"; call what is your own "x-…".',
  },
  'unsatisfiable-schema': {
    severity: 'error',
    message: (p: { problem: string }) => `No value fits this schema: ${p.problem}.`,
    why: 'Every answer would be refused, and asked for again.',
    help: 'Correct one of the two.',
  },
  'unusable-schema': {
    severity: 'error',
    message: (p: { owner: string; reason: string }) =>
      `The schema of ${p.owner} cannot be used: ${p.reason}.`,
    why: 'Nobody could tell whether a value is right.',
    help: 'Write a JSON Schema of draft 2020-12 that stands alone: "$ref" leads to its own "$defs".',
  },
  'pasted-value': {
    severity: 'error',
    message: (p: { task: string; value: string; program: string }) =>
      `The command of task "${p.task}" pastes "${p.value}" into the text of "${p.program}".`,
    why: 'What the value says is run as a part of the program: a quote and a semicolon in it are enough.',
    help: 'Write the command as one text, command "… ${value}", which gets values apart. What is a command itself is an input of the type "command", or says so: ${raw(value)}.',
  },
  'unplaceable-value': {
    severity: 'error',
    message: (p: { task: string; reason: string }) => `In the command of task "${p.task}": ${p.reason}`,
    why: 'A value put there could be read as a part of the command.',
    help: 'Put the placeholder into a word or a text in quotes, or give "command" as a list of arguments.',
  },
} as const satisfies Record<string, CatalogueEntry>;
