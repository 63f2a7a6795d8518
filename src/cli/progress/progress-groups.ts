import type { Address } from '../../model/address.ts';
import type { RunEvent, RunEventData, RunEventOf } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import { takeFrom, type EventTable } from '../io/event-table.ts';
import { formatCount, toOneLine } from '../io/format.ts';
import { partOf, visitKeyOf } from '../views/place.ts';
import type { ProgressLine } from './progress-line.ts';
import type { ShortPlaces } from '../views/short-places.ts';

/**
 * What is told of branches, items and maps inside of tasks.
 *
 * G1. Of a few parts each end is told. Of more than {@link MANY} only so many failures and questions, and how far it
 *     all is: twenty times, however many there are.
 * G2. Nothing is kept of a task that is over.
 */
export interface ProgressGroups {
  /** What is to be said of an event about a part; none for any other event. */
  readonly linesOf: (event: RunEvent) => readonly ProgressLine[];
  /** Whether the task has blocks inside of it. */
  readonly hasParts: (address: Address) => boolean;
  /** Whether it is in a block among so many that only the exceptional is told; `tell` counts that. */
  readonly crowdOf: (address: Address) => Crowd | undefined;
}

export interface Crowd {
  /** Whether one more line may be said. */
  readonly tell: () => boolean;
}

/** Units: parts of one task. */
const MANY = 50;
/** Units: lines about one task with many parts. */
const MAX_TOLD = 20;
const SUMMARIES = 20;

interface Group extends Crowd {
  readonly place: string;
  total: number;
  over: number;
  failed: number;
  skipped: number;
}

export function createProgressGroups(places: ShortPlaces): ProgressGroups {
  const groups = new Map<string, Group>();
  const groupOf = (address: Address): Group => {
    const key = visitKeyOf(address);
    const group = groups.get(key) ?? createGroup(placeOfTask(places, address));
    groups.set(key, group);
    return group;
  };
  const crowdOf = ({ block }: Address): Crowd | undefined => {
    for (const [depth, { task, activation }] of block.entries()) {
      const group = groups.get(visitKeyOf({ block: block.slice(0, depth), task, visit: activation }));
      if (group !== undefined && group.total > MANY) return group;
    }
    return undefined;
  };
  return {
    hasParts: (address) => groups.has(visitKeyOf(address)),
    crowdOf,
    linesOf: (event) => {
      const { type, address } = event;
      if (type === 'task.finished' || type === 'task.failed') groups.delete(visitKeyOf(address));
      if (!isOfPart(event)) return [];
      const group = groupOf(address);
      const isSilent = crowdOf(address) !== undefined;
      if (type === 'items.listed') {
        group.total = event.data.items.length;
        return isSilent ? [] : [plain(`    ${group.place}: ${formatCount(group.total, 'item')}`)];
      }
      if (type === 'branch.started') group.total += 1;
      const before = group.over;
      count(group, event);
      if (isSilent) return [];
      if (group.total > MANY) return crowdLines({ group, before, places }, event);
      return partLine(places, event);
    },
  };
}

function createGroup(place: string): Group {
  let told = 0;
  return {
    place,
    total: 0,
    over: 0,
    failed: 0,
    skipped: 0,
    tell: () => (told += 1) <= MAX_TOLD,
  };
}

type PartEvent = RunEventOf<
  | 'items.listed'
  | 'item.started'
  | 'item.finished'
  | 'item.skipped'
  | 'item.kept'
  | 'branch.started'
  | 'branch.finished'
  | 'branch.cancelled'
  | 'workflow.started'
  | 'workflow.finished'
  | 'worktree.conflicted'
  | 'worktree.failed'
  | 'worktree.kept'
>;

function isOfPart(event: RunEvent): event is Extract<RunEvent, PartEvent> {
  return /^(?:(?:items?|branch|workflow)\.|worktree\.(?:conflicted|failed|kept)$)/.test(event.type);
}

function count(group: Group, event: RunEvent): void {
  if (event.type === 'item.finished' || event.type === 'branch.finished') {
    group.over += 1;
    if (event.data.failed) group.failed += 1;
  } else if (event.type === 'item.skipped' || event.type === 'branch.cancelled') {
    group.over += 1;
    group.skipped += 1;
  } else if (event.type === 'item.kept') group.over += 1;
}

interface InCrowd {
  readonly group: Group;
  /** How many were over before the event. */
  readonly before: number;
  readonly places: ShortPlaces;
}

