import type { CatalogueEntry } from './entry.ts';

/** Syntax: the text is JSON, and not beyond all bounds. */
export const syntax = {
  'unexpected-token': {
    severity: 'error',
    message: (p: { expected: string; found: string }) => `Expected ${p.expected}, found ${p.found}.`,
    why: 'The text is not JSON from here on, so nothing after this place was read.',
    help: 'Write it as JSON. Reading stops at the first such place; there may be more.',
  },
  'unexpected-word': {
    severity: 'error',
    message: (p: { expected: string; found: string }) => `Expected ${p.expected}, found ${p.found}.`,
    why: 'Only the syntax was checked: semantic checks are skipped until this is fixed.',
    help: 'Write what is expected there, or remove what was found.',
  },
  'unknown-word': {
    severity: 'error',
    message: (p: { word: string; expected: string }) =>
      `"${p.word}" means nothing here; expected ${p.expected}.`,
    why: 'Only the syntax was checked: semantic checks are skipped until this is fixed.',
    help: 'Write a word that may stand there; a field that has no word of its own goes into extra { … }.',
  },
  'braced-task': {
    severity: 'error',
    message: () => 'Tasks, ends and artifacts have no braces.',
    why: 'A head takes in all that follows it, up to the next part of the map; braces are for blocks and values.',
    help: 'Remove both braces.',
  },
  'malformed-string': {
    severity: 'error',
    message: (p: { fault: string }) => `The text in quotes ${p.fault}.`,
    why: 'The value of the text is not known.',
    help: 'Write a line break as \\n, a tab as \\t, a quote as \\", a backslash as \\\\, any character as \\u and four hex digits.',
  },
  'json-comment': {
    severity: 'error',
    message: () => 'A map is plain JSON, which has no comments.',
    why: 'Other programs that read the map would refuse it.',
    help: 'Say it in a "description", or remove the comment.',
  },
  'trailing-comma': {
    severity: 'error',
    message: (p: { bracket: string }) => `A comma stands before the closing "${p.bracket}".`,
    why: 'A map is plain JSON; other programs that read the map would refuse it.',
    help: 'Remove the comma.',
  },
  'duplicate-key': {
    severity: 'error',
    message: (p: { key: string }) => `"${p.key}" is given twice in the same part of the map.`,
    why: 'Only one of the two can count, and programs differ in which one they use.',
    help: 'Rename one of them, or remove it.',
  },
  'excessive-depth': {
    severity: 'error',
    message: (p: { max: number }) => `Brackets are nested more than ${p.max} deep.`,
    why: 'No real map is that deep, and reading it could exhaust the stack.',
    help: 'Flatten the nesting.',
  },
  'excessive-size': {
    severity: 'error',
    message: (p: { maxMiB: number } | { maxTokens: number }) =>
      'maxMiB' in p
        ? `The map is longer than ${p.maxMiB} Mi characters.`
        : `The map has more than ${p.maxTokens.toLocaleString('en')} words and signs.`,
    why: 'It is not read any further.',
    help: 'Move prompts into template files, or split the map.',
  },
  'too-many-problems': {
    severity: 'info',
    message: (p: { hidden: number }) =>
      p.hidden === 1 ? 'One more problem is not shown.' : `${p.hidden} more problems are not shown.`,
    why: 'A longer list would not help.',
    help: 'Fix the ones shown and check again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
