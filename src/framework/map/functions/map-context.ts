import type { Value } from '../../../model/value.ts';
import { fitParts, type ContextPart } from './context-part.ts';
import { memberIn, toRecord } from './read-record.ts';
import { deltaPart, goalPart, planPart, subtaskParts, upstreamPart } from './context-parts.ts';

/** Units: tokens. Below the least there is no room to say all that was left out. */
const DEFAULT_BUDGET = 4000;
const MIN_BUDGET = 300;
const MAX_BUDGET = 100_000;
/** Units: characters a token. English and code have between three and four; the estimate rather says too much. */
const CHARACTERS_PER_TOKEN = 3.5;

const OPENING = '<map_context>';
const CLOSING = '</map_context>';

/**
 * The `<map_context>` block of a prompt: what one subtask is, and what it stands among.
 *
 * Shape: one object with `goal`, `subtask`, `plan` (list of subtasks), `upstream` (list of `{key, outcome, result}`),
 * `finished` (list of ids), `delta` (names of files, a line or an element each) and `budget`, all optional; what is
 * missing, or of another shape, has no part. Empty where there is nothing to say. Only what stands in `upstream` is
 * shown of other subtasks' results.
 * What does not fit goes in this order: delta, upstream, plan, the subtask from its last part up, the goal; its title
 * and criteria are what stays. Each cut is told in its place.
 * Units: `budget` in tokens, 3.5 characters each; 4000 unless told, at least 300 and at most 100,000.
 * Source: the MAP framework's build_context_block
 */
export function mapContext(argument: Value): string {
  const given = toRecord(argument);
  const subtask = toRecord(memberIn(given, 'subtask'));
  const [title, criteria, ...others] = subtaskParts(subtask);
  const parts: readonly (ContextPart | undefined)[] = [
    title,
    criteria,
    goalPart(memberIn(given, 'goal')),
    ...others,
    planPart(memberIn(given, 'plan'), memberIn(given, 'finished'), subtask),
    upstreamPart(memberIn(given, 'upstream')),
    deltaPart(memberIn(given, 'delta')),
  ];
  const shown = parts.filter((each) => each !== undefined);
  if (shown.length === 0) return '';
  const budget = toBudget(memberIn(given, 'budget'));
  const room = Math.floor(budget * CHARACTERS_PER_TOKEN) - OPENING.length - CLOSING.length - 1;
  const texts = fitParts(shown, room)
    .toSorted((a, b) => a.place - b.place)
    .map(({ text }) => text);
  return [OPENING, ...texts, CLOSING].join('\n');
}

function toBudget(value: Value | undefined): number {
  if (typeof value !== 'number' || !(value > 0)) return DEFAULT_BUDGET;
  return Math.min(Math.max(value, MIN_BUDGET), MAX_BUDGET);
}
