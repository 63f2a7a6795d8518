import type { IToken } from 'chevrotain';
import type { Extra, Fix, Report } from '../../diagnostics/diagnostic.ts';
import { invariant } from '../../util/invariant.ts';
import type { Source } from '../../text/source.ts';
import type { ToleratedToken } from '../grammar/value-grammar.ts';
import { NEEDED_BEHIND, READ_ANYWAY } from './mistakes.ts';
import { ruleHelp } from './rule-help.ts';
import { AssignedWord } from '../words/name-tokens.ts';
import { Equals } from '../words/signs.ts';
import { describe } from '../words/describe.ts';
import { removal } from './syntax-fixes.ts';

/**
 * Tells of a word or a brace that was read although it is not written so.
 *
 * Errors: reports `braced-task`, `unknown-word`, `unexpected-word`.
 */
export function reportTolerated(source: Source, toleratedToken: ToleratedToken, report: Report): void {
  const { token, closing } = toleratedToken;
  const span = spanOf(source, token);
  if (toleratedToken.missing !== undefined) return reportMissing(source, toleratedToken, report);
  if (token.image === '{') {
    const edits = [removal(source, token), ...(closing ? [removal(source, closing)] : [])];
    const fix = { title: 'Take the braces away.', safe: closing !== undefined, edits };
    return report('braced-task', span, {}, { fix });
  }
  if (token.tokenType === AssignedWord) {
    const edits = [{ span: { ...span, end: span.start }, newText: 'with ' }];
    const fix = { title: 'Put with here.', safe: true, edits };
    return report(
      'unexpected-word',
      span,
      { expected: '"with" before it', found: `"${token.image}"` },
      fixed(fix),
    );
  }
  if (token.tokenType === Equals) return reportEquals(source, toleratedToken, report);
  const needed = NEEDED_BEHIND.get(token.image);
  if (needed !== undefined)
    return report('unexpected-word', span, { expected: needed, found: 'nothing' }, actionHelp());
  const read = READ_ANYWAY.get(token.image);
  invariant(read, 'a tolerated word has its entry');
  const { expected, instead } = read;
  report('unknown-word', span, { word: token.image, expected }, fixOf(source, token, instead));
}

function actionHelp(rule = 'action'): Extra {
  return { help: ruleHelp(rule) };
}

const OWN_LINE = 'an action on a line of its own';

/** What should stand before a token, or behind it on its line. */
function reportMissing(source: Source, { token, missing, after }: ToleratedToken, report: Report): void {
  const span = spanOf(source, token);
  const found = describe(token.image);
  if (missing === 'comma' && after) {
    const at = after.startOffset + after.image.length;
    const edits = [{ span: { source, start: at, end: at }, newText: ',' }];
    const fix = { title: 'Put a comma before it.', safe: true, edits };
    return report('unexpected-word', span, { expected: '"," before it', found }, fixed(fix));
  }
  const isTarget = token.image === '->';
  const line = isTarget ? 'one target behind an action, and the next action on a line of its own' : OWN_LINE;
  const expected = missing === 'line' ? line : '"->" and a target behind it, on its line';
  report('unexpected-word', span, { expected, found }, actionHelp());
}

/** An arrow as other languages write it. Errors: reports `unexpected-word`. */
export function reportFatArrow(source: Source, token: IToken, report: Report): void {
  const span = spanOf(source, token);
  const fix = { title: 'Write ->.', safe: true, edits: [{ span, newText: '->' }] };
  report('unexpected-word', span, { expected: '"->"', found: '"=>"' }, fixed(fix));
}

/** The word of a clause with "=" behind it, in a task that sets no names. */
function reportEquals(source: Source, { token, after }: ToleratedToken, report: Report): void {
  const fix = { title: 'Leave = out.', safe: true, edits: [removal(source, token)] };
  const expected = `no sign behind "${after?.image ?? ''}"`;
  report('unexpected-word', spanOf(source, token), { expected, found: '"="' }, fixed(fix));
}

function fixOf(source: Source, token: IToken, instead: string | undefined): Extra {
  if (instead === undefined) return actionHelp(token.image === 'max' ? 'bound' : 'action');
  const span = spanOf(source, token);
  const edit = instead === '' ? removal(source, token) : { span, newText: instead };
  const title = instead === '' ? `Leave ${token.image} out.` : `Write ${instead}.`;
  return fixed({ title, safe: true, edits: [edit] });
}

/** A fix says what to do. */
function fixed(fix: Fix): Extra {
  return { fix, help: fix.title };
}

function spanOf(source: Source, { startOffset, image }: IToken) {
  return { source, start: startOffset, end: startOffset + image.length };
}
