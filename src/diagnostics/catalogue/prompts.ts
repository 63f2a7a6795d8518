import type { CatalogueEntry } from './entry.ts';

/** Prompts: what templates, parameters and expressions say. */
export const prompts = {
  'unclosed-expression': {
    severity: 'error',
    message: (p: { opening: string }) => `The expression that starts with "${p.opening}" is never closed.`,
    why: 'It is not clear where the expression ends.',
    help: 'Close it with "}", or write "\\${" if the text is meant literally.',
  },
  'invalid-expression': {
    severity: 'error',
    message: (p: { problem: string }) => `This expression cannot be read: ${p.problem}.`,
    why: 'A run could not evaluate it.',
    help: 'Write an expression such as "name", "visits > 1" or "flag ? \'a\' : \'b\'". In a prompt, "\\${" stands for a literal "${".',
  },
  'undeclared-name': {
    severity: 'error',
    message: (p: { name: string }) => `The name "${p.name}" is not declared.`,
    why: 'A run would have no value for it.',
    help: 'Declare it as an input of the map, as a parameter of the task or in the front matter, or bind it earlier with "as" or "set". In a prompt, "\\${" stands for a literal "${".',
    inMapLanguage: {
      help: 'Declare it as an input of the map, as a parameter of the task or in the front matter, or bind it earlier: "as" names a result, a decide task sets names. In a prompt, "\\${" stands for a literal "${".',
    },
  },
  'type-clash': {
    severity: 'error',
    message: (p: { problem: string }) => `The types do not match: ${p.problem}.`,
    why: 'A run that evaluates this would fail.',
    help: 'Compare or convert the value, as in "name != \'\'" or "string(count)".',
  },
  'unclosed-front-matter': {
    severity: 'error',
    message: (p: { opening: string }) => `The front matter that starts with "${p.opening}" is never closed.`,
    why: 'The parameters cannot be separated from the prompt.',
    help: 'Put a line "---" after the parameters. A prompt that starts with a rule can use "***" instead.',
  },
  'invalid-front-matter': {
    severity: 'error',
    message: (p: { problem: string }) => `The front matter cannot be read: ${p.problem}.`,
    why: 'The parameters of the prompt are not known.',
    help: 'Write YAML: "parameters:", below it one name a line, and below each its type, description, required, default and enum.',
  },
  'invalid-parameter': {
    severity: 'error',
    message: (p: { name: string; problem: string }) => `Parameter "${p.name}" ${p.problem}.`,
    why: 'Its values could not be checked or converted.',
    help: 'A parameter has a type (string, number, boolean, array or object), a description, required (true or false), a default of its type and an enum, a list of all values that it may have.',
  },
  'unknown-parameter-key': {
    severity: 'warning',
    message: (p: { name: string; key: string }) =>
      `Parameter "${p.name}" has a key "${p.key}", which has no meaning.`,
    why: 'What it says is ignored.',
    help: 'Use type, description, required, default or enum.',
  },
  'unsupported-syntax': {
    severity: 'error',
    message: (p: { syntax: string }) => `The template syntax "${p.syntax}" is not supported.`,
    why: 'The agent would get the template as it is written.',
    help: 'Write "syntax: handlebars", or remove the line: "${name}" is filled in without it.',
  },
  'malformed-handlebars': {
    severity: 'error',
    message: (p: { problem: string }) => `This is not Handlebars: ${p.problem}.`,
    why: 'The prompt could not be made.',
    help: 'Write "{{name}}" or "{{#if name}} … {{/if}}"; "\\{{" stands for a literal "{{".',
  },
  'unsupported-handlebars': {
    severity: 'error',
    message: (p: { feature: string }) => `Templates cannot use ${p.feature}.`,
    why: 'The prompt would not say what was meant.',
    help: 'Use names, if, unless, each, with, comments and plain partials; anything else can be computed with "${…}".',
  },
  'unknown-helper': {
    severity: 'error',
    message: (p: { name: string }) => `There is no helper "${p.name}".`,
    why: 'A run would have no value for it.',
    help: 'The blocks are if, unless, each and with, and raw with four braces. Compute values with "${…}", as in "{{#if ${a == b}}}".',
  },
  'missing-partial': {
    severity: 'error',
    message: (p: { path: string; places: string }) =>
      `The partial "${p.path}" was not found; looked for ${p.places}.`,
    why: 'The prompt would lack a part.',
    help: 'Create the file, or correct the name. "{{> rules}}" is prompts/rules.md, in the repository or beside the map.',
  },
  'unreadable-partial': {
    severity: 'error',
    message: (p: { path: string; reason: string }) => `The partial "${p.path}" cannot be used: ${p.reason}`,
    why: 'The prompt would lack a part.',
    help: 'Make it a readable text file in UTF-8.',
  },
  'recursive-partial': {
    severity: 'error',
    message: (p: { path: string }) => `The partial "${p.path}" includes itself.`,
    why: 'The prompt would never end.',
    help: 'Move the common part into a partial of its own, or use "{{#each}}" for a list.',
  },
  'ambiguous-name': {
    severity: 'warning',
    message: (p: { name: string }) =>
      `"${p.name}" is read from the value that the block goes into, not from the prompt.`,
    why: 'If that value has no such member, the prompt is empty there.',
    help: 'Write "@root." before the name to mean the prompt\'s, or "this." to mean the member.',
  },
  'reserved-character': {
    severity: 'error',
    message: (p: { character: string }) =>
      `The character ${p.character} of the private use area cannot stand in a Handlebars template.`,
    why: 'wfmap marks the places of expressions with such characters.',
    help: 'Remove it; it is usually an icon of a special font.',
  },
  'excessive-nesting': {
    severity: 'error',
    message: (p: { what: string; max: number }) => `${p.what} more than ${p.max} deep.`,
    why: 'A text nested that deep is not read.',
    help: 'Flatten it. Each "{{else if}}" counts too.',
  },
  'excessive-template': {
    severity: 'error',
    message: (p: { part: string; size: number; max: number }) =>
      `The ${p.part} has ${p.size} characters; at most ${p.max} are read.`,
    why: 'A text of this size is not read.',
    help: 'Name the file in the prompt and let the agent read it.',
  },
} as const satisfies Record<string, CatalogueEntry>;
