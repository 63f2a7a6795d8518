/**
 * Follows the quoting of a line for `sh`, to tell how a value can be referred to at a place in it.
 *
 * It need not read all of the language: what it does not follow for sure (here-documents, arithmetic, `case` inside
 * of `$(…)`, what shells read differently) makes every later place a refused one.
 *
 * Source: POSIX.1-2024, Shell Command Language, 2.2 Quoting, 2.3 Token Recognition, 2.6 Word Expansions.
 */
export interface ShellScan {
  /** Passes over text of the line. Units: `offset` is where the text begins in it. */
  readonly pass: (text: string, offset: number) => void;
  /** How a value can be put in here; a refusal is a sentence. */
  readonly place: () => { readonly quoting?: Quoting; readonly refusal?: string };
  /** What is open at the end of the line; undefined when nothing is, or nobody can tell. */
  readonly open: () => { readonly start: number; readonly reason: string } | undefined;
}

export type Quoting = 'plain' | 'double' | 'single';

type Kind = Quoting | 'comment' | 'arithmetic' | 'expansion' | 'backticks';

/** Where the scan is. `depth` counts parentheses. */
interface Frame {
  readonly kind: Kind;
  readonly start: number;
  depth: number;
}

interface State {
  readonly frames: Frame[];
  /** Whether a word may begin here. */
  wordStart: boolean;
  /** Whether a dollar sign that means nothing yet was the last. */
  afterDollar: boolean;
  /** Why no later place can be told; undefined while all is clear. */
  lost: string | undefined;
}

/** A character of the text that is passed over, with what comes after it. */
interface At {
  readonly text: string;
  readonly index: number;
  /** Of the character, in the whole line. */
  readonly offset: number;
}

export function createShellScan(): ShellScan {
  const state: State = {
    frames: [{ kind: 'plain', start: 0, depth: 0 }],
    wordStart: true,
    afterDollar: false,
    lost: undefined,
  };
  return {
    pass: (text, offset) => {
      for (let index = 0; index < text.length;) {
        state.afterDollar = false;
        index += STEPS[topOf(state).kind](state, { text, index, offset: offset + index });
      }
    },
    place: () => {
      const { kind } = topOf(state);
      const refusal = state.lost ?? REFUSALS[kind] ?? (state.afterDollar ? AFTER_DOLLAR : undefined);
      state.wordStart = false;
      state.afterDollar = false;
      return refusal === undefined && isQuoting(kind) ? { quoting: kind } : { refusal: refusal ?? '' };
    },
    open: () => {
      const frame = state.frames.findLast(({ kind }) => kind !== 'comment');
      if (state.lost !== undefined || frame === undefined || frame === state.frames[0]) return undefined;
      return { start: frame.start, reason: `${NAMES[frame.kind]} that begins here is never closed.` };
    },
  };
}

const CANNOT = 'A value cannot be put in here safely:';
const AFTER_DOLLAR = `${CANNOT} the dollar sign before it would belong to it. Write the sign as \\$.`;
const REFUSALS: Readonly<Partial<Record<Kind, string>>> = {
  comment: `${CANNOT} it is a comment of the command.`,
  arithmetic: `${CANNOT} a shell runs what stands in the numbers of $((…)). Compute it in the expression.`,
  expansion: `${CANNOT} it is inside \${…} of the shell. Put it into a variable of the shell first.`,
  backticks: `${CANNOT} it is inside back-ticks. Write $(…) in their place.`,
};
const NAMES: Readonly<Record<Kind, string>> = {
  plain: 'The $(',
  double: 'The quotation mark',
  single: 'The quotation mark',
  comment: 'The comment',
  arithmetic: 'The $((',
  expansion: 'The ${',
  backticks: 'The back-tick',
};
const HERE = `${CANNOT} after "<<" it may be in a here-document. Use printf and a pipe, or an argument.`;
const CASE = `${CANNOT} nobody can tell where a $(…) with "case" in it ends. Write the command as a script.`;
const DOUBLE_PARENTHESIS = `${CANNOT} after "((" it may be arithmetic. Put a space between the two.`;
const DOLLAR_QUOTE = `${CANNOT} shells read what begins with $' differently. Use other quotation marks.`;
const IN_ARITHMETIC = `${CANNOT} nobody can tell where the $((…)) before it ends. Keep quotation marks out of it.`;
const IN_EXPANSION = `${CANNOT} nobody can tell where the \${…} before it ends. Keep quotation marks out of it.`;

