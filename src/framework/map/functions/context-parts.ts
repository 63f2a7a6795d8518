import type { Value } from '../../../model/value.ts';
import type { ContextPart } from './context-part.ts';
import { memberIn, textIn, toList, toRecord, toTexts, type Record } from './read-record.ts';

type Part = ContextPart | undefined;

/** Longer titles and ids are no titles: they stand whole in no part that is kept. Units: characters. */
const MAX_TITLE = 200;
const PLACES = { goal: 0, subtask: 1, plan: 100, upstream: 101, delta: 102 } as const;

export function goalPart(value: Value | undefined): Part {
  const lines = typeof value === 'string' ? linesOf(value) : [];
  return partOf(PLACES.goal, '## Goal', lines, ['line', 'lines']);
}

/**
 * The subtask in parts, in the order in which they are kept: title, criteria, contract, description, and so on.
 *
 * Shape: always as many, undefined where a part has nothing to say.
 */
export function subtaskParts(subtask: Record | undefined): readonly Part[] {
  if (!subtask) return [];
  const lines = ['line', 'lines'] as const;
  const at = (place: number): number => PLACES.subtask + place;
  const texts = (key: string): readonly string[] => bulletsOf(toTexts(memberIn(subtask, key)));
  const prose = (key: string): readonly string[] => linesOf(textIn(subtask, key));
  return [
    { place: at(0), heading: `## Current Subtask\n${titleOf(subtask)}`.trimEnd(), lines: [], noun: lines },
    partOf(at(3), 'Validation criteria:', texts('validation_criteria'), ['criterion', 'criteria']),
    partOf(at(2), 'Contract:', prose('aag_contract'), lines),
    partOf(at(1), 'Description:', prose('description'), lines),
    partOf(at(5), 'Affected files:', texts('affected_files'), ['file', 'files']),
    partOf(at(4), 'Conditions:', conditionsOf(subtask), ['condition', 'conditions']),
    partOf(at(6), 'Test strategy:', strategyOf(subtask), lines),
    partOf(at(7), 'Risks:', texts('risks'), ['risk', 'risks']),
    partOf(at(8), 'Hint:', prose('implementation_hint'), lines),
    partOf(at(9), 'Assessment:', assessmentOf(subtask), lines),
  ];
}

export function planPart(
  plan: Value | undefined,
  finished: Value | undefined,
  subtask: Record | undefined,
): Part {
  const current = textIn(subtask, 'id');
  const done = new Set(toTexts(finished));
  const lines = toList(plan).flatMap((each) => {
    const record = toRecord(each);
    if (!record) return [];
    const id = textIn(record, 'id');
    const mark = id !== '' && id === current ? '[>>]' : done.has(id) ? '[x]' : '[ ]';
    return [`${mark} ${titleOf(record)}`];
  });
  return partOf(PLACES.plan, '## Plan', lines, ['subtask', 'subtasks']);
}

export function upstreamPart(upstream: Value | undefined): Part {
  const lines = toList(upstream).flatMap((each) => {
    const record = toRecord(each);
    return record ? [resultOf(record)] : [];
  });
  return partOf(PLACES.upstream, '## Upstream Results', lines, ['result', 'results']);
}

export function deltaPart(delta: Value | undefined): Part {
  const names = typeof delta === 'string' ? linesOf(delta) : toTexts(delta);
  return partOf(PLACES.delta, '## Repository Delta', bulletsOf(names), ['name', 'names']);
}

function titleOf(record: Record): string {
  const title = [textIn(record, 'id'), textIn(record, 'title')].filter((each) => each !== '').join(': ');
  const line = lineOf(title);
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE).toWellFormed()}… (cut)` : line;
}

function conditionsOf(subtask: Record): readonly string[] {
  return toList(memberIn(subtask, 'contracts')).flatMap((each) => {
    const record = toRecord(each);
    const assertion = textIn(record, 'assertion');
    const kind = [textIn(record, 'type'), textIn(record, 'scope')].filter((word) => word !== '').join(', ');
    return assertion === '' ? [] : bulletsOf([kind === '' ? assertion : `${kind}: ${assertion}`]);
  });
}

function strategyOf(subtask: Record): readonly string[] {
  const strategy = toRecord(memberIn(subtask, 'test_strategy'));
  const dimensions = memberIn(strategy, 'scenario_dimensions');
  return bulletsOf([
    ...labelled(strategy, ['unit', 'integration', 'e2e']),
    ...labelled(toRecord(dimensions), ['happy_path', 'error', 'edge_case', 'security']),
    ...toTexts(dimensions),
  ]);
}

/** Members that are a text, or a list of texts, with their names before them. */
function labelled(record: Record | undefined, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => {
    const text = textIn(record, key) || toTexts(memberIn(record, key)).join('; ');
    return text === '' ? [] : [`${key}: ${text}`];
  });
}

function assessmentOf(subtask: Record): readonly string[] {
  const complexity = memberIn(subtask, 'complexity_score');
  const risk = textIn(subtask, 'risk_level');
  return bulletsOf([
    ...(risk === '' ? [] : [`risk: ${risk}`]),
    ...(typeof complexity === 'number' ? [`complexity: ${complexity} of 10`] : []),
    ...(memberIn(subtask, 'security_critical') === true ? ['security critical'] : []),
  ]);
}

/** What an item came to: a text of its result, and the files that it names. */
function resultOf(record: Record): string {
  const value = memberIn(record, 'result');
  const result = toRecord(value);
  const outcome = textIn(record, 'outcome');
  const said = typeof value === 'string' ? value : firstOf(['summary', 'approach', 'text'], result);
  const files = ['files_changed', 'files', 'affected_files'].map((key) => toTexts(memberIn(result, key)));
  const named = files.find((each) => each.length > 0) ?? [];
  const head = `- ${lineOf(textIn(record, 'key'))}${outcome === '' ? '' : ` (${lineOf(outcome)})`}`;
  return (
    head +
    (said === '' ? '' : `: ${lineOf(said)}`) +
    (named.length === 0 ? '' : `\n  Files: ${lineOf(named.join(', '))}`)
  );
}

function firstOf(keys: readonly string[], record: Record | undefined): string {
  return keys.map((key) => textIn(record, key)).find((each) => each !== '') ?? '';
}

function partOf(place: number, heading: string, lines: readonly string[], noun: ContextPart['noun']): Part {
  return lines.length === 0 ? undefined : { place, heading, lines, noun };
}

function bulletsOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap((each) => (each.trim() === '' ? [] : [`- ${lineOf(each)}`]));
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n?|\n/)
    .map((each) => safe(each).trimEnd())
    .filter((each) => each !== '');
}

function lineOf(text: string): string {
  return safe(text).trim().replaceAll(/\s+/g, ' ');
}

/** Nothing that is shown may end the block, or open one. */
function safe(text: string): string {
  return text.replaceAll(/<(?=\/?map_context)/gi, '&lt;');
}
