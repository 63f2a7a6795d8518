import { type IToken, tokenMatcher } from 'chevrotain';
import { CLAUSES } from '../../language/fields.ts';
import { isDefined } from './defined-names.ts';
import { headAbove } from './head-above.ts';
import { firstAt, type FindMistake, type Found, type Line, type Mistake } from './line.ts';
import { row } from './row.ts';
import { Duration, NumberToken } from '../words/literals.ts';
import { isBareName, Phrase } from '../words/name-tokens.ts';
import { Arrow } from '../words/signs.ts';
import { K, KEYWORDS, TaskType, Word } from '../words/words.ts';

/** What the lines of a task begin with. */
const BY_WORD = new Map(CLAUSES.map((clause) => [clause.head.split(' ', 1)[0] ?? '', clause.field]));
const AGENT = KEYWORDS.get('agent');

/** Tokens on lines that could be read in two ways: a clause behind a name, and `agent` before the name of a task. */
export function misreadNames(tokens: readonly IToken[], text: string): readonly IToken[] {
  const clauses = tokens.filter((_, index) => isClauseBehindName(tokens, index));
  const failures = tokens.filter((_, index) => isFailure(tokens, index));
  const agents = agentsAtHeads(tokens);
  const ends = tokens.filter((_, index) => FAILED.test(nameOfEnd(tokens, index)?.image ?? ''));
  if (agents.length + ends.length === 0) return [...clauses, ...failures];
  const targets = targetsIn(tokens);
  const isMisread = (token: IToken): boolean => {
    const name = namedBehind(token, text);
    return name !== undefined && targets.has(name);
  };
  const isMisnamed = ({ image }: IToken): boolean =>
    !targets.has(image) && targets.has(image.replace(FAILED, ''));
  return [...clauses, ...failures, ...agents.filter(isMisread), ...ends.filter(isMisnamed)];
}

/** What other languages call the way that a failure leads to. */
export const FAILURES: ReadonlySet<string> = new Set([
  'catch',
  'onError',
  'on_error',
  'onFailure',
  'rescue',
  'except',
]);

function isFailure(tokens: readonly IToken[], index: number): boolean {
  const isNamed = FAILURES.has(tokens[index]?.image ?? '') && isFirst(tokens, index);
  return isNamed && tokens[index + 1]?.tokenType === Arrow;
}

/** The name of several words that an end has at an index. */
function nameOfEnd(tokens: readonly IToken[], index: number): IToken | undefined {
  return tokens[index]?.tokenType === Phrase && tokens[index - 1]?.tokenType === K.end
    ? tokens[index]
    : undefined;
}

const FAILED_WORDS = 'fail|fails|failure|failing|unsuccessful|aborted|error';
/** A word at the end of the name of an end, where "failed" was meant. */
const FAILED = new RegExp(`\\s+(?:${FAILED_WORDS})$`, 'u');
const NAME = String.raw`(?:"_*"|[\p{L}_][\p{L}\p{N}_]*(?:[ \t]+[\p{L}\p{N}_]+)*?)`;
const BEHIND_NAME = String.raw`(?=\s*(?:$|["=]|\/\/|(?:outcome|because)\b))`;

/** Ends as other languages write them. */
export const END_MISTAKES: readonly FindMistake[] = [
  // end Name fail
  row({
    where: isEnd,
    pattern: new RegExp(`^\\s*end\\s+(?<name>${NAME})\\s+(?<at>${FAILED_WORDS})${BEHIND_NAME}`, 'u'),
    expected: '"failed" behind the name of an end that is a failure',
    edit: 'failed',
    safe: false,
  }),
  // fail Name
  row({
    where: isEnd,
    pattern: new RegExp(
      `^\\s*(?<at>fail|failure|abort|error|throw)\\s+(?<name>${NAME})(?<end>)${BEHIND_NAME}`,
      'u',
    ),
    expected: '"end" before the name of an end, and "failed" behind it',
    edit: { at: 'end', end: ' failed' },
    title: 'Write end $name failed.',
    safe: false,
  }),
  // succeed Name
  row({
    where: isEnd,
    pattern: new RegExp(
      `^\\s*(?<at>success|succeed|succeeded|finish|final|terminal|exit|stop|done)\\s+(?<name>${NAME})${BEHIND_NAME}`,
      'u',
    ),
    expected: '"end" before the name of an end',
    edit: 'end',
    title: 'Write end.',
    safe: false,
  }),
];

