import { type IToken, tokenMatcher } from 'chevrotain';
import { K, TaskType } from '../words/words.ts';
import { firstAt, type Line, lineStart } from './line.ts';

/** The head that a line stands below. Units: `column` is 0-based; `index` that of its token. */
export interface Head {
  readonly word: string;
  readonly column: number;
  readonly index: number;
}

/** More than a task has between its head and its end. */
const MAX_TOKENS = 2000;

/** The head of the task or end that a line stands below; undefined at the beginning of the map or of a block. */
export function headAbove({
  source,
  start,
  tokens,
}: Pick<Line, 'source' | 'start' | 'tokens'>): Head | undefined {
  const last = firstAt(tokens, start) - 1;
  if (tokens[last]?.image === '{') return undefined;
  for (let index = last; index >= Math.max(0, last - MAX_TOKENS); index -= 1) {
    const token = tokens[index];
    if (!token || !isHead(token, tokens[index - 1])) continue;
    const from = lineStart(source.text, token.startOffset) ?? token.startOffset;
    return { word: token.image, column: token.startOffset - from, index };
  }
  return undefined;
}

/** Whether a line stands below the head of a task, and may be a clause or an action of it. */
export function isInTask(line: Line): boolean {
  const head = headAbove(line);
  return head !== undefined && head.word !== 'end';
}

function isHead(token: IToken, before: IToken | undefined): boolean {
  if (!tokenMatcher(token, TaskType) && token.tokenType !== K.end) return false;
  return before?.startLine !== token.startLine;
}
