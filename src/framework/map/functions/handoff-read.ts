import type { Value } from '../../../model/value.ts';
import { memberIn, textIn, toList, toRecord, toTexts, type Record } from './read-record.ts';

/** Units: events. Older ones go. */
const MAX_EVENTS = 25;

/**
 * What `learning-metrics.json` says once its hand-off was read, with the rules that the work broke again.
 *
 * Shape: the same members with the counters that this changes; `at` is a time of ISO 8601, `isImmediate` whether the hand-off was
 * read soon after it was written. Null for metrics that name no hand-off: there is nothing to count.
 */
export function handoffRead(metrics: Value, at: Value, isImmediate: Value, repeated: Value): Value {
  const before = toRecord(metrics);
  const handoff = toRecord(memberIn(before, 'current_handoff'));
  const counters = toRecord(memberIn(before, 'counters'));
  if (before === undefined || handoff === undefined || counters === undefined) return null;
  const now = typeof at === 'string' ? at : '';
  const workflow = textIn(handoff, 'workflow');
  const broken = toTexts(repeated);
  const event = (name: string): Value => ({ event: name, timestamp: now, workflow });
  const events = [
    ...toList(memberIn(before, 'events')),
    event('learning_handoff_consumed'),
    ...broken.map(() => event('learning_repeated_violation_detected')),
  ];
  return {
    schema_version: '1.0',
    branch: textIn(before, 'branch'),
    updated_at: now,
    counters: countersAfter(counters, isImmediate === true, broken.length),
    current_handoff: {
      workflow,
      generated_at: textIn(handoff, 'generated_at'),
      consumed_at: now,
      consumption_mode: isImmediate === true ? 'immediate' : 'deferred',
      consumption_source: 'map-learn',
      handoff_path: 'learning-handoff.md',
      handoff_json_path: 'learning-handoff.json',
    },
    events: events.slice(-MAX_EVENTS),
  };
}

/** What `learning-metrics.json` counts, each as `…_count`. */
export const LEARNING_COUNTERS = [
  'handoff_generated',
  'handoff_consumed',
  'immediate_learn',
  'deferred_learn',
  'never_used_handoff',
  'manual_summary',
  'pending_handoff',
  'repeated_violation_scan',
  'repeated_violation_match',
] as const;

type Counter = (typeof LEARNING_COUNTERS)[number];

/** Of a hand-off that was read nothing is pending. */
const SETTLED: ReadonlySet<Counter> = new Set(['never_used_handoff', 'pending_handoff']);

function countersAfter(before: Record, isImmediate: boolean, matches: number): Value {
  const more: Partial<{ readonly [Name in Counter]: number }> = {
    handoff_consumed: 1,
    [isImmediate ? 'immediate_learn' : 'deferred_learn']: 1,
    repeated_violation_scan: 1,
    repeated_violation_match: matches,
  };
  const countOf = (name: Counter): number => {
    if (SETTLED.has(name)) return 0;
    const value = memberIn(before, `${name}_count`);
    const was = typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
    return was + (more[name] ?? 0);
  };
  return Object.fromEntries(LEARNING_COUNTERS.map((name) => [`${name}_count`, countOf(name)]));
}
