import {
  Alternation,
  Alternative,
  type IProduction,
  type IToken,
  NonTerminal,
  Option,
  Repetition,
  RepetitionMandatory,
  RepetitionMandatoryWithSeparator,
  RepetitionWithSeparator,
  type Rule,
  Terminal,
  type TokenType,
  tokenMatcher,
} from 'chevrotain';
import { WordsExpected } from '../words/expected.ts';
import { MapGrammar } from './map-grammar.ts';

/** What may come next. Shape: `rules` lead there from the outermost; one with a label is `rule:label`. */
export interface NextWord {
  readonly type: TokenType;
  readonly rules: readonly string[];
}

/** Where a walk through the grammar stands: before a production of a sequence, with what comes after it. */
interface Frame {
  readonly sequence: readonly IProduction[];
  readonly at: number;
  readonly rule: string;
  readonly parent: Frame | undefined;
  readonly depth: number;
}

interface Open extends Frame {
  readonly terminal: TokenType;
}

/** More ways than a text of the language has at a place; what a hostile one would have beyond is left out. */
const MAX_WAYS = 500;
const MAX_DEPTH = 300;

let productions: Record<string, Rule> | undefined;

/**
 * What the grammar lets stand behind some tokens.
 *
 * Goes through the grammar that the parser itself is made of. Behind a fault it begins anew with the next line that can be a
 * clause of `rule`, which is how most texts that are being written go on.
 */
export function nextWords(
  tokens: readonly IToken[],
  rule: 'map' | 'task' | 'end' | 'block',
): readonly NextWord[] {
  const start = grammar()[rule];
  if (!start) return [];
  const again = openOf(clausesOf(start));
  let open = openOf({ sequence: start.definition, at: 0, rule, parent: undefined, depth: 0 });
  let line: number | undefined;
  for (const token of tokens) {
    const isFirst = token.startLine !== line;
    line = token.startLine;
    const after = advance(open, token);
    open = after.length === 0 && isFirst ? advance(again, token) : after;
  }
  return toWords(open);
}

/** What a clause of a rule begins with. */
export function firstWords(rule: 'map' | 'block'): readonly NextWord[] {
  const start = grammar()[rule];
  return start ? toWords(openOf(clausesOf(start))) : [];
}

function toWords(open: readonly Open[]): readonly NextWord[] {
  return open.map(({ terminal, ...frame }) => ({ type: terminal, rules: rulesOf(frame) }));
}

function grammar(): Record<string, Rule> {
  productions ??= new MapGrammar(new WordsExpected()).getGAstProductions();
  return productions;
}

function advance(open: readonly Open[], token: IToken): readonly Open[] {
  const next = open.filter(({ terminal }) => tokenMatcher(token, terminal));
  return unique(next.flatMap((each) => openOf({ ...each, at: each.at + 1 }))).slice(0, MAX_WAYS);
}

/** The repetition of clauses that a rule is made of. */
function clausesOf({ definition, name }: Rule): Frame {
  const at = definition.findIndex((each) => each instanceof Repetition);
  return { sequence: definition, at: Math.max(at, 0), rule: name, parent: undefined, depth: 0 };
}

/** The terminals that can come next at a place. */
function openOf(frame: Frame): readonly Open[] {
  const production = frame.sequence[frame.at];
  if (frame.depth > MAX_DEPTH) return [];
  if (production === undefined) return frame.parent ? openOf(frame.parent) : [];
  if (production instanceof Terminal) return [{ ...frame, terminal: production.terminalType }];
  const after: Frame = { ...frame, at: frame.at + 1 };
  const into = insidesOf(production, frame, after).flatMap((each) =>
    openOf({ ...each, depth: frame.depth + 1 }),
  );
  return isOptional(production) ? [...into, ...openOf(after)] : into;
}

function isOptional(production: IProduction): boolean {
  return [Option, Repetition, RepetitionWithSeparator].some((kind) => production instanceof kind);
}

/** Where a walk goes that enters a production; `after` is what follows it. */
function insidesOf(production: IProduction, frame: Frame, after: Frame): readonly Frame[] {
  const inside = (sequence: readonly IProduction[], parent: Frame, rule = frame.rule): Frame => {
    return { sequence, at: 0, rule, parent, depth: 0 };
  };
  if (production instanceof NonTerminal)
    return [inside(production.referencedRule.definition, after, nameOf(production))];
  if (production instanceof Alternation) {
    return production.definition.flatMap((each) =>
      each instanceof Alternative ? [inside(each.definition, after)] : [],
    );
  }
  if (production instanceof Option) return [inside(production.definition, after)];
  if (production instanceof Repetition) return [inside(production.definition, frame)];
  if (
    production instanceof RepetitionWithSeparator ||
    production instanceof RepetitionMandatoryWithSeparator
  ) {
    return [inside(production.definition, moreOf(production, after))];
  }
  if (!(production instanceof RepetitionMandatory)) return [];
  const more = new Repetition({ definition: production.definition });
  return [inside(production.definition, inside([more], after))];
}

function nameOf({ label, nonTerminalName: name }: NonTerminal): string {
  return label === undefined || label === name ? name : `${name}:${label}`;
}

/** What follows the first of a list: separators with further ones, or what is after the list. */
function moreOf(list: RepetitionWithSeparator | RepetitionMandatoryWithSeparator, after: Frame): Frame {
  const separator = new Terminal({ terminalType: list.separator });
  const more = new Repetition({ definition: [separator, ...list.definition] });
  return { ...after, sequence: [more], at: 0, parent: after };
}

function rulesOf(frame: Frame): readonly string[] {
  const rules: string[] = [];
  for (let each: Frame | undefined = frame; each; each = each.parent) {
    if (rules.at(-1) !== each.rule) rules.push(each.rule);
  }
  return rules.toReversed();
}

/** Ways that stand before the same terminal with the same to come are one. */
function unique(open: readonly Open[]): readonly Open[] {
  const seen = new Set<string>();
  return open.filter((each) => {
    const key = `${each.terminal.name} ${each.at} ${rulesOf(each).join(' ')} ${depthOf(each)}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function depthOf(frame: Frame): number {
  let depth = 0;
  for (let each = frame.parent; each; each = each.parent) depth += 1;
  return depth;
}