type Step = (state: State, at: At) => number;

/** Each passes one character, or two that belong together. Shape: how many. */
const STEPS: Readonly<Record<Kind, Step>> = {
  plain: passPlain,
  double: (state, at) => {
    const unit = at.text[at.index];
    if (unit === '\\') return 2;
    if (unit === '"') leave(state);
    else if (unit === '`') enter(state, 'backticks', at);
    else if (unit === '$') return passDollar(state, at);
    return 1;
  },
  single: (state, { text, index }) => {
    if (text[index] === "'") leave(state);
    return 1;
  },
  comment: (state, { text, index }) => {
    if (text[index] !== '\n') return 1;
    leave(state);
    state.wordStart = true;
    return 1;
  },
  backticks: (state, { text, index }) => {
    if (text[index] === '\\') return 2;
    if (text[index] === '`') leave(state);
    return 1;
  },
  arithmetic: (state, { text, index }) => {
    const unit = text[index] ?? '';
    const frame = topOf(state);
    if ('\'"`\\#'.includes(unit)) state.lost ??= IN_ARITHMETIC;
    if (unit === '(') frame.depth += 1;
    if (unit === ')') frame.depth -= 1;
    if (frame.depth === 0) leave(state);
    return 1;
  },
  expansion: (state, { text, index }) => {
    const unit = text[index] ?? '';
    if ('\'"`\\$'.includes(unit)) state.lost ??= IN_EXPANSION;
    if (unit === '}') leave(state);
    return 1;
  },
};

function passPlain(state: State, at: At): number {
  const { text, index } = at;
  const unit = text[index] ?? '';
  const isWordStart = state.wordStart;
  state.wordStart = false;
  if (unit === '\\') {
    // A line break after it is no character at all.
    state.wordStart = text[index + 1] === '\n' && isWordStart;
    return 2;
  }
  if (unit === '$') return passDollar(state, at);
  const opened = unit === '#' && isWordStart ? 'comment' : OPENERS.get(unit);
  if (opened !== undefined) enter(state, opened, at);
  else if (BETWEEN_WORDS.has(unit)) passOperator(state, at);
  else if (isWordStart && unit === 'c') passCase(state, text.slice(index, index + 5));
  return 1;
}

const OPENERS: ReadonlyMap<string, Kind> = new Map([
  ["'", 'single'],
  ['"', 'double'],
  ['`', 'backticks'],
]);
const BETWEEN_WORDS = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')']);
const CASE_WORD = /^case(?![\w-])/;

/** Its patterns end with a parenthesis that nothing opens. */
function passCase(state: State, text: string): void {
  if (state.frames.length > 1 && CASE_WORD.test(text)) state.lost ??= CASE;
}

function passOperator(state: State, { text, index }: At): void {
  const unit = text[index];
  const frame = topOf(state);
  state.wordStart = true;
  if (unit === '<' && text[index + 1] === '<') state.lost ??= HERE;
  if (unit === '(') {
    if (text[index + 1] === '(') state.lost ??= DOUBLE_PARENTHESIS;
    frame.depth += 1;
  }
  if (unit !== ')') return;
  if (frame.depth > 0) frame.depth -= 1;
  else if (state.frames.length > 1) leave(state);
}

/** What a dollar sign begins, outside of quotes and inside of double ones. */
function passDollar(state: State, at: At): number {
  const next = at.text.slice(at.index + 1, at.index + 3);
  if (next === '((') {
    enter(state, 'arithmetic', at, 2);
    return 3;
  }
  if (next.startsWith('(')) {
    enter(state, 'plain', at);
    state.wordStart = true;
    return 2;
  }
  if (next.startsWith('{')) {
    enter(state, 'expansion', at);
    return 2;
  }
  if (next.startsWith("'") && topOf(state).kind === 'plain') state.lost ??= DOLLAR_QUOTE;
  state.afterDollar = next === '';
  return next.startsWith('$') ? 2 : 1;
}

function enter(state: State, kind: Kind, { offset }: At, depth = 0): void {
  state.frames.push({ kind, start: offset, depth });
}

function leave(state: State): void {
  state.frames.pop();
  state.wordStart = false;
}

function topOf(state: State): Frame {
  return state.frames.at(-1) ?? { kind: 'plain', start: 0, depth: 0 };
}

function isQuoting(kind: Kind): kind is Quoting {
  return kind === 'plain' || kind === 'double' || kind === 'single';
}
