import { answerAt } from '../agent/scripted/scenario.ts';
import { nearestPlace } from '../agent/scripted/place-match.ts';
import type { Script, ScriptedRequest } from '../agent/scripted/script.ts';
import type { Address } from '../model/address.ts';
import { placeOfTask } from '../model/place.ts';
import type { Value } from '../model/value.ts';
import type { Scenario } from './scenario-file.ts';
import { skeletonOf, skeletonOfFields } from './skeleton.ts';

/** Somebody who asked and got no answer. Units: visit from 1. */
export interface MissingAnswer {
  readonly place: string;
  readonly visit: number;
  readonly of: ScriptedRequest['of'];
  readonly actions: readonly string[];
  /** An answer to fill in. */
  readonly skeleton: Value;
}

/** Answers of a scenario that nobody asked for. Shape: `visits` are the ones of several, from 1; all where absent. */
export interface UnusedAnswer {
  readonly place: string;
  readonly visits: readonly number[] | undefined;
}

/** The answers of a scenario as they are played, and what came of them. */
export interface ScenarioScript {
  readonly script: Script;
  readonly missing: () => readonly MissingAnswer[];
  /** Of the answers of the scenario itself; those for a whole file are for whoever asks. */
  readonly unused: () => readonly UnusedAnswer[];
}

/** Makes the script of a scenario; `onMissing` is told of the first answer that is missing. */
export function createScenarioScript(scenario: Scenario, onMissing: () => void): ScenarioScript {
  const missing: MissingAnswer[] = [];
  const used = new Set<string>();
  return {
    missing: () => missing,
    unused: () => unusedOf(scenario, used),
    script: (task, visit, turn, asked) => {
      const address = asked.address ?? { block: [], task };
      const place = nearestPlace(scenario.answers.keys(), address);
      const visits = place === undefined ? undefined : scenario.answers.get(place)?.visits;
      const found = visits && answerAt(visits, visit, turn);
      if (place !== undefined && found !== undefined) {
        used.add(keyOf(place, ...found.at));
        return found.answer.ends === true ? endFor(asked, onMissing) : found.answer;
      }
      if (isNeedless(asked)) return undefined;
      if (endsThere(scenario)) return endFor(asked, onMissing);
      if (awaitsPerson(scenario, address, asked)) return undefined;
      if (missing.length < MAX_MISSING) missing.push(missingOf(address, visit, asked));
      onMissing();
      return undefined;
    },
  };
}

/** Work that goes on beside the first may miss answers, too. */
const MAX_MISSING = 5;

/** An agent that is asked for nothing needs no answer; a merge that is not answered for meets no other changes. */
function isNeedless({ of, actions, output }: ScriptedRequest): boolean {
  return of === 'merge' || (of === 'agent' && actions.length === 0 && output === undefined);
}

/** Whether the answers are those of a run that came no further. */
function endsThere({ expect }: Scenario): boolean {
  return expect.paused?.reason === 'interrupted';
}

/** Work that is stopped before it has ended. */
const UNANSWERED = { text: '', exitCode: 0, ms: Number.MAX_SAFE_INTEGER };

/** A person is waited for; anybody else is stopped at work. */
function endFor({ of }: ScriptedRequest, stop: () => void): typeof UNANSWERED | undefined {
  if (of === 'person') return undefined;
  stop();
  return UNANSWERED;
}

/** Where the scenario says that the run waits for a person, nobody is to answer. */
function awaitsPerson({ expect }: Scenario, address: Address, { of }: ScriptedRequest): boolean {
  if (of !== 'person' || expect.paused?.reason !== 'human') return false;
  const { at } = expect.paused;
  return at === undefined || nearestPlace([at], address) !== undefined;
}

function missingOf(address: Address, visit: number, asked: ScriptedRequest): MissingAnswer {
  const { of, actions, output, fields } = asked;
  const [action] = actions;
  const filled = skeletonOfFields(fields);
  const skeleton =
    of === 'command'
      ? { exitCode: 0, stdout: '' }
      : {
          ...(action === undefined ? {} : { action }),
          ...(output === undefined ? {} : { output: skeletonOf(output) }),
          ...(Object.keys(filled).length === 0 ? {} : { fields: filled }),
        };
  return { place: placeOfTask(address), visit, of, actions, skeleton };
}

function unusedOf({ answers }: Scenario, used: ReadonlySet<string>): readonly UnusedAnswer[] {
  return Array.from(answers, ([place, { visits, isCommon }]): UnusedAnswer | undefined => {
    if (isCommon) return undefined;
    const left = visits.flatMap((turns, visit) =>
      turns.every((_turn, turn) => used.has(keyOf(place, visit, turn))) ? [] : [visit + 1],
    );
    if (left.length === 0) return undefined;
    return { place, visits: left.length === visits.length ? undefined : left };
  }).filter((each) => each !== undefined);
}

function keyOf(place: string, visit: number, turn: number): string {
  return `${visit}/${turn}/${place}`;
}
