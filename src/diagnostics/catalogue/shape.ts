import type { CatalogueEntry } from './entry.ts';

/** Shape: every part of a map is of the kind that stands there, and this version knows it. */
export const shape = {
  'wrong-type': {
    severity: 'error',
    message: (p: { field: string; expected: string; found: string }) =>
      `${p.field} must be ${p.expected}, not ${p.found}.`,
    why: 'A run could not tell what is meant.',
    help: 'Write a value of that kind.',
  },
  'missing-field': {
    severity: 'error',
    message: (p: { field: string; owner: string }) => `${p.owner} has no "${p.field}".`,
    why: 'It is required: there is no default.',
    help: 'Add it.',
  },
  'empty-value': {
    severity: 'error',
    message: (p: { field: string }) => `${p.field} is empty.`,
    why: 'A run needs something there.',
    help: 'Fill it in.',
  },
  'unknown-value': {
    severity: 'error',
    message: (p: { field: string; value: string; allowed: string }) =>
      `${p.field} is "${p.value}", which is not one of ${p.allowed}.`,
    why: 'A run would not know what to do with it.',
    help: 'Use one of these values. They are case-sensitive.',
  },
  'number-out-of-range': {
    severity: 'error',
    message: (p: { field: string; bound: string }) => `${p.field} must be ${p.bound}.`,
    why: 'A run could not keep to it.',
    help: 'Change the number, or leave it out where it is optional.',
  },
  'unknown-field': {
    severity: 'warning',
    message: (p: { field: string; owner: string }) =>
      `${p.owner} has a field "${p.field}", which means nothing there.`,
    why: 'A run passes over it. Where it is misspelt, what it was to say is lost.',
    help: 'Remove it, or correct its name.',
  },
  'ineffective-denial': {
    severity: 'error',
    message: (p: { field: string; owner: string }) =>
      `${p.owner} has a field "${p.field}", which denies no tool there.`,
    why: 'A run would ignore it, and agents would keep the tools that it should deny them.',
    help: 'Write "disallowedTools" at each task of type "claude" that it should apply to.',
  },
  'unusable-protocol': {
    severity: 'error',
    message: (p: { task: string; reason: string }) => `Task "${p.task}" ${p.reason}.`,
    why: 'What its agent answers could not be read, or would lead nowhere.',
    help: 'Write "protocol": "signal-block" with "signs", without "output", and name actions without guards after roles: "Human", "Planner", "Actor", "Judge".',
  },
  'unknown-signal-result': {
    severity: 'error',
    message: (p: { task: string; result: string; role: string; known: string }) =>
      `"${p.result}" of task "${p.task}" is not a result of the ${p.role} (${p.known}).`,
    why: 'A block with this result would be refused.',
    help: 'Name results of the role, or leave "reports" out for all of them.',
  },
  'malformed-duration': {
    severity: 'error',
    message: (p: { text: string; fault: string }) => `The duration "${p.text}" ${p.fault}.`,
    why: 'A run would not know how long to wait.',
    help: 'Write whole numbers with units, the largest first: "500ms", "2s", "10m", "1h30m".',
  },
  'malformed-argument': {
    severity: 'error',
    message: (p: { token: string; fault: string }) => `The argument "${p.token}" ${p.fault}.`,
    why: 'The target task would not get it, or get it under another name.',
    help: 'Write arguments as --name=value, with quotes around a value that has blanks.',
  },
  'malformed-param': {
    severity: 'error',
    message: (p: { param: string; found: string }) =>
      `Parameter "${p.param}" is ${p.found}; it must be a definition with a "type", or a plain value.`,
    why: 'A prompt could not be filled in with it.',
    help: 'Write {"type": "string", …} to define it, or a text, number or boolean to set it.',
  },
  'missing-prompt': {
    severity: 'error',
    message: (p: { task: string }) => `Task "${p.task}" has no prompt.`,
    why: 'Neither Claude nor a person would know what to do.',
    help: 'Give it one of "promptTemplatePath" (a file), "promptTemplate" (a text with ${…}) and "prompt" (a plain text).',
    inMapLanguage: {
      help: 'Give it one of "template" (a file), "promptTemplate" (a text with ${…}) and "prompt" (a plain text).',
    },
  },
  'several-prompts': {
    severity: 'error',
    message: (p: { task: string; first: string; second: string }) =>
      `Task "${p.task}" has both "${p.first}" and "${p.second}".`,
    why: "Only one of them could be sent, and which one is anybody's guess.",
    help: 'Keep one of "promptTemplatePath", "promptTemplate" and "prompt".',
    inMapLanguage: {
      help: 'Keep one of "template", "promptTemplate" and "prompt".',
    },
  },
  'missing-alternative': {
    severity: 'error',
    message: (p: { owner: string; fields: string }) =>
      `${p.owner[0]?.toUpperCase()}${p.owner.slice(1)} has none of ${p.fields}.`,
    why: 'It says nothing without one of them.',
    help: 'Add the one that is meant.',
  },
  'conflicting-fields': {
    severity: 'error',
    message: (p: { owner: string; first: string; second: string }) =>
      `"${p.first}" and "${p.second}" of ${p.owner} exclude each other.`,
    why: "Only one of them could count, and which one is anybody's guess.",
    help: 'Keep one of them.',
  },
  'malformed-role': {
    severity: 'error',
    message: (p: { task: string; role: string }) =>
      `"${p.role}" of task "${p.task}" cannot be the name of a role.`,
    why: 'The name leads to a file in prompts/agents/, and to nowhere else.',
    help: 'Use letters, digits, "-" and "_", with "/" between folders, and leave out ".md".',
  },
  'malformed-tool-name': {
    severity: 'error',
    message: (p: { task: string; tool: string }) =>
      `The reminder of task "${p.task}" names "${p.tool}", which cannot be the name of a tool.`,
    why: 'Claude Code passes over what it cannot read there, so that nobody would be reminded.',
    help: 'Name the tool alone, as in "Bash" or "mcp__server__tool", without a rule in parentheses.',
  },
  'excessive-schema': {
    severity: 'error',
    message: (p: { owner: string; excess: string }) => `The schema of ${p.owner} ${p.excess}.`,
    why: 'It would be compiled and sent along with every step that uses it.',
    help: 'Describe less of the value, or name repeated parts once in "$defs".',
  },
  'prompt-on-end': {
    severity: 'error',
    message: (p: { task: string; field: string }) => `End "${p.task}" has a "${p.field}".`,
    why: 'An end starts nobody who could read it.',
    help: 'Remove it, or put a "claude" task before the end.',
  },
  'actions-on-end': {
    severity: 'error',
    message: (p: { task: string }) => `End "${p.task}" has actions.`,
    why: 'The run is over there; none of them could be taken.',
    help: 'Remove them, or give it another type.',
  },
  'ineffective-field': {
    severity: 'warning',
    message: (p: { owner: string; field: string; type: string }) =>
      `"${p.field}" of ${p.owner} has no effect: its type is "${p.type}".`,
    why: 'A run passes over it.',
    help: 'Remove it.',
  },
} as const satisfies Record<string, CatalogueEntry>;
