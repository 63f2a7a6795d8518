import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import {
  firstParting,
  inputsThatDiffer,
  tasksThatDiffer,
  type ComparedRun,
} from '../../src/page/model/compare.ts';
import { RunModel } from '../../src/page/model/run-model.ts';
import { runPageOf } from '../../src/report/run-page.ts';
import { RunRows } from '../../src/report/run-rows.ts';
import { runViewOf } from '../../src/view/apply-event.ts';
import { played } from '../run/played-run.ts';
import { nestedRuns } from '../run/random-nested.ts';
import { tries } from '../helpers/tries.ts';

/** A run as the page has it, without the reasons of its ways. */
function comparedOf(events: readonly RunEvent[]): ComparedRun {
  const view = runViewOf(events);
  const rows = new RunRows();
  rows.update(view);
  const model = new RunModel();
  model.take(rows.since(0));
  const page = runPageOf({
    name: 'a/slip-001',
    view,
    isDriven: false,
    program: undefined,
    run: { id: '', branch: '', root: '', artifacts: '' },
    events: () => events,
  });
  return { page, model, reasons: new Map() };
}

/** How often tasks were entered. */
function entries({ model }: ComparedRun): number {
  return model.spans.filter(({ resumes }) => !resumes).length;
}

describe('two runs that are compared', () => {
  test('take the same way, and differ in nothing, where they are one', async () => {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), async (random) => {
        const { events } = await played(random);
        const [a, b] = [comparedOf(events), comparedOf(events)];
        expect(firstParting(a, b)).toBeUndefined();
        expect(tasksThatDiffer(a, b)).toEqual([]);
        expect(inputsThatDiffer(a, b)).toEqual([]);
      }),
      { numRuns: tries(40, 15) },
    );
  });

  test('part, or do not, whichever comes first', async () => {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), nestedRuns(), async (one, other) => {
        const a = comparedOf((await played(one)).events);
        const b = comparedOf((await played(other)).events);
        expect(firstParting(b, a) === undefined).toBe(firstParting(a, b) === undefined);
      }),
      { numRuns: tries(40, 15) },
    );
  });

  test('part where one has not come as far as the other, and nowhere before', async () => {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), fc.nat(), async (random, cut) => {
        const { events } = await played(random);
        const whole = comparedOf(events);
        const part = comparedOf(events.slice(0, 1 + (cut % events.length)));
        const parting = firstParting(part, whole);
        if (entries(part) === entries(whole) && parting === undefined) return;
        // What the shorter one has there had not ended when it was cut, or is not there at all.
        const step = parting?.steps[0];
        expect(step === undefined || step.span.endSeq === null).toBe(true);
        expect(parting?.steps[1]).toBeDefined();
      }),
      { numRuns: tries(60, 20) },
    );
  });
});