/** Whether something leads to the name that a line has, and the map has no such task. */
function isEnd({ text, tokens, source }: Line, { match }: Found): boolean {
  const [from = 0, to = 0] = match.indices?.groups?.['name'] ?? [];
  const name = text.slice(from, to).replaceAll('"', '');
  return targetsIn(tokens).has(name) && !isDefined(name, source);
}

function isClauseBehindName(tokens: readonly IToken[], index: number): boolean {
  const [name, clause] = [tokens[index - 1], tokens[index]];
  if (!clause || clause.startLine !== name?.startLine || !BY_WORD.has(clause.image)) return false;
  return isBareName(name, tokens[index - 2]);
}

function isFirst(tokens: readonly IToken[], index: number): boolean {
  return tokens[index - 1]?.startLine !== tokens[index]?.startLine;
}

/**
 * Each `agent` that begins a line at a column where a task or an end begins. The printer puts clauses at other columns, so
 * what it writes is never taken for a task.
 */
function agentsAtHeads(tokens: readonly IToken[]): readonly IToken[] {
  const agents = tokens.filter((token, index) => token.tokenType === AGENT && isFirst(tokens, index));
  if (agents.length === 0) return [];
  const heads = tokens.filter(
    (token, index) => (tokenMatcher(token, TaskType) || token.tokenType === K.end) && isFirst(tokens, index),
  );
  const columns = new Set([1, ...heads.map(({ startColumn }) => startColumn)]);
  return agents.filter(({ startColumn }) => columns.has(startColumn));
}

/** The names that something leads to. */
function targetsIn(tokens: readonly IToken[]): ReadonlySet<string> {
  const names = tokens.filter((_, index) => {
    const before = tokens[index - 1];
    return before?.tokenType === Arrow || before?.tokenType === K.then || before?.tokenType === K.start;
  });
  return new Set(names.map(({ image }) => image.replaceAll('"', '')));
}

