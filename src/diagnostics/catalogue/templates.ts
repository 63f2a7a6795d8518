import type { CatalogueEntry } from './entry.ts';

/** Templates: prompts are found, and what they need is supplied. */
export const templates = {
  'missing-template': {
    severity: 'error',
    message: (p: { path: string; places: string }) =>
      `The template "${p.path}" was not found; looked for ${p.places}.`,
    why: 'The task would have no prompt.',
    help: 'Create the file, or correct the path. Paths are relative to the project, not to the map.',
  },
  'unreadable-template': {
    severity: 'error',
    message: (p: { path: string; reason: string }) => `The template "${p.path}" cannot be used: ${p.reason}`,
    why: 'The task would have no prompt.',
    help: 'Make it a readable text file in UTF-8.',
  },
  'shadowed-field': {
    severity: 'warning',
    message: (p: { param: string; task: string }) =>
      `Parameter "${p.param}" of task "${p.task}" has the name of an input.`,
    why: 'The value of the input replaces the one of the parameter.',
    help: 'Rename the parameter, or remove it: the task can read the input anyway.',
  },
  'conflicting-types': {
    severity: 'error',
    message: (p: { param: string; task: string; type: string; fieldType: string }) =>
      `Parameter "${p.param}" of task "${p.task}" is a ${p.type}, but the input of that name is a ${p.fieldType}.`,
    why: 'The same name would mean two things in one prompt.',
    help: 'Rename one of them, or give both the same type.',
  },
  'conflicting-template-type': {
    severity: 'warning',
    message: (p: { param: string; task: string; type: string; templateType: string }) =>
      `"${p.param}" is a ${p.type} for task "${p.task}", but its template says ${p.templateType}.`,
    why: 'The map decides; the template may expect the other type.',
    help: 'Declare the same type in both.',
  },
  'wrong-default-type': {
    severity: 'error',
    message: (p: { owner: string; type: string; found: string }) =>
      `The default of ${p.owner} must be ${p.type}, not ${p.found}.`,
    why: 'The prompt would get a value of another type than declared.',
    help: 'Write a value of the declared type.',
  },
  'unfit-default': {
    severity: 'error',
    message: (p: { owner: string; problem: string }) =>
      `The default of ${p.owner} is not allowed: ${p.problem}`,
    why: 'A run would use a value that the map itself rejects.',
    help: 'Write a value that is allowed there, or allow this one.',
  },
  'unfit-enum-value': {
    severity: 'error',
    message: (p: { owner: string; value: string; type: string }) =>
      `The allowed values of ${p.owner} include ${p.value}, which is not ${p.type}.`,
    why: 'The value can never be given: values are read as the declared type.',
    help: 'List values of the declared type, or declare another type.',
  },
  'unsupplied-param': {
    severity: 'warning',
    message: (p: { param: string; task: string }) =>
      `Nothing passes "${p.param}", which task "${p.task}" requires.`,
    why: 'A run that enters the task fails there.',
    help: 'Pass it in the "args" of an action that leads to the task, give it a default, or make it an input.',
    inMapLanguage: {
      help: 'Pass it from an action that leads to the task, as in -> Task (name = value), give it a default, or make it an input.',
    },
  },
  'missing-argument': {
    severity: 'error',
    message: (p: { param: string; task: string; action: string; byLimit: boolean }) =>
      p.byLimit
        ? `Action "${p.action}" passes nothing to task "${p.task}" when its limit is reached, but the task requires "${p.param}".`
        : `Action "${p.action}" does not pass "${p.param}", which task "${p.task}" requires.`,
    why: 'A run that takes the action fails in the task.',
    help: 'Pass it in the "args" of the action, or give the parameter a default.',
    inMapLanguage: {
      help: 'Pass it, as in -> Task (name = value), or give the parameter a default.',
    },
  },
  'undeclared-argument': {
    severity: 'warning',
    message: (p: { argument: string; target: string }) =>
      `Argument "${p.argument}" is not a parameter of task "${p.target}".`,
    why: 'It arrives as a text, and probably nothing reads it.',
    help: 'Declare it in "promptParams" of that task or in its template, or correct the name.',
    inMapLanguage: {
      help: 'Declare it with "param" in that task or in its template, or correct the name.',
    },
  },
  'wrong-argument-type': {
    severity: 'error',
    message: (p: { argument: string; value: string; target: string; type: string }) =>
      `The argument "${p.argument}" is "${p.value}", but task "${p.target}" declares a ${p.type}.`,
    why: 'A run that takes this action fails at the next prompt.',
    help: 'Write a number as digits, a boolean as true or false.',
  },
  'unfit-argument': {
    severity: 'error',
    message: (p: { argument: string; target: string; problem: string }) =>
      `The argument "${p.argument}" for task "${p.target}" ${p.problem}.`,
    why: 'A run that takes this action fails at the next prompt.',
    help: 'Pass a value of the declared type, or declare another type.',
  },
  'unknown-role': {
    severity: 'error',
    message: (p: { task: string; role: string; places: string }) =>
      `The role "${p.role}" of task "${p.task}" was not found; looked for ${p.places}.`,
    why: 'The agent would work without its role.',
    help: 'Create the file, or correct the name. Names are case-sensitive.',
  },
  'invalid-role-setting': {
    severity: 'error',
    message: (p: { name: string; problem: string }) => `The setting "${p.name}" of this role ${p.problem}.`,
    why: 'Its agents would run with other settings than it says.',
    help: 'model, permissionMode, name, version, last_updated and description are texts, tools and disallowedTools lists of tools, unruledCalls is "refuse" or "ask", effort is low, medium, high, xhigh or max, and maxTurns is a whole number.',
  },
  'incomplete-role': {
    severity: 'warning',
    message: (p: { role: string; fields: string }) => `The role "${p.role}" does not say its ${p.fields}.`,
    why: 'It is not clear which version of the role an agent was given, or what it is for.',
    help: 'Add them to its front matter, as in "version: 1.0.0" and "last_updated: 2026-01-31".',
  },
  'malformed-role-field': {
    severity: 'warning',
    message: (p: { field: string; found: string; wanted: string }) =>
      `"${p.field}" of this role is "${p.found}", not ${p.wanted}.`,
    why: 'A comparison with another version of the role would be wrong.',
    help: 'Correct it.',
  },
  'unmet-requirement': {
    severity: 'error',
    message: (p: { role: string; problem: string }) =>
      `The role "${p.role}" requires this, but ${p.problem}.`,
    why: 'By its front matter, the role depends on it.',
    help: 'Put it back into the body, or remove it from "requires" if it is no longer needed.',
  },
  'lost-requirement': {
    severity: 'warning',
    message: (p: { role: string; lost: string }) =>
      `This role replaces "${p.role}" of wfmap, and lacks what that one requires: ${p.lost}.`,
    why: 'What maps pass to that role, or expect of it, is lost.',
    help: 'Use these names and headings, as the file that comes with wfmap does.',
  },
  'overridden-field': {
    severity: 'warning',
    message: (p: { argument: string; target: string }) =>
      `The argument "${p.argument}" replaces the input of that name in task "${p.target}".`,
    why: 'That task sees a different value than all others.',
    help: 'If that is intended, declare a parameter of another name instead.',
  },
  'uninterpolated-argument': {
    severity: 'warning',
    message: (p: { argument: string }) =>
      `The argument "${p.argument}" contains "\${", which is passed on as it is.`,
    why: 'Nothing is filled in there; the target task gets the text itself.',
    help: 'Write the value out. Every task can read inputs without an argument.',
  },
  'uninterpolated-text': {
    severity: 'warning',
    message: (p: { text: string; owner: string }) => `"${p.text}" in ${p.owner} is not filled in.`,
    why: 'The reader of the text gets these characters, not the value.',
    help: 'Use "promptTemplate" for a prompt with values in it, and "+" in an expression: "for " + story. If the characters are meant, write "\\${".',
  },
  'unguided-choice': {
    severity: 'warning',
    message: (p: { task: string; actions: string }) =>
      `Task "${p.task}" does not say when to choose which of its actions: ${p.actions}.`,
    why: 'Neither the actions nor the prompt distinguish them, so the agent has to guess.',
    help: 'Add a "choose" text to each action, such as "if the work is complete".',
    inMapLanguage: {
      help: 'Add a text to each action, as in Done -> Review "if the work is complete".',
    },
  },
  'unknown-signal-word': {
    severity: 'warning',
    message: (p: { field: string; word: string; kind: string }) =>
      `"${p.word}" is not a ${p.kind} of a SIGNAL BLOCK; it stands there as "${p.field}".`,
    why: 'Agents write what their prompt shows, and a block with this word is not understood.',
    help: 'The roles are Human, Planner, Actor and Judge; docs/guide/signal-blocks.md lists their results.',
  },
} as const satisfies Record<string, CatalogueEntry>;
