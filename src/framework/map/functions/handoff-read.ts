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

function countersAfter(before: Record, isImmediate: boolean, matches: number): Value {
  const count = (name: string, more: number): number => {
    const value = memberIn(before, name);
    return (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0) + more;
  };
  return {
    handoff_generated_count: count('handoff_generated_count', 0),
    handoff_consumed_count: count('handoff_consumed_count', 1),
    immediate_learn_count: count('immediate_learn_count', isImmediate ? 1 : 0),
    deferred_learn_count: count('deferred_learn_count', isImmediate ? 0 : 1),
    never_used_handoff_count: 0,
    manual_summary_count: count('manual_summary_count', 0),
    pending_handoff_count: 0,
    repeated_violation_scan_count: count('repeated_violation_scan_count', 1),
    repeated_violation_match_count: count('repeated_violation_match_count', matches),
  };
}
