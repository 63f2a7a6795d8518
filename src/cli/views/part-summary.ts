import { WORKFLOW_KEY } from '../../model/address.ts';
import type { RunEvent } from '../../model/run-event.ts';
import { takeFrom, type EventTable } from '../io/event-table.ts';
import { visitKeyOf } from './place.ts';

/**
 * A branch, an item, or the map that a task runs.
 *
 * Shape: one has `stopped` where a task in it failed and nothing in it continues before the run resumes; `reason` is
 * why that is, or why it was skipped; `waitsFor` are keys of items that must be over before it starts, of one that is
 * waiting those that are not; `map` and `slip` are there for a map: its path, and where it is kept.
 */
export interface PartSummary {
  readonly kind: 'branch' | 'item' | 'map';
  readonly key: string;
  readonly status: 'waiting' | 'running' | 'stopped' | 'finished' | 'kept' | 'cancelled' | 'skipped';
  readonly outcome: string | null;
  readonly failed: boolean;
  readonly reason: string | null;
  readonly waitsFor: readonly string[];
  readonly map?: string;
  readonly slip?: string | null;
}

type Part = { -readonly [K in keyof PartSummary]: PartSummary[K] };

interface Parts {
  readonly byKey: Map<string, Part>;
  readonly list: Part[];
}

/** Follows the parts of all tasks of a run. */
export interface PartSummaries {
  /** Takes in an event; gives the parts of its task where they have just become known: a view that goes on changing. */
  readonly after: (event: RunEvent) => readonly PartSummary[] | undefined;
  /** Called for a task that starts: the parts around it continue. */
  readonly goOn: (event: RunEvent) => void;
}

export function createPartSummaries(): PartSummaries {
  const byVisit = new Map<string, Parts>();
  let isAnyStopped = false;
  const partsAround = ({ address: { block } }: RunEvent): readonly (readonly [Part, Parts])[] =>
    block.flatMap(({ task, key, activation: visit }, depth) => {
      const parts = byVisit.get(visitKeyOf({ block: block.slice(0, depth), task, visit }));
      const part = parts?.byKey.get(key);
      return parts === undefined || part === undefined ? [] : [[part, parts] as const];
    });
  return {
    goOn: (event) => {
      // Most runs have no such part, and many tasks.
      if (!isAnyStopped) return;
      for (const [part] of partsAround(event))
        if (part.status === 'stopped') Object.assign(part, { status: 'running', reason: null });
    },
    after: (event) => {
      if (event.type === 'task.failed' && event.data.target === null) {
        isAnyStopped = true;
        for (const [part, { list }] of partsAround(event).toReversed()) {
          Object.assign(part, { status: 'stopped', reason: event.data.reason });
          // Something else is still running in the part around it.
          if (list.some(({ status }) => status === 'running')) break;
        }
      }
      if (!/^(?:items?|branch|workflow)\./.test(event.type)) return undefined;
      const key = visitKeyOf(event.address);
      const known = byVisit.get(key);
      const parts = known ?? { byKey: new Map<string, Part>(), list: [] };
      takeFrom(TAKE, event, parts);
      if (known !== undefined) return undefined;
      byVisit.set(key, parts);
      return parts.list;
    },
  };
}

function add(parts: Parts, kind: Part['kind'], key: string, status: Part['status']): Part {
  const part: Part = { kind, key, status, outcome: null, failed: false, reason: null, waitsFor: [] };
  parts.byKey.set(key, part);
  parts.list.push(part);
  return part;
}

function change(parts: Parts, key: string, to: Partial<Part>): void {
  const part = parts.byKey.get(key);
  if (part !== undefined) Object.assign(part, to);
}

const TAKE: EventTable<Parts, void> = {
  'items.listed': ({ data }, parts) => {
    for (const { key, after } of data.items) add(parts, 'item', key, 'waiting').waitsFor = after;
  },
  'item.started': ({ data }, parts) => change(parts, data.key, { status: 'running' }),
  'item.finished': ({ data: { key, outcome, failed } }, parts) =>
    change(parts, key, { status: 'finished', outcome, failed }),
  'item.kept': ({ data }, parts) => change(parts, data.key, { status: 'kept' }),
  'item.skipped': ({ data: { key, reason } }, parts) => change(parts, key, { status: 'skipped', reason }),
  'branch.started': ({ data }, parts) => void add(parts, 'branch', data.key, 'running'),
  'branch.finished': ({ data: { key, outcome, failed } }, parts) =>
    change(parts, key, { status: 'finished', outcome, failed }),
  'branch.cancelled': ({ data }, parts) => change(parts, data.key, { status: 'cancelled' }),
  'workflow.started': ({ data: { map, slip } }, parts) =>
    void Object.assign(add(parts, 'map', WORKFLOW_KEY, 'running'), { map, slip }),
  'workflow.finished': ({ data: { outcome, failed } }, parts) =>
    change(parts, WORKFLOW_KEY, { status: 'finished', outcome, failed }),
};

/** What an item waits for that is not over; nothing once it has begun. */
export function openWaits(part: PartSummary, byKey: ReadonlyMap<string, PartSummary>): readonly string[] {
  if (part.status !== 'waiting') return [];
  return part.waitsFor.filter((key) => {
    const status = byKey.get(key)?.status;
    return status === 'waiting' || status === 'running';
  });
}

/** How many parts there are of each status, in words: `3 of 12 done, 2 running, 1 failed`. */
export function countParts(parts: readonly PartSummary[]): string {
  const count = (is: (part: PartSummary) => boolean): number => parts.filter(is).length;
  const words = [
    [count(({ status }) => status === 'running'), 'running'],
    [count(({ failed, status }) => failed || status === 'stopped'), 'failed'],
    [count(({ status }) => status === 'skipped'), 'skipped'],
    [count(({ status }) => status === 'cancelled'), 'cancelled'],
    [count(({ status }) => status === 'waiting'), 'waiting'],
  ] as const;
  const done = count(({ status, failed }) => status === 'kept' || (status === 'finished' && !failed));
  const rest = words.filter(([many]) => many > 0).map(([many, word]) => `${many} ${word}`);
  return [`${done} of ${parts.length} done`, ...rest].join(', ');
}
