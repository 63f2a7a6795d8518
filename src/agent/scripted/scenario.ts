import { WfmapError } from '../../util/error.ts';
import { isObject } from '../../util/is-object.ts';
import { toValue } from '../to-value.ts';
import { pathFault } from './edited-path.ts';
import { nearestPlace } from './place-match.ts';
import type { Script } from './script.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';

/**
 * What the scripted performers play.
 *
 * Shape: by place (see `place-match.ts`; of several the nearest counts) the answers of the visits of a task in order,
 * for each visit those of its turns; the last of either repeats. By visit and turn, not by what was used up: a resumed
 * run goes on as it would have gone.
 * Source: the file of `--agent scripted:FILE`, `{"answers": {"Review": ["Rework", ["?", "Accept"]], "Test":
 * [{"exitCode": 1, "stdout": "1 failed"}, {"exitCode": 0}], "Approve": [{"action": "Yes", "fields": {"note": "fine"}}]}}`.
 */
export interface Scenario {
  readonly answers: ReadonlyMap<string, Visits>;
}

/** A scenario file that cannot be used. */
export class ScenarioError extends WfmapError {
  readonly code = 'unusable-scenario';
  readonly retryable = false;
}

/** The answers of the visits of one place, each a list of turns. */
export type Visits = readonly (readonly ScriptedAnswer[])[];

/** Reads a scenario. Errors: throws {@link ScenarioError} naming the place by its keys. */
export function parseScenario(text: string, name: string): Scenario {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    throw new ScenarioError(`The scenario "${name}" is not JSON: ${String(thrown)}.`, { cause: thrown });
  }
  return readScenario(json, name);
}

/** The same of what was read. Errors: as above. */
export function readScenario(json: unknown, name: string): Scenario {
  const answers = isObject(json) ? json['answers'] : undefined;
  if (!isObject(answers)) {
    throw new ScenarioError(`The scenario "${name}" has no object "answers".`, { help: FORM });
  }
  return {
    answers: new Map(
      Object.entries(answers).map(([place, list]) => {
        const visits = readVisits(list);
        if (!('problem' in visits)) return [place, visits];
        if (visits.at.length === 0) {
          const message = `In the scenario "${name}", "${place}" is not a list of answers.`;
          throw new ScenarioError(message, { help: FORM });
        }
        const steps = visits.at.map((step) => `[${step}]`).join('');
        throw new ScenarioError(`${name}: ${place}${steps}${visits.problem}`, { help: FORM });
      }),
    ),
  };
}

/** The script that a scenario is: what lies beyond a list is its last. */
export function scriptOf({ answers }: Scenario): Script {
  return (task, visit, turn, { address }) => {
    const place = nearestPlace(answers.keys(), address ?? { block: [], task });
    return place === undefined ? undefined : answerAt(answers.get(place) ?? [], visit, turn)?.answer;
  };
}

/** The answer to a turn of a visit, and where it stands in the list. Units: visit and turn from 1, `at` from 0. */
export function answerAt(
  visits: Visits,
  visit: number,
  turn: number,
): { readonly answer: ScriptedAnswer; readonly at: readonly [number, number] } | undefined {
  const first = Math.min(visit, visits.length) - 1;
  const turns = visits[first] ?? [];
  const second = Math.min(turn, turns.length) - 1;
  const answer = turns[second];
  return answer && { answer, at: [first, second] };
}

const FORM = 'Write {"answers": {"<task>": ["<action>", {"fail": "transport"}, …]}}.';

const FIELDS: Readonly<Record<string, string>> = {
  action: 'string',
  output: 'value',
  reply: 'string',
  exitCode: 'number',
  stdout: 'string',
  fields: 'object',
  fail: 'string',
  reason: 'string',
  resetsAt: 'string',
  text: 'string',
  changes: 'value',
  edits: 'object',
  commit: 'string',
  conflicts: 'value',
  ends: 'boolean',
  costUsd: 'number',
  ms: 'number',
};

