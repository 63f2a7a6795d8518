import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liveLines } from '../../../src/cli/live/live-lines.ts';
import { createLiveState, seeEvent, type LiveState } from '../../../src/cli/live/live-state.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { applyEvent } from '../../../src/view/apply-event.ts';
import { createRunView } from '../../../src/view/run-view.ts';
import { events } from '../../helpers/short-events.ts';
import { stateAfter } from './state-after.ts';
import { displayWidth } from '../../../src/diagnostics/display-width.ts';

const DOING =
  '> Bash npm test -- --reporter=dot and a good deal more of it than there is room for on any screen at all';

/** A run with one task, and what its agent does. */
const LONE = {
  name: 'Check Code Complete',
  execution: 7,
  visit: 2,
  attempts: 3,
  since: 100_000,
  doing: DOING as string | undefined,
  costUsd: 1.204,
  costIsPartial: false,
  tokens: 341_200,
};

function stateOf(lone: Partial<typeof LONE> = {}): LiveState {
  const all = { ...LONE, ...lone };
  const { name, execution, visit, attempts, since, doing, costUsd, costIsPartial, tokens } = all;
  const state = createLiveState(createRunView());
  const address = { block: [], task: name, visit };
  const see = (event: RunEvent, now: number): void => {
    seeEvent(state, { ...event, address }, applyEvent(state.view, { ...event, address }), now);
  };
  const [run, start, turn] = events(
    ['run.started', ''],
    ['task.started', '', { execution, task: name }],
    ['agent.started', ''],
  );
  see(run!, 0);
  see(start!, since);
  for (let attempt = 0; attempt < attempts; attempt += 1) see(turn!, since);
  if (doing !== undefined) state.notes.set(state.view.executions[0]!, { since, attempt: attempts, doing });
  Object.assign(state.view, { costUsd, unpricedTurns: costIsPartial ? 1 : 0, tokens });
  return state;
}

const NOW = 172_400;

function shown(width: number, state = stateOf(), isSimulation = false): string[] {
  return liveLines(state, NOW, { width, rows: 24, isSimulation }).map(({ head, rest }) => head + rest);
}

describe('the live view', () => {
  test('has two lines where they fit, three where the terminal is narrow, and loses words before figures', () => {
    const widths = [120, 80, 40, 20].map((width) => [`-- ${width}`, ...shown(width)].join('\n'));
    expect(widths.join('\n')).toMatchInlineSnapshot(`
      "-- 120
      [7] Check Code Complete (visit 2, attempt 3)  1m 12s   run 2m 52s, $1.20, 341k tokens
      > Bash npm test -- --reporter=dot and a good deal more of it than there is room for on any screen at all
      -- 80
      [7] Check Code Complete (visit 2, attempt 3)  1m 12s
      run 2m 52s, $1.20, 341k tokens
      > Bash npm test -- --reporter=dot and a good deal more of it than there is room…
      -- 40
      [7] Check Code Complete v2 a3 1m 12s
      run 2m 52s, $1.20, 341k tokens
      > Bash npm test -- --reporter=dot and a…
      -- 20
      [7] Check Co… 1m 12s
      2m 52s $1.20
      > Bash npm test -- …"
    `);
  });

  test('is nothing where no task is under way', () => {
    expect(shown(80, stateAfter(['task.started', 'A'], ['task.finished', 'A']))).toEqual([]);
    expect(shown(80, { ...stateOf(), isResting: true })).toEqual([]);
    expect(shown(80, stateAfter(['task.started', 'A'], ['human.asked', 'A']))).toEqual([]);
    expect(shown(80, createLiveState(createRunView()))).toEqual([]);
  });

  test('says on every line that it shows a simulation', () => {
    for (const line of shown(80, stateOf(), true)) expect(line).toMatch(/^\[simulation\] /);
    for (const line of shown(20, stateOf(), true)) expect(line).toMatch(/^\[sim\] /);
  });

  test('says that a cost is not the whole', () => {
    const partial = stateOf({ costIsPartial: true });
    expect(shown(120, partial)[0]).toContain('at least $1.20');
    expect(shown(20, partial)[1]).toContain('$1.20+');
  });

  test('cuts wide and combining characters at whole signs', () => {
    const doing = '漢字かな交じり文e\u0301e\u0301👩‍👩‍👧漢字かな交じり文';
    expect(shown(20, stateOf({ doing }))[2]).toBe('漢字かな交じり文e\u0301e\u0301…');
  });

  test('shows nothing that a terminal would obey', () => {
    const hostile = '\u001b[2J\u009b31m\u202e\u2066\r\n\u0007x\ud800\u0000';
    const lines = shown(60, stateOf({ name: hostile, doing: hostile })).join('\n');
    // oxlint-disable-next-line no-control-regex
    expect(lines).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(lines.isWellFormed()).toBe(true);
  });

  test('fits any width, whatever stands in it', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    const task = fc.record({
      name: text,
      execution: fc.nat(),
      visit: fc.nat(),
      attempts: fc.nat(20),
      since: fc.nat(NOW),
      doing: fc.option(text, { nil: undefined }),
    });
    const figures = fc.record({
      costUsd: fc.double({ min: 0, max: 1e6, noNaN: true }),
      costIsPartial: fc.boolean(),
      tokens: fc.nat(),
    });
    fc.assert(
      fc.property(
        task,
        figures,
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        (each, more, width, isSimulation) => {
          const lines = shown(width, stateOf({ ...each, ...more }), isSimulation);
          expect(lines.length).toBeLessThanOrEqual(3);
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(width, 13));
        },
      ),
    );
  });
});
