import { WfmapError } from '../../util/error.ts';
import { toValue } from '../to-value.ts';
import type { Script } from './script.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';

/**
 * What the scripted performers play.
 *
 * Shape: for each task the answers of its visits in order, for each visit those of its turns; the last of either
 * repeats. By visit and turn, not by what was used up: a resumed run goes on as it would have gone.
 * Source: the file of `--agent scripted:FILE`, `{"answers": {"Review": ["Rework", ["?", "Accept"]], "Test":
 * [{"exitCode": 1, "stdout": "1 failed"}, {"exitCode": 0}], "Approve": [{"action": "Yes", "fields": {"note": "fine"}}]}}`.
 */
export interface Scenario {
  readonly answers: ReadonlyMap<string, readonly (readonly ScriptedAnswer[])[]>;
}

/** A scenario file that cannot be used. */
export class ScenarioError extends WfmapError {
  readonly code = 'unusable-scenario';
  readonly retryable = false;
}

/** Reads a scenario. Errors: throws {@link ScenarioError} naming the place by its keys. */
export function parseScenario(text: string, name: string): Scenario {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    throw new ScenarioError(`The scenario "${name}" is not JSON: ${String(thrown)}.`, { cause: thrown });
  }
  const answers = isObject(json) ? json['answers'] : undefined;
  if (!isObject(answers)) {
    throw new ScenarioError(`The scenario "${name}" has no object "answers".`, { help: FORM });
  }
  return {
    answers: new Map(
      Object.entries(answers).map(([task, list]) => {
        if (!Array.isArray(list) || list.length === 0) {
          throw new ScenarioError(`In the scenario "${name}", "${task}" is not a list of answers.`, {
            help: FORM,
          });
        }
        return [task, list.map((visit: unknown, index) => toTurns(visit, `${name}: ${task}[${index}]`))];
      }),
    ),
  };
}

/** The script that a scenario is: what lies beyond a list is its last. */
export function scriptOf({ answers }: Scenario): Script {
  return (task, visit, turn) => {
    const visits = answers.get(task) ?? [];
    const turns = visits[Math.min(visit, visits.length) - 1] ?? [];
    return turns[Math.min(turn, turns.length) - 1];
  };
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
  resetsAt: 'string',
  text: 'string',
  costUsd: 'number',
  ms: 'number',
};

/** Fields that no answer has together: each says what kind of answer it is. */
const KINDS = [['action', 'output', 'fields'], ['reply'], ['exitCode', 'stdout'], ['fail']];

function toTurns(visit: unknown, place: string): readonly ScriptedAnswer[] {
  if (!Array.isArray(visit)) return [toAnswer(visit, place)];
  if (visit.length === 0) throw new ScenarioError(`${place} is an empty list of turns.`, { help: FORM });
  return visit.map((turn: unknown, index) => toAnswer(turn, `${place}[${index}]`));
}

function toAnswer(answer: unknown, place: string): ScriptedAnswer {
  if (typeof answer === 'string') return { action: answer };
  if (!isObject(answer)) throw new ScenarioError(`${place} is no answer.`, { help: FORM });
  for (const [key, value] of Object.entries(answer)) {
    const type = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
    if (type === undefined) throw new ScenarioError(`${place} has a field "${key}", which no answer has.`);
    if (!isOfType(value, type)) throw new ScenarioError(`${place}: "${key}" is not a ${type}.`);
  }
  for (const [key, isGood, law] of LAWS) {
    if (answer[key] !== undefined && !isGood(answer[key]))
      throw new ScenarioError(`${place}: "${key}" ${law}.`);
  }
  checkKind(answer, place);
  return answer;
}

const FAULTS: readonly unknown[] = ['transport', 'permanent', 'limit'];

const LAWS: readonly (readonly [string, (value: unknown) => boolean, string])[] = [
  ['fail', (value) => FAULTS.includes(value), 'is "transport", "permanent" or "limit"'],
  ['exitCode', (value) => Number.isInteger(value), 'is not a whole number'],
  ['ms', (value) => Number(value) >= 0, 'is less than 0'],
  ['resetsAt', (value) => !Number.isNaN(Date.parse(String(value))), 'is no time in ISO 8601'],
];

function checkKind(answer: Readonly<Record<string, unknown>>, place: string): void {
  const has = (name: string): boolean => answer[name] !== undefined;
  const kinds = KINDS.filter((names) => names.some(has));
  if (kinds.length === 1 || (kinds.length === 0 && has('text'))) return;
  throw new ScenarioError(
    `${place} has not exactly one of "action" with "output" or "fields", "reply", "exitCode" with "stdout", and "fail".`,
    { help: FORM },
  );
}

function isOfType(value: unknown, type: string | undefined): boolean {
  if (type === 'value') return 'value' in toValue(value);
  if (type === 'object') return isObject(value) && 'value' in toValue(value);
  return typeof value === type;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