/** Fields that no answer has together: each says what kind of answer it is. */
const KINDS = [
  ['action', 'output', 'fields'],
  ['reply'],
  ['exitCode', 'stdout'],
  ['fail'],
  ['conflicts'],
  ['ends'],
];

/** What is wrong with a list of answers, after the name of its place; `at` are the indices that lead to it. */
export interface AnswersFault {
  readonly problem: string;
  readonly at: readonly number[];
  /** The key that is wrong, where one is. */
  readonly key?: string;
}

/** Reads the answers to one place. Errors: none thrown. */
export function readVisits(list: unknown): Visits | AnswersFault {
  if (!Array.isArray(list) || list.length === 0) return { problem: ' is not a list of answers.', at: [] };
  const visits: (readonly ScriptedAnswer[])[] = [];
  for (const [index, visit] of list.entries()) {
    const turns: readonly unknown[] = Array.isArray(visit) ? visit : [visit];
    if (turns.length === 0) return { problem: ' is an empty list of turns.', at: [index] };
    const answers: ScriptedAnswer[] = [];
    for (const [turn, given] of turns.entries()) {
      const answer = toAnswer(given);
      if ('problem' in answer) return { ...answer, at: Array.isArray(visit) ? [index, turn] : [index] };
      answers.push(answer.answer);
    }
    visits.push(answers);
  }
  return visits;
}

function toAnswer(given: unknown): { readonly answer: ScriptedAnswer } | Omit<AnswersFault, 'at'> {
  if (typeof given === 'string') return { answer: { action: given } };
  if (!isObject(given)) return { problem: ' is no answer.' };
  for (const [key, value] of Object.entries(given)) {
    const type = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
    if (type === undefined) return { problem: ` has a field "${key}", which no answer has.`, key };
    if (!isOfType(value, type)) return { problem: `: "${key}" is not a ${type}.`, key };
  }
  for (const [key, isGood, law] of LAWS) {
    if (given[key] !== undefined && !isGood(given[key])) return { problem: `: "${key}" ${law}.`, key };
  }
  const problem = kindProblem(given);
  return problem === undefined ? { answer: given } : { problem };
}

const FAULTS: readonly unknown[] = ['transport', 'permanent', 'limit'];

const LAWS: readonly (readonly [string, (value: unknown) => boolean, string])[] = [
  ['fail', (value) => FAULTS.includes(value), 'is not "transport", "permanent" or "limit"'],
  ['exitCode', (value) => Number.isInteger(value), 'is not a whole number'],
  ['changes', isChanges, 'is not a list of paths, nor lists by "added", "modified", "deleted" and "commits"'],
  ['edits', isEdits, 'does not give a text or null for each path of a file in the project'],
  ['conflicts', isListOfTexts, 'is not a list of keys'],
  ['ends', (value) => value === true, 'is not true'],
  ['ms', (value) => Number(value) >= 0, 'is less than 0'],
  ['resetsAt', (value) => !Number.isNaN(Date.parse(String(value))), 'is no time in ISO 8601'],
];

function kindProblem(answer: Readonly<Record<string, unknown>>): string | undefined {
  const has = (name: string): boolean => answer[name] !== undefined;
  const kinds = KINDS.filter((names) => names.some(has));
  if (kinds.length === 1 || (kinds.length === 0 && ['text', 'changes', 'edits', 'commit'].some(has)))
    return undefined;
  return ' has not exactly one of "action" with "output" or "fields", "reply", "exitCode" with "stdout", "fail", "conflicts", and "ends".';
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

const CHANGES: ReadonlySet<string> = new Set(['added', 'modified', 'deleted', 'commits']);

function isChanges(value: unknown): boolean {
  if (!isObject(value)) return isListOfTexts(value);
  return Object.entries(value).every(([key, list]) => CHANGES.has(key) && isListOfTexts(list));
}

function isEdits(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([path, text]) => (text === null || typeof text === 'string') && pathFault(path) === undefined,
    )
  );
}

function isOfType(value: unknown, type: string | undefined): boolean {
  if (type === 'value') return 'value' in toValue(value);
  if (type === 'object') return isObject(value) && 'value' in toValue(value);
  return typeof value === type;
}