/** Of many parts: how one failed, and each time that another twentieth of them is over, how far it is. */
function crowdLines({ group, before, places }: InCrowd, event: RunEvent): readonly ProgressLine[] {
  const isEnd = event.type === 'item.finished' || event.type === 'branch.finished';
  const isExceptional = isEnd ? event.data.failed : event.type.startsWith('worktree.');
  const line = isExceptional && group.tell() ? partLine(places, event) : [];
  const step = (over: number): number => Math.floor((over * SUMMARIES) / group.total);
  if (group.over === before || step(group.over) === step(before)) return line;
  const { place, over, total, failed, skipped } = group;
  const notes = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} left out`] : []),
  ];
  const rest = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return [...line, plain(`    ${place}: ${over} of ${total} over`, rest)];
}

/** Units: paths. The events have all. */
const MAX_PATHS = 5;

/** The line of one part, where there is something to say. */
function partLine(places: ShortPlaces, event: RunEvent): readonly ProgressLine[] {
  const line = takeFrom(PART_LINES, event, places);
  return line === undefined ? [] : [line];
}

const PART_LINES: EventTable<ShortPlaces, ProgressLine | undefined> = {
  'item.finished': ({ address, data }, places) => endLine(placeOf(places, address, data.key), data),
  'branch.finished': ({ address, data }, places) => endLine(placeOf(places, address, data.key), data),
  'workflow.finished': ({ address, data }, places) =>
    // How the item ends says how its only map did.
    places.isSilent(address) && !data.failed ? undefined : endLine(placeOfTask(places, address), data),
  'workflow.started': ({ address, data: { map, slip } }, places) => {
    const kept = slip === null ? '' : `, kept in ${toOneLine(slip)}`;
    return plain(`    ${placeOfTask(places, address)}: runs ${toOneLine(map)}${kept}`);
  },
  'branch.cancelled': ({ address, data }, places) =>
    plain(`    ${placeOf(places, address, data.key)} cancelled`, ': it no longer counts'),
  'item.kept': ({ address, data }, places) =>
    plain(`    ${placeOf(places, address, data.key)} kept`, ': it is as it was the last time'),
  'worktree.conflicted': ({ address, data: { key, paths } }, places) => {
    const more = paths.length - MAX_PATHS;
    const rest = `: ${toOneLine(paths.slice(0, MAX_PATHS).join(', '))}${more > 0 ? ` and ${more} more` : ''}`;
    return {
      format: 'yellow',
      head: `    ${placeOf(places, address, key)} conflicts with what was merged before`,
      rest,
    };
  },
  'worktree.failed': ({ address, data }, places) => {
    const rest = `: ${toOneLine(data.reason, 500)}`;
    return { format: 'red', head: `    ${placeOf(places, address, data.key)}: its worktree failed`, rest };
  },
  'worktree.kept': ({ address, data }, places) =>
    plain(`    ${placeOf(places, address, data.key)}: its worktree is kept`, `: ${toOneLine(data.reason)}`),
  'item.skipped': ({ address, data }, places) => {
    const rest = `: ${toOneLine(data.reason)}`;
    return { format: 'yellow', head: `    ${placeOf(places, address, data.key)} skipped`, rest };
  },
};

function endLine(
  place: string,
  { outcome, result, failed }: Pick<RunEventData['item.finished'], 'outcome' | 'result' | 'failed'>,
): ProgressLine {
  const head = `    ${place} -> ${toOneLine(outcome)}`;
  if (!failed) return { format: 'green', head, rest: '' };
  return { format: 'red', head, rest: `, failed${reasonIn(result)}` };
}

/** Units: UTF-16. */
const MAX_REASON = 300;

/** What an end says of why it is no good one, as the shipped maps do: a text `reason` in its result. */
function reasonIn(result: Value): string {
  if (result === null || typeof result !== 'object') return '';
  const [, reason] = Object.entries(result).find(([name]) => name === 'reason') ?? [];
  return typeof reason === 'string' && reason.trim() !== '' ? `: ${toOneLine(reason, MAX_REASON)}` : '';
}

function placeOf(places: ShortPlaces, address: Address, key: string): string {
  return toOneLine(places.namesOf(partOf(address, key)).join('/'));
}

function placeOfTask(places: ShortPlaces, { block, task = '' }: Address): string {
  return toOneLine([...places.namesOf(block), task].join('/'));
}

function plain(head: string, rest = ''): ProgressLine {
  return { format: 'dim', head, rest };
}
