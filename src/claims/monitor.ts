import type { ExpressionText } from '../model/action.ts';
import type { Block } from '../model/block.ts';
import type { Claim, Property, Situation, WorkflowMap } from '../model/map.ts';
import { situationText } from './claim-text.ts';
import { scopesOf } from './scopes-of.ts';

/**
 * Judges the properties of a map over one run of it, a moment at a time.
 *
 * C1. What it reports is what the definition of the claims gives for the moments so far.
 * C2. A property is refuted at most once in a run of its map.
 * C3. A moment costs each property the depth of its block, whatever came before; what is kept is a few flags for each property
 *     and block that has not ended.
 * C4. A condition without a value never helps a claim: it counts as true where that refutes it, and as false elsewhere.
 */
export interface Monitor {
  /** Takes the next moment. */
  readonly take: (moment: Moment, holds: Judge) => readonly Refutation[];
  /** Takes the end of a block; `around` are its blocks from itself outwards. A block that is only left has no end. */
  readonly end: (around: readonly BlockRun[]) => readonly Refutation[];
}

/**
 * Where a run is: it enters a task, or takes an action of it. An action that a bound sends elsewhere is not taken.
 *
 * Shape: `action` is null on entry; `around` are the blocks from that of the task outwards to that of the map.
 */
export interface Moment {
  readonly task: string;
  readonly action: string | null;
  readonly around: readonly BlockRun[];
}

/** One activation of a block, known by its identity. */
export interface BlockRun {
  readonly block: Block;
}

/** Whether a condition holds at a moment; where it has no value, why not. */
export type Truth = boolean | { readonly fault: string };

/** Evaluates a condition at the moment that is taken. */
type Judge = (condition: ExpressionText) => Truth;

/** A property that a run has broken. Shape: `reason` is a sentence. */
export interface Refutation {
  readonly property: Property;
  readonly reason: string;
}

/** What is kept of a claim for one activation of a block. */
interface Memory {
  /** Whether the first situation, or the only one, has happened. */
  seen: boolean;
  times: number;
  /** Whether the second situation is still owed to the first. */
  owes: boolean;
}

interface Watched {
  readonly property: Property;
  readonly scopes: ReadonlySet<Block>;
  readonly memories: WeakMap<BlockRun, Memory>;
}

export function createMonitor(map: Pick<WorkflowMap, 'block' | 'properties'>): Monitor {
  const watched = new Set<Watched>();
  for (const property of map.properties)
    watched.add({ property, scopes: scopesOf(property.claim, map.block), memories: new WeakMap() });
  const refuted = (each: Watched, reason: string | undefined): readonly Refutation[] => {
    if (reason === undefined) return [];
    watched.delete(each);
    return [{ property: each.property, reason }];
  };
  return {
    take: (moment, holds) => [...watched].flatMap((each) => refuted(each, judgeMoment(each, moment, holds))),
    end: (around) => [...watched].flatMap((each) => refuted(each, judgeEnd(each, around))),
  };
}

function judgeMoment(watched: Watched, moment: Moment, holds: Judge): string | undefined {
  const { claim } = watched.property;
  if (claim.kind === 'always') return judgeAlways(claim.of, moment, holds);
  if ('of' in claim) {
    const truth = truthOf(claim.of, moment, holds);
    return truth === false ? undefined : judgeOne(watched, claim, { moment, truth });
  }
  const first = truthOf(claim.first, moment, holds);
  const second = truthOf(claim.second, moment, holds);
  if (first === false && second === false) return undefined;
  return judgeTwo(watched, claim, { moment, first, second });
}

/** What is written last must be so at each moment that the parts before it choose. */
function judgeAlways(situation: Situation, moment: Moment, holds: Judge): string | undefined {
  const { task, action, when } = situation;
  if (when !== undefined) {
    const truth = isNamed(situation, moment) ? holds(when) : true;
    return truth === true ? undefined : `"${when.text}" is not true${noValue(truth)}.`;
  }
  if (action !== undefined) {
    const isMeant = moment.action !== null && (task === undefined || task === moment.task);
    return !isMeant || action === moment.action ? undefined : `"${moment.task}" takes "${moment.action}".`;
  }
  return moment.action !== null || task === moment.task ? undefined : `"${moment.task}" is entered.`;
}

