import { WfmapError } from '../../util/error.ts';

/**
 * What the scripted agent plays.
 *
 * Shape: for each task the answers of its visits in order, for each visit those of its turns; the last of either
 * repeats. By visit and turn, not by what was used up: a resumed run goes on as it would have gone.
 * Source: the file of `--agent scripted:FILE`, `{"answers": {"Review": ["Rework", ["?", "Accept"]]}}`.
 */
export interface Scenario {
  readonly answers: ReadonlyMap<string, readonly (readonly ScriptedAnswer[])[]>;
}

/** Shape: exactly one of `action`, `reply` (a text that names no action) and `fail`. */
export interface ScriptedAnswer {
  readonly action?: string;
  readonly reply?: string;
  readonly fail?: 'transport' | 'permanent';
  readonly text?: string;
  /** Units: US dollars. */
  readonly costUsd?: number;
  /** How long the work takes. Units: milliseconds. */
  readonly ms?: number;
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

const FORM = 'Write {"answers": {"<task>": ["<action>", {"fail": "transport"}, …]}}.';

const FIELDS: Readonly<Record<string, string>> = {
  action: 'string',
  reply: 'string',
  fail: 'string',
  text: 'string',
  costUsd: 'number',
  ms: 'number',
};

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
    if (typeof value !== type) throw new ScenarioError(`${place}: "${key}" is not a ${type}.`);
  }
  const { fail, action, reply } = answer;
  if (fail !== undefined && fail !== 'transport' && fail !== 'permanent') {
    throw new ScenarioError(`${place}: "fail" is "transport" or "permanent".`);
  }
  if ([fail, action, reply].filter((part) => part !== undefined).length !== 1) {
    throw new ScenarioError(`${place} has not exactly one of "action", "reply" and "fail".`);
  }
  return answer;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
