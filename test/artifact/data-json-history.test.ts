import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DataJsonHistory } from '../../src/artifact/data-json-history.ts';
import { dataJsonOf, dataJsonParts } from '../../src/artifact/data-json.ts';
import type { RunEvent, RunEventType } from '../../src/model/run-event.ts';
import { applyEvent } from '../../src/view/apply-event.ts';
import { createRunView, type RunView } from '../../src/view/run-view.ts';
import { tries } from '../helpers/tries.ts';
import { nestedRuns } from '../run/random-nested.ts';
import { played } from '../run/played-run.ts';

const PLACE = { mapPath: 'maps/do-map.json', directoryPath: '.wfmap/runs/do-map/1' };

/** The text of `data.json` after each event, with a history that makes text of all that has ended. */
function followerOf(view: RunView) {
  const history = new DataJsonHistory(view, PLACE, 0);
  return (event: RunEvent): string => {
    const execution = applyEvent(view, event);
    if (event.type === 'task.started' && execution !== undefined) history.add(execution);
    return [...dataJsonParts(dataJsonOf(view, PLACE, []), history.texts())].join('');
  };
}

const ROUND = tries(100, 20);

test(
  'data.json of a run that forgets what has ended is, after every event, that of the whole run, indented by two',
  { timeout: 600_000 },
  async () => {
    const left = new Set<RunEventType>(['item.finished', 'branch.cancelled', 'task.failed', 'run.resumed']);
    let dropped = 0;
    for (let round = 0; left.size > 0 && round < 50; round += 1) {
      await fc.assert(
        fc.asyncProperty(nestedRuns(), async (random) => {
          const [all, few] = [createRunView(), createRunView({ keepsEnded: 0 })];
          const textAfter = followerOf(few);
          for (const event of (await played(random)).events) {
            applyEvent(all, event);
            expect(textAfter(event)).toBe(`${JSON.stringify(dataJsonOf(all, PLACE), undefined, 2)}\n`);
            left.delete(event.type);
          }
          dropped += all.executions.length - few.executions.length;
        }),
        { numRuns: ROUND },
      );
    }
    expect([...left]).toEqual([]);
    expect(dropped).toBeGreaterThan(0);
  },
);
