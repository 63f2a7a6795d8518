import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunModel, type Mark } from '../../src/page/model/run-model.ts';
import { storyOf } from '../../src/page/model/story.ts';
import { RunRows } from '../../src/report/run-rows.ts';
import { applyEvent, runViewOf } from '../../src/view/apply-event.ts';
import { createRunView } from '../../src/view/run-view.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { played } from '../run/played-run.ts';
import { nestedRuns } from '../run/random-nested.ts';
import { tries } from '../helpers/tries.ts';

/** The rows of a run that is read at once. */
function modelOf(events: readonly RunEvent[]): RunModel {
  const rows = new RunRows();
  rows.update(runViewOf(events));
  const model = new RunModel();
  model.take(rows.since(0));
  return model;
}

/** Whether something was begun, and over, as far as a mark says it. */
const STAGES: Readonly<Record<Mark, 'none' | 'open' | 'over'>> = {
  none: 'none',
  waiting: 'open',
  working: 'open',
  stopped: 'open',
  done: 'over',
  failed: 'over',
  back: 'over',
  skipped: 'over',
};

describe('rows that a reader gets as they change', () => {
  test('are in the end those of a reader who comes late', async () => {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), fc.infiniteStream(fc.nat(9)), async (random, gaps) => {
        const { events } = await played(random);
        const view = createRunView();
        const rows = new RunRows();
        const model = new RunModel();
        let left = 0;
        for (const event of events) {
          applyEvent(view, event);
          left -= 1;
          if (left > 0) continue;
          left = gaps.next().value ?? 1;
          rows.update(view);
          model.take(rows.since(model.version));
        }
        rows.update(view);
        model.take(rows.since(model.version));
        const late = modelOf(events);
        expect(model.spans).toEqual(late.spans);
        expect(model.blocks).toEqual(late.blocks);
        expect(model.blocks.map(({ index }) => model.spansIn(index))).toEqual(
          late.blocks.map(({ index }) => late.spansIn(index)),
        );
      }),
      { numRuns: tries(60, 20) },
    );
  });

  test('that have not changed are not sent again', async () => {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), async (random) => {
        const { events } = await played(random);
        const rows = new RunRows();
        const view = runViewOf(events);
        rows.update(view);
        const { version } = rows.since(0);
        rows.update(view);
        expect(rows.since(version)).toEqual({ version, blocks: [], spans: [] });
      }),
      { numRuns: 20 },
    );
  });

  test('of a journal that was begun anew are all of them', () => {
    const rows = new RunRows();
    rows.update(createRunView());
    rows.update(createRunView());
    expect(rows.since(99).blocks.map(({ kind }) => kind)).toEqual(['root']);
  });
});

describe('a moment of a run', () => {
  test('shows what its journal said up to there', async () => {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), fc.nat(1000), async (random, place) => {
        const { events } = await played(random);
        const at = 1 + (place % Math.max(1, events.length));
        const whole = modelOf(events);
        const then = modelOf(events.slice(0, at));
        const stages = (model: RunModel): readonly string[] =>
          model.spans
            .map((span) => `${span.task} ${span.visit}: ${STAGES[model.markOf(span, at)]}`)
            .filter((each) => !each.endsWith('none'));
        expect(stages(whole)).toEqual(stages(then));
      }),
      { numRuns: tries(60, 20) },
    );
  });

  test('has a story that tells each step that had begun once, or folds the block that it is in', async () => {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), fc.nat(1000), async (random, place) => {
        const { events } = await played(random);
        const at = 1 + (place % Math.max(1, events.length));
        const model = modelOf(events);
        const story = storyOf({ model, reasons: new Map(), at, unfolded: new Set() });
        const told = story.flatMap((line) =>
          line.kind === 'step'
            ? [line.span.number]
            : line.kind === 'folded'
              ? model.spansIn(line.block.index).map(({ number }) => number)
              : [],
        );
        const begun = model.spans.filter(({ seq }) => seq <= at).map(({ number }) => number);
        expect(told.toSorted((a, b) => a - b)).toEqual(begun);
      }),
      { numRuns: tries(60, 20) },
    );
  });
});
