import type { Value } from '../../../model/value.ts';
import { booleanIn, lineOf, listIn, numberIn, textIn, wordOf } from './member.ts';

const REFUSALS: ReadonlySet<string> = new Set([
  'revise',
  'block',
  'needs_investigation',
  'needs_revision',
  'rejected',
  'fail',
  'failed',
  'improve',
  'reconsider',
]);

/**
 * Why a result sends the work back, on one line; undefined for one that accepts it.
 *
 * A recommendation against the work counts also beside `valid: true`. Units: at most 1,000 UTF-16.
 */
export function complaintOf(result: Value): string | undefined {
  return isRefusal(result) ? lineOf(reasonOf(result), 1000) : undefined;
}

function isRefusal(result: Value): boolean {
  const says = ['valid', 'passed', 'approved', 'validation_passed'].map((name) => booleanIn(result, name));
  if (says.includes(false)) return true;
  const exitCode = numberIn(result, 'exitCode');
  if (exitCode !== undefined && exitCode !== 0) return true;
  const word = textIn(result, 'recommendation', 'verdict', 'status');
  return word !== undefined && REFUSALS.has(wordOf(word));
}

function reasonOf(result: Value): string {
  const said = textIn(result, 'feedback_for_actor', 'feedback', 'reason', 'summary');
  if (said !== undefined) return said;
  const [issue] = listIn(result, 'issues');
  const text = typeof issue === 'string' ? issue : textIn(issue, 'title', 'description');
  if (text !== undefined) return text;
  const exitCode = numberIn(result, 'exitCode');
  const output = textIn(result, 'stdout');
  return exitCode === undefined ? 'rejected' : `exit code ${exitCode}: ${(output ?? '').slice(-800)}`;
}
