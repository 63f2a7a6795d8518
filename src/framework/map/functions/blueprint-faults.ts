import type { Value } from '../../../model/value.ts';
import { orderOf } from './dependency-order.ts';
import { quoted } from './quoted.ts';
import { memberIn, textIn, toList, toRecord, toTexts, type Record } from './read-record.ts';
import { append } from '../../../util/append.ts';

/** What the framework allows where a map names no number. */
const DEFAULT_MAX = 20;
const MAX_DEPTH = 5;
const MAX_COMPLEXITY = 10;
const MUST_SPLIT = 9;
const NEEDS_RISKS = 7;
/** More subtasks than a plan has; the rest is not looked at. */
const MAX_READ = 1000;
const MAX_FAULTS = 50;
const MAX_NAMED = 10;
const MAX_NAME = 60;
const ID = /^ST-\d{3,}$/;
const RISK_LEVELS: ReadonlySet<unknown> = new Set(['low', 'medium', 'high']);

/** A subtask under the name by which it is told: its id, or its place among all where it has no proper one. */
interface Named {
  readonly name: string;
  readonly record: Record | undefined;
}

/**
 * What is wrong with the subtasks of a blueprint, a sentence each; an empty list means that they can be worked on.
 *
 * Shape: at most 50 sentences and one that counts the others, in the order of the subtasks; ring and depth come last.
 * Units: `max` subtasks, 20 where it is no number from 1 on; a chain of subtasks has at most 5.
 * Source: the MAP framework's rules for the output of its task-decomposer
 */
export function blueprintFaults(subtasks: Value, max: Value): readonly string[] {
  if (!Array.isArray(subtasks)) return ['The subtasks are not a list.'];
  const all = toList(subtasks);
  if (all.length === 0) return ['There are no subtasks.'];
  const most = typeof max === 'number' && max >= 1 ? Math.floor(max) : DEFAULT_MAX;
  const faults = all.length > most ? [`There are ${all.length} subtasks; at most ${most} are allowed.`] : [];
  const named = all.slice(0, MAX_READ).map(nameOne);
  const byId = new Map<string, Named>();
  for (const each of named) {
    const fault = identityFault(each, byId);
    if (fault === undefined) byId.set(textIn(each.record, 'id'), each);
    else faults.push(fault);
  }
  for (const each of named) {
    if (each.record) append(faults, [...ownFaults(each), ...dependencyFaults(each, byId)]);
  }
  append(faults, orderFaults(byId));
  if (faults.length <= MAX_FAULTS) return faults;
  const left = faults.length - MAX_FAULTS;
  return [
    ...faults.slice(0, MAX_FAULTS),
    left === 1 ? 'There is 1 more fault.' : `There are ${left} more faults.`,
  ];
}

function nameOne(value: Value, index: number): Named {
  const record = toRecord(value);
  const id = memberIn(record, 'id');
  const isName = typeof id === 'string' && ID.test(id) && id.length <= MAX_NAME;
  return { name: isName ? id : `Subtask ${index + 1}`, record };
}

function identityFault({ name, record }: Named, byId: ReadonlyMap<string, Named>): string | undefined {
  if (!record) return `${name} is no object.`;
  const id = memberIn(record, 'id');
  if (typeof id !== 'string') return `${name} has no id.`;
  if (!ID.test(id)) return `${name} has the id ${quoted(id)}; an id is "ST-" and at least three digits.`;
  return byId.has(id) ? `The id of ${name} is given more than once.` : undefined;
}

function* ownFaults({ name, record }: Named): Iterable<string> {
  const criteria = toTexts(memberIn(record, 'validation_criteria'));
  if (!criteria.some((each) => each.trim() !== '')) yield `${name} has no validation criteria.`;
  if (!RISK_LEVELS.has(memberIn(record, 'risk_level'))) {
    yield `${name} has no risk_level of low, medium or high.`;
  }
  const complexity = memberIn(record, 'complexity_score');
  const isNumber = typeof complexity === 'number' && Number.isInteger(complexity);
  if (!isNumber || complexity < 1 || complexity > MAX_COMPLEXITY) {
    yield `${name} has no complexity_score that is a whole number from 1 to ${MAX_COMPLEXITY}.`;
  } else if (complexity >= MUST_SPLIT) {
    yield `${name} has the complexity ${complexity} and must be split; at most ${MUST_SPLIT - 1} can be worked on.`;
  } else if (complexity >= NEEDS_RISKS && !hasRisks(record)) {
    yield `${name} has the complexity ${complexity} and names no risks.`;
  }
}

function hasRisks(record: Record | undefined): boolean {
  return toTexts(memberIn(record, 'risks')).some((each) => each.trim() !== '');
}

function* dependencyFaults({ name, record }: Named, byId: ReadonlyMap<string, Named>): Iterable<string> {
  const value = memberIn(record, 'dependencies');
  if (value === undefined) return;
  const texts = toTexts(value);
  if (!Array.isArray(value) || texts.length < value.length) {
    yield `The dependencies of ${name} are not a list of ids.`;
  }
  const own = textIn(record, 'id');
  for (const id of new Set(texts)) {
    if (id === own) yield `${name} depends on itself.`;
    else if (!byId.has(id)) yield `${name} depends on ${quoted(id)}, which is no subtask.`;
  }
}

function* orderFaults(byId: ReadonlyMap<string, Named>): Iterable<string> {
  const dependencies = new Map(
    Array.from(byId, ([id, { record }]): [string, readonly string[]] => [
      id,
      toTexts(memberIn(record, 'dependencies')).filter((each) => each !== id),
    ]),
  );
  const { depthOf, cycle } = orderOf(dependencies);
  const nameOf = (id: string): string => byId.get(id)?.name ?? id;
  if (cycle) {
    const shown = cycle.slice(0, MAX_NAMED).map(nameOf);
    if (cycle.length > MAX_NAMED) shown.push('…');
    yield `Subtasks wait for each other: ${shown.join(' -> ')}.`;
  }
  let deepest: readonly [id: string, depth: number] = ['', 0];
  for (const each of depthOf) if (each[1] > deepest[1]) deepest = each;
  const [id, depth] = deepest;
  if (depth > MAX_DEPTH) {
    yield `${nameOf(id)} is the end of a chain of ${depth} subtasks; at most ${MAX_DEPTH} may wait for each other.`;
  }
}