/** The words behind a word, up to the end of its line or a description; undefined for none. A role has a small letter. */
function namedBehind({ startOffset, image }: IToken, text: string): string | undefined {
  const from = startOffset + image.length;
  const found = /^[ \t]+(\p{Lu}[\p{L}\p{N}_ ]*?)[ \t]*(?:["\r\n]|\/\/|$)/u.exec(
    text.slice(from, from + MAX_NAME),
  );
  return found?.[1];
}

/** Units: UTF-16 units. */
const MAX_NAME = 200;

/** claude Improve model accuracy */
export const clauseBehindName: FindMistake = (line) => {
  const index = indexIn(line, (at) => isClauseBehindName(line.tokens, at));
  const [before, name, clause] = line.tokens.slice(Math.max(0, index - 2), index + 1);
  if (index < 2 || !before || !name || !clause) return undefined;
  const { text, start } = line;
  const [from, at] = [name.startOffset - start, clause.startOffset - start];
  const end = lastWord(line.tokens, index) - start;
  const whole = text.slice(from, end);
  const isHead = tokenMatcher(before, TaskType);
  const indent = (/^\s*/.exec(text)?.[0] ?? '') + (isHead ? '  ' : '');
  const asName: Reading = { title: `Write "${whole}".`, edits: [[from, end, `"${whole}"`]] };
  const asClause: Reading = {
    title: `Begin a line with "${clause.image}".`,
    edits: [[endOf(name) - start, at, `\n${indent}`]],
  };
  const isAlone = /^\s*(?:$|\/\/)/.test(text.slice(end));
  const isClause = isAlone && isMeantAsClause(line, { isHead, head: before, name, clause, whole });
  const [first, second] = isClause ? [asClause, asName] : [asName, asClause];
  return {
    at: [at, end],
    expected: `the end of the line behind the name "${name.image}", or quotes around all of it`,
    ...first,
    safe: false,
    ...(isAlone ? { other: second } : {}),
  };
};

type Reading = Pick<Mistake, 'edits'> & { readonly title: string };

interface Split {
  readonly isHead: boolean;
  /** What stands before the name. */
  readonly head: IToken;
  readonly name: IToken;
  readonly clause: IToken;
  readonly whole: string;
}

/** Whether the map knows the short name and not the long one, and the task has such a clause. */
function isMeantAsClause(line: Line, { isHead, head, name, clause, whole }: Split): boolean {
  const { source } = line;
  const isKnown = (each: string) => (isHead ? isTarget(each, source.text) : isDefined(each, source));
  if (!isKnown(name.image) || isKnown(whole)) return false;
  const type = isHead ? head.image : headAbove(line)?.word;
  return isUsable(clause, { type, hasValue: !whole.endsWith(clause.image) });
}

/** Whether a task of a type has such a clause, with a value or as a flag. */
function isUsable(
  { image }: IToken,
  { type, hasValue }: { readonly type: string | undefined; readonly hasValue: boolean },
): boolean {
  const field = BY_WORD.get(image);
  const isOfType = field?.of === undefined || field.of.some((each) => each === type);
  return isOfType && (hasValue || field?.kind === 'flag');
}

/** agent Improve, where claude Improve is meant */
export const agentForClaude: FindMistake = (line) => {
  const index = indexIn(line, (at) => line.tokens[at]?.tokenType === AGENT && isFirst(line.tokens, at));
  const agent = line.tokens[index];
  if (!agent || !agentsAtHeads(line.tokens).includes(agent)) return undefined;
  const name = namedBehind(agent, line.source.text);
  if (name === undefined || !targetsIn(line.tokens).has(name) || isDefined(name, line.source))
    return undefined;
  const at = agent.startOffset - line.start;
  return {
    at: [at, at + agent.image.length],
    expected: '"claude" before the name of a task',
    title: 'Write claude.',
    safe: false,
    edits: [[at, at + agent.image.length, 'claude']],
  };
};

function isTarget(name: string, text: string): boolean {
  const pattern = new RegExp(String.raw`(?:->|\bthen|\bstart)[ \t]+${name}(?![ \t]*[\p{L}\p{N}_])`, 'u');
  return pattern.test(text);
}

/** The index of the first token of a line that is looked for; -1 where none is. */
function indexIn({ tokens, start, text }: Line, isSought: (index: number) => boolean): number {
  for (let index = firstAt(tokens, start); index < tokens.length; index += 1) {
    if ((tokens[index]?.startOffset ?? Infinity) >= start + text.length) return -1;
    if (isSought(index)) return index;
  }
  return -1;
}

/** Where the words that begin at a token end. */
function lastWord(tokens: readonly IToken[], from: number): number {
  let last = from;
  for (;;) {
    const next = tokens[last + 1];
    if (!next || next.startLine !== tokens[from]?.startLine || !isWord(next)) return endOf(tokens[last]);
    last += 1;
  }
}

function isWord(token: IToken): boolean {
  return (
    tokenMatcher(token, Word) ||
    token.tokenType === Phrase ||
    token.tokenType === Duration ||
    token.tokenType === NumberToken ||
    /^[\p{L}\p{N}_]+$/u.test(token.image)
  );
}

function endOf(token: IToken | undefined): number {
  return token ? token.startOffset + token.image.length : 0;
}
