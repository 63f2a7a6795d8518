import { expect, test } from 'vitest';
import { DataJsonHistory } from '../../src/artifact/data-json-history.ts';
import { dataJsonOf, dataJsonParts } from '../../src/artifact/data-json.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { applyEvent } from '../../src/view/apply-event.ts';
import type { RunView } from '../../src/view/run-view.ts';
import { tries } from '../helpers/tries.ts';
import { expectOfForgetfulViews } from '../view/forgetful-runs.ts';

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

test('data.json of a run that forgets what has ended is, after every event, that of the whole run, indented by two', () =>
  expectOfForgetfulViews(tries(100, 20), (all, few) => {
    const textAfter = followerOf(few);
    return (event) => {
      applyEvent(all, event);
      expect(textAfter(event)).toBe(`${JSON.stringify(dataJsonOf(all, PLACE), undefined, 2)}\n`);
    };
  }));