/** The situation of a claim about one happens, or its condition has no value. */
function judgeOne(
  { scopes, memories }: Watched,
  claim: Extract<Claim, { readonly of: Situation }>,
  { moment: { around }, truth }: { readonly moment: Moment; readonly truth: Exclude<Truth, false> },
): string | undefined {
  if (claim.kind === 'never') return `"${situationText(claim.of)}" happened${noValue(truth)}.`;
  const [scope] = scopesIn(around, scopes);
  if (scope === undefined) return undefined;
  const memory = memoryOf(memories, scope);
  if (claim.kind !== 'atMost') {
    memory.seen ||= truth === true;
    return undefined;
  }
  memory.times += 1;
  if (memory.times <= claim.times) return undefined;
  return `"${situationText(claim.of)}" happened ${memory.times === 1 ? 'once' : `${memory.times} times`}${noValue(truth)}.`;
}

/** What counts for a claim counts in each block around that it speaks of; what counts against it in the innermost alone. */
function judgeTwo(
  { scopes, memories }: Watched,
  claim: Extract<Claim, { readonly first: Situation }>,
  { moment, first, second }: { readonly moment: Moment; readonly first: Truth; readonly second: Truth },
): string | undefined {
  const all = scopesIn(moment.around, scopes).map((scope) => memoryOf(memories, scope));
  const [inner] = all;
  if (inner === undefined) return undefined;
  if (claim.kind === 'precedes') {
    if (second !== false && !inner.seen)
      return `"${situationText(claim.second)}" happened${noValue(second)}; "${situationText(claim.first)}" had not happened before.`;
    if (first === true) for (const memory of all) memory.seen = true;
    return undefined;
  }
  if (first !== false) inner.owes = true;
  if (second === true) for (const memory of all) memory.owes = false;
  return undefined;
}

function judgeEnd(
  { property: { claim }, scopes, memories }: Watched,
  around: readonly BlockRun[],
): string | undefined {
  const [ended] = around;
  if (ended === undefined || !scopes.has(ended.block)) return undefined;
  const memory = memories.get(ended);
  if (claim.kind === 'eventually' && around.length === 1 && memory?.seen !== true)
    return `The run ended, and "${situationText(claim.of)}" never happened.`;
  if (claim.kind !== 'leadsTo' || memory?.owes !== true) return undefined;
  const where = around.length === 1 ? 'The run' : 'Its block';
  return `${where} ended, and "${situationText(claim.second)}" did not happen after "${situationText(claim.first)}".`;
}

function scopesIn(around: readonly BlockRun[], scopes: ReadonlySet<Block>): readonly BlockRun[] {
  return around.filter(({ block }) => scopes.has(block));
}

function memoryOf(memories: Watched['memories'], scope: BlockRun): Memory {
  const known = memories.get(scope);
  if (known !== undefined) return known;
  const memory = { seen: false, times: 0, owes: false };
  memories.set(scope, memory);
  return memory;
}

function truthOf(situation: Situation, moment: Moment, holds: Judge): Truth {
  if (!isNamed(situation, moment)) return false;
  return situation.when === undefined ? true : holds(situation.when);
}

/** Whether the task and the action of a situation are those of a moment. One without an action means the entry of its task. */
function isNamed({ task, action }: Situation, moment: Moment): boolean {
  if (task !== undefined && task !== moment.task) return false;
  if (action !== undefined) return action === moment.action;
  return task === undefined || moment.action === null;
}

function noValue(truth: Truth): string {
  return typeof truth === 'boolean' ? '' : ` (its condition has no value: ${truth.fault})`;
}
