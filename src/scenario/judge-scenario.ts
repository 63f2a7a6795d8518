import { nearestPlace } from '../agent/scripted/place-match.ts';
import { blockKeyOf, type Address } from '../model/address.ts';
import { placeOfTask } from '../model/place.ts';
import type { Execution, RunView } from '../view/run-view.ts';
import { differences } from './deep-subset.ts';
import { pathDifference } from './path-difference.ts';
import type { Played } from './play-scenario.ts';
import type { Expectation } from './scenario-file.ts';

/** One thing that is not as a scenario says. Shape: lines of a person's text, the first of them a sentence or a heading. */
export type Failure = readonly string[];

/** What of a run is not as it was expected, in the order of `expect`. */
export function judgeExpectation(expect: Expectation, played: Played): readonly Failure[] {
  const entered = entriesOf(played.view).map(({ address }) => address);
  return [
    ...endFailures(expect, played),
    ...pathFailures(expect, entered),
    ...visitFailures(expect, entered),
    ...askFailures(expect, played),
    ...valueFailures(expect, played),
  ];
}

/** The entries of tasks in order; what resumes after an interruption is none. */
export function entriesOf({ executions }: RunView): readonly Execution[] {
  return executions.filter(({ resumes }) => !resumes);
}

function endFailures(expect: Expectation, { state }: Played): readonly Failure[] {
  const { finished, paused } = state;
  if (expect.paused !== undefined) return pauseFailures(expect.paused, state);
  if (finished === undefined) {
    return [[`It paused (${paused?.reason ?? 'interrupted'}), and was not to: ${paused?.message ?? ''}`]];
  }
  return finishFailures(expect, finished);
}

function finishFailures(
  { outcome, failed, because }: Expectation,
  { reason = '', ...finished }: NonNullable<Played['state']['finished']>,
): readonly Failure[] {
  return [
    ...(outcome === undefined || outcome === finished.outcome
      ? []
      : [[`The outcome "${outcome}" was expected, not ${quoted(finished.outcome)}.`]]),
    ...(failed === undefined || failed === finished.failed
      ? []
      : [[failed ? 'A failed end was expected, and it is none.' : 'Its end is marked "failed".']]),
    ...(because === undefined || reason.includes(because)
      ? []
      : [[`Its end was to say ${quoted(because)}, and says ${quoted(reason)}.`]]),
  ];
}

function pauseFailures(
  { reason, at }: NonNullable<Expectation['paused']>,
  { finished, paused, open }: Played['state'],
): readonly Failure[] {
  if (finished !== undefined) {
    return [[`It was to pause (${reason}), and came to the end ${quoted(finished.outcome)}.`]];
  }
  if (paused?.reason !== reason) {
    return [[`It was to pause for "${reason}", not "${paused?.reason ?? ''}": ${paused?.message ?? ''}`]];
  }
  if (at === undefined) return [];
  const waiting = [...open.values()].filter(({ question, failed }) => question ?? failed);
  const there = (waiting.length > 0 ? waiting : [...open.values()]).map(({ address }) => address);
  if (there.some((address) => nearestPlace([at], address) !== undefined)) return [];
  return [[`It was to pause at "${at}", not at ${listed(there.map(placeOfTask))}.`]];
}

function pathFailures({ path, includes }: Expectation, entered: readonly Address[]): readonly Failure[] {
  const failures: Failure[] = [];
  if (path !== undefined) {
    const happened = entered.flatMap(({ block, task = '' }) => (block.length === 0 ? [task] : []));
    const lines = pathDifference(path, happened);
    if (lines.length > 0) failures.push(lines);
  }
  let from = 0;
  for (const [index, place] of (includes ?? []).entries()) {
    const at = entered.findIndex((each, step) => step >= from && nearestPlace([place], each) !== undefined);
    if (at < 0) {
      const after = index === 0 ? '' : `, after "${includes?.[index - 1] ?? ''}"`;
      const happened = entered.slice(from, from + MAX_LISTED).map(placeOfTask);
      failures.push([
        `"${place}" was to be entered${after}; what came: ${listed(happened)}${entered.length > from + MAX_LISTED ? ' …' : '.'}`,
      ]);
      break;
    }
    from = at + 1;
  }
  return failures;
}

function visitFailures({ visits = {} }: Expectation, entered: readonly Address[]): readonly Failure[] {
  return Object.entries(visits).flatMap(([place, expected]): readonly Failure[] => {
    const found = entered.filter((each) => nearestPlace([place], each) !== undefined).length;
    if (found === expected) return [];
    return [[`"${place}" was to be entered ${times(expected)}, and was ${times(found)}.`]];
  });
}

/** A prompt, command or question of which a text is missing; the text that was there instead is shown. */
function askFailures({ asks = {} }: Expectation, { asked }: Played): readonly Failure[] {
  return Object.entries(asks).flatMap(([place, visits]): readonly Failure[] => {
    const found = asked.filter(({ address }) => nearestPlace([place], address) !== undefined);
    return visits.flatMap((texts, index): readonly Failure[] => {
      const wanted = typeof texts === 'string' ? [texts] : texts;
      const text = found[index]?.text;
      const missing = wanted.filter((each) => text?.includes(each) !== true);
      if (missing.length === 0) return [];
      if (text === undefined)
        return [[`"${place}" was to ask ${times(index + 1)}, and did ${times(found.length)}.`]];
      const lines = text.trimEnd().split('\n');
      const more = lines.length > MAX_SHOWN ? [`… (${lines.length - MAX_SHOWN} more lines)`] : [];
      const heading = `Visit ${index + 1} of "${place}" asks without ${missing.map((each) => JSON.stringify(each)).join(', ')}:`;
      return [[heading, ...[...lines.slice(0, MAX_SHOWN), ...more].map((line) => `  ${line}`)]];
    });
  });
}

/** Units: lines of a prompt. */
const MAX_SHOWN = 80;

function valueFailures({ result, bound }: Expectation, { state }: Played): readonly Failure[] {
  const names = state.blocks.get(blockKeyOf([]))?.bound ?? new Map();
  return [
    ...(result === undefined ? [] : differences('result', result, state.finished?.result)),
    ...(bound === undefined ? [] : differences('bound', bound, Object.fromEntries(names))),
  ].map((line) => [line]);
}

/** Units: names. */
const MAX_LISTED = 8;

function listed(places: readonly string[]): string {
  if (places.length === 0) return 'nothing';
  const some = [...new Set(places)].slice(0, MAX_LISTED).map((place) => `"${place}"`);
  return some.join(', ');
}

function times(count: number): string {
  return count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`;
}

function quoted(outcome: string | null): string {
  return outcome === null ? 'of a task without actions' : `"${outcome}"`;
}
