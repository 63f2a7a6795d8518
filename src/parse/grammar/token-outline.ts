import { type IToken, tokenMatcher } from 'chevrotain';
import { Text } from '../words/literals.ts';
import { Phrase } from '../words/name-tokens.ts';
import { Closes, Opens } from '../words/signs.ts';
import { K, TaskType, Word } from '../words/words.ts';

/** A block as its tokens tell, whether the map is sound or not. Shape: `path` are the keys that lead to it in the JSON form. */
export interface OutlinedBlock {
  readonly path: readonly string[];
  /** The names of its tasks and ends. */
  readonly tasks: string[];
}

/**
 * What a place of a map is in.
 *
 * Shape: `task` is the task or end that it is behind the head of, `type` the word that begins that; both undefined before the
 * first of a block. Units: `from` is the index of the token that begins it, or the block.
 */
export interface OutlinedPlace {
  readonly block: OutlinedBlock;
  readonly task: string | undefined;
  readonly type: string | undefined;
  readonly from: number;
}

interface Level {
  readonly block: OutlinedBlock;
  place: OutlinedPlace;
  /** The brackets that are open in it. */
  open: number;
}

/** Finds what the place before the token of an index is in; tasks behind it are listed too. */
export function outlineAt(tokens: readonly IToken[], index: number): OutlinedPlace {
  const root: OutlinedBlock = { path: [], tasks: [] };
  const levels: Level[] = [{ block: root, place: startOf(root, 0), open: 0 }];
  let found: OutlinedPlace | undefined;
  for (let at = 0; at <= tokens.length; at += 1) {
    const level = levels.at(-1);
    if (at === index) found = level?.place;
    const token = tokens[at];
    if (!token || !level) break;
    step(token, { tokens, at, level, levels });
  }
  return found ?? startOf(root, 0);
}

interface Step {
  readonly tokens: readonly IToken[];
  readonly at: number;
  readonly level: Level;
  readonly levels: Level[];
}

function step(token: IToken, at: Step): void {
  const { level } = at;
  if (token.tokenType === Opens.brace) open(at);
  else if (token.tokenType === Closes.brace) close(at);
  else if (level.open === 0) {
    const name = headName(token, at);
    if (name === undefined) return;
    level.block.tasks.push(name);
    level.place = { block: level.block, task: name, type: token.image, from: at.at };
  }
}

/** The name of the task or end that a token begins: the first of its line. */
function headName(token: IToken, { tokens, at }: Step): string | undefined {
  const isHead = tokenMatcher(token, TaskType) || token.tokenType === K.end;
  return isHead && tokens[at - 1]?.startLine !== token.startLine ? nameOf(tokens[at + 1]) : undefined;
}

function open({ tokens, at, level, levels }: Step): void {
  const inner = level.open === 0 ? innerPath(tokens, at, level.place) : undefined;
  if (inner === undefined) level.open += 1;
  else {
    const block = { path: inner, tasks: [] };
    levels.push({ block, place: startOf(block, at), open: 0 });
  }
}

function close({ level, levels }: Step): void {
  if (level.open > 0) level.open -= 1;
  else if (levels.length > 1) levels.pop();
}

function startOf(block: OutlinedBlock, from: number): OutlinedPlace {
  return { block, task: undefined, type: undefined, from };
}

/** The path of the block that a brace opens: `branch Name {`, `body {`, either with a description. */
function innerPath(
  tokens: readonly IToken[],
  brace: number,
  place: OutlinedPlace,
): readonly string[] | undefined {
  if (place.task === undefined) return undefined;
  const own = [...place.block.path, 'taskDefinitions', place.task];
  const skip = isText(tokens[brace - 1]) && tokens[brace - 2]?.tokenType !== K.branch ? 1 : 0;
  const last = tokens[brace - 1 - skip];
  if (last?.tokenType === K.body) return [...own, 'body'];
  const name = nameOf(last);
  return tokens[brace - 2 - skip]?.tokenType === K.branch && name !== undefined
    ? [...own, 'branches', name]
    : undefined;
}

function isText(token: IToken | undefined): boolean {
  return token !== undefined && tokenMatcher(token, Text);
}

function nameOf(token: IToken | undefined): string | undefined {
  if (!token) return undefined;
  if (tokenMatcher(token, Word) || token.tokenType === Phrase) return token.image.replaceAll(/[ \t]+/g, ' ');
  if (!isText(token)) return undefined;
  try {
    const value: unknown = JSON.parse(token.image);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // It is fenced, or not closed.
    return undefined;
  }
}
