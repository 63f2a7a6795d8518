import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handoffRead } from '../../../../src/framework/map/functions/handoff-read.ts';

const METRICS = {
  schema_version: '1.0',
  branch: 'feat/x',
  updated_at: '2026-11-25T09:50:00Z',
  counters: {
    handoff_generated_count: 1,
    handoff_consumed_count: 2,
    immediate_learn_count: 1,
    deferred_learn_count: 0,
    never_used_handoff_count: 0,
    manual_summary_count: 3,
    pending_handoff_count: 1,
    repeated_violation_scan_count: 0,
    repeated_violation_match_count: 0,
  },
  current_handoff: { workflow: 'map-efficient', generated_at: '2026-11-25T09:50:00Z', consumed_at: null },
  events: [],
};

describe('a hand-off that was read', () => {
  test('is counted as read, with the rules that were broken again', () => {
    expect(handoffRead(METRICS, '2026-11-25T10:00:00Z', true, ['A', 'B'])).toEqual({
      schema_version: '1.0',
      branch: 'feat/x',
      updated_at: '2026-11-25T10:00:00Z',
      counters: {
        handoff_generated_count: 1,
        handoff_consumed_count: 3,
        immediate_learn_count: 2,
        deferred_learn_count: 0,
        never_used_handoff_count: 0,
        manual_summary_count: 3,
        pending_handoff_count: 0,
        repeated_violation_scan_count: 1,
        repeated_violation_match_count: 2,
      },
      current_handoff: {
        workflow: 'map-efficient',
        generated_at: '2026-11-25T09:50:00Z',
        consumed_at: '2026-11-25T10:00:00Z',
        consumption_mode: 'immediate',
        consumption_source: 'map-learn',
        handoff_path: 'learning-handoff.md',
        handoff_json_path: 'learning-handoff.json',
      },
      events: ['consumed', 'repeated_violation_detected', 'repeated_violation_detected'].map((name) => ({
        event: name === 'consumed' ? 'learning_handoff_consumed' : `learning_${name}`,
        timestamp: '2026-11-25T10:00:00Z',
        workflow: 'map-efficient',
      })),
    });
  });

  test('is deferred where it was read late, and keeps the newest 25 events', () => {
    const metrics = { ...METRICS, events: Array.from({ length: 40 }, (_, index) => ({ event: `${index}` })) };
    const after = handoffRead(metrics, 'now', false, []) as unknown as {
      readonly counters: object;
      readonly events: readonly { readonly event: string }[];
    };
    expect(after.counters).toMatchObject({ immediate_learn_count: 1, deferred_learn_count: 1 });
    expect([after.events.length, after.events[0]?.event]).toEqual([25, '16']);
    expect(after.events.at(-1)?.event).toBe('learning_handoff_consumed');
  });

  test('of metrics that name none is nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const metrics = value as never;
        expect(() => handoffRead(metrics, metrics, metrics, metrics)).not.toThrow();
      }),
    );
    expect(handoffRead({ counters: {} }, 'now', true, [])).toBeNull();
    expect(handoffRead(null, 'now', true, [])).toBeNull();
  });
});
