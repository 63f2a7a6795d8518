import type { CatalogueEntry } from './entry.ts';

/** Shape: every part of a map is of the kind that stands there, and this version knows it. */
export const shape = {
  'wrong-type': {
    severity: 'error',
    message: (p: { field: string; expected: string; found: string }) =>
      `${p.field} must be ${p.expected}, not ${p.found}.`,
    why: 'A run could not use the value.',
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
    why: 'A run needs a value there.',
    help: 'Fill it in.',
  },
  'unknown-value': {
    severity: 'error',
    message: (p: { field: string; value: string; allowed: string }) =>
      `${p.field} is "${p.value}", which is not one of ${p.allowed}.`,
    why: 'A run could not use the value.',
    help: 'Use one of these values. They are case-sensitive.',
  },
  'number-out-of-range': {
    severity: 'error',
    message: (p: { field: string; bound: string }) => `${p.field} must be ${p.bound}.`,
    why: 'A run could not use the value.',
    help: 'Change the number, or remove it if it is optional.',
  },
  'unknown-field': {
    severity: 'warning',
    message: (p: { field: string; owner: string }) => `${p.owner} has an unknown field "${p.field}".`,
    why: 'It is ignored. If its name is misspelt, its value is lost.',
    help: 'Remove it, or correct its name.',
  },
  'ineffective-denial': {
    severity: 'error',
    message: (p: { field: string; owner: string }) =>
      `${p.owner} has "${p.field}", which denies no tools there.`,
    why: 'It would be ignored, and agents would keep the tools that it should deny them.',
    help: 'Write "disallowedTools" on each claude task that it should apply to.',
  },
  'unusable-protocol': {
    severity: 'error',
    message: (p: { task: string; reason: string }) => `Task "${p.task}" ${p.reason}.`,
    why: 'What its agent answers could not be read, or would lead nowhere.',
    help: 'Write "protocol": "signal-block" with "signs", without "output", and name actions without guards after roles: "Human", "Planner", "Actor", "Judge".',
    inMapLanguage: {
      help: 'Write protocol signal-block with signs, without output, and name actions without guards after roles: Human, Planner, Actor, Judge.',
    },
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
    why: 'A run could not use the value.',
    help: 'Write whole numbers with units, the largest first: "500ms", "2s", "10m", "1h30m".',
  },
  'malformed-argument': {
    severity: 'error',
    message: (p: { token: string; fault: string }) => `The argument "${p.token}" ${p.fault}.`,
    why: 'The target task would not get it, or would get it under another name.',
    help: 'Write arguments as --name=value, with quotes around a value that has blanks.',
  },
  'malformed-param': {
    severity: 'error',
    message: (p: { param: string; found: string }) =>
      `Parameter "${p.param}" is ${p.found}; it must be a definition with a "type", or a plain value.`,
    why: 'A prompt could not be filled in with it.',
    help: 'Write {"type": "string", …} to define it, or a text, number or boolean to set it.',
    inMapLanguage: {
      help: 'Write param name: string to define it, or param name = value to set it.',
    },
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
    why: 'Only one of them can be sent, and it is not clear which.',
    help: 'Keep one of "promptTemplatePath", "promptTemplate" and "prompt".',
    inMapLanguage: {
      help: 'Keep one of "template", "promptTemplate" and "prompt".',
    },
  },
  'missing-alternative': {
    severity: 'error',
    message: (p: { owner: string; fields: string }) =>
      `${p.owner[0]?.toUpperCase()}${p.owner.slice(1)} has none of ${p.fields}.`,
    why: 'One of them is required.',
    help: 'Add one of them.',
  },
  'conflicting-fields': {
    severity: 'error',
    message: (p: { owner: string; first: string; second: string }) =>
      `"${p.first}" and "${p.second}" of ${p.owner} exclude each other.`,
    why: 'Only one of them can count, and it is not clear which.',
    help: 'Keep one of them.',
  },
  'malformed-role': {
    severity: 'error',
    message: (p: { task: string; role: string }) =>
      `"${p.role}" of task "${p.task}" cannot be the name of a role.`,
    why: 'The name leads to a file in prompts/agents/.',
    help: 'Use letters, digits, "-" and "_", with "/" between folders, and leave out ".md".',
  },
  'malformed-tool-name': {
    severity: 'error',
    message: (p: { task: string; tool: string }) =>
      `The reminder of task "${p.task}" names "${p.tool}", which cannot be the name of a tool.`,
    why: 'Claude Code would ignore it, so the agent would never be reminded.',
    help: 'Name the tool alone, as in "Bash" or "mcp__server__tool", without a rule in parentheses.',
  },
  'excessive-schema': {
    severity: 'error',
    message: (p: { owner: string; excess: string }) => `The schema of ${p.owner} ${p.excess}.`,
    why: 'It is compiled and sent with every step that uses it.',
    help: 'Describe less of the value, or name repeated parts once in "$defs".',
  },
  'prompt-on-end': {
    severity: 'error',
    message: (p: { task: string; field: string }) => `End "${p.task}" has a "${p.field}".`,
    why: 'An end starts no agent that could read it.',
    help: 'Remove it, or put a "claude" task before the end.',
  },
  'actions-on-end': {
    severity: 'error',
    message: (p: { task: string }) => `End "${p.task}" has actions.`,
    why: 'The run is over there; none of them could be taken.',
    help: 'Remove them, or make it a task of another type.',
  },
  'ineffective-field': {
    severity: 'warning',
    message: (p: { owner: string; field: string; type: string }) =>
      `"${p.field}" of ${p.owner} has no effect: its type is "${p.type}".`,
    why: 'It is ignored.',
    help: 'Remove it.',
  },
} as const satisfies Record<string, CatalogueEntry>;
