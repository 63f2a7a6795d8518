import { WORKFLOW_KEY, type Address } from '../../model/address.ts';
import type { RunEvent, RunEventOf } from '../../model/run-event.ts';
import { takeFrom, type EventTable } from '../io/event-table.ts';
import { giverText } from './answer-words.ts';
import { createPartSummaries, type PartSummary } from './part-summary.ts';
import { blockKeyOf, isInside, partOf, visitKeyOf } from './place.ts';

/** What came of one execution of a task. Units: US dollars. */
export interface ExecutionSummary {
  readonly number: number;
  readonly task: string;
  readonly visit: number;
  /** Where it is in the tree of the run. */
  readonly address: Address;
  /** The slip folder that its files lie in, from the work root; null for that of the run. */
  readonly slip: string | null;
  /** Whether it goes on with an earlier execution of the same visit. */
  readonly resumes: boolean;
  readonly start: string;
  end: string | null;
  action: string | null;
  error: string | null;
  /** Of its command, the last time that it ran to an end. */
  exitCode: number | null;
  /** Whether it waits for a person. */
  isAsking: boolean;
  /** Who answered it from elsewhere, in words; null where nobody did. */
  answeredBy: string | null;
  /** Whether it did any work: a decision and an end do none. */
  isStep: boolean;
  costUsd: number;
  turns: number;
  /** How often its command was started. */
  commands: number;
  /** Turns that told no cost: they were cut off, or are under way. */
  turnsWithoutCost: number;
  session: string | null;
  denials: number;
  /** Processes that lived on. */
  survivors: number;
  /** The blocks inside of it; null where it has none. */
  parts: readonly PartSummary[] | null;
}

/** All executions of a run in the order of their start, told without its map. */
export function executionsOf(events: readonly RunEvent[]): ExecutionSummary[] {
  const all: ExecutionSummary[] = [];
  const open = new Map<string, ExecutionSummary>();
  const parts = createPartSummaries();
  const slips = new Map<string, string>();
  for (const event of events) {
    const key = visitKeyOf(event.address);
    const before = open.get(key);
    if (event.type === 'task.started') {
      if (before !== undefined) before.error ??= 'interrupted';
      const entry = begun(event, slipOf(slips, event.address));
      open.set(key, entry);
      all.push(entry);
      parts.goOn(event);
      continue;
    }
    if (event.type === 'workflow.started' && event.data.slip !== null) {
      slips.set(blockKeyOf(partOf(event.address, WORKFLOW_KEY)), event.data.slip);
    }
    if (event.type === 'branch.cancelled') cancelIn(open, event);
    if (before === undefined) continue;
    takeFrom(TAKE, event, before);
    const inside = parts.after(event);
    if (inside !== undefined) {
      before.parts = inside;
      before.isStep = true;
    }
    if (event.type === 'task.finished' || event.type === 'task.failed') open.delete(key);
  }
  return all;
}

function begun({ at, address, data }: RunEventOf<'task.started'>, slip: string | null): ExecutionSummary {
  const { execution: number, task } = data;
  return {
    number,
    task,
    visit: address.visit ?? 1,
    address,
    slip,
    resumes: data.resumes !== null,
    start: at,
    end: null,
    action: null,
    error: null,
    exitCode: null,
    isAsking: false,
    answeredBy: null,
    isStep: false,
    costUsd: 0,
    turns: 0,
    commands: 0,
    turnsWithoutCost: 0,
    session: null,
    denials: 0,
    survivors: 0,
    parts: null,
  };
}

/** The folder of the nearest map around. */
function slipOf(slips: ReadonlyMap<string, string>, { block }: Address): string | null {
  if (slips.size === 0) return null;
  for (let depth = block.length; depth > 0; depth -= 1) {
    const slip = slips.get(blockKeyOf(block.slice(0, depth)));
    if (slip !== undefined) return slip;
  }
  return null;
}

/** What was under way in a branch that no longer counts; what it costs is still told. */
function cancelIn(open: ReadonlyMap<string, ExecutionSummary>, event: RunEventOf<'branch.cancelled'>): void {
  const branch = partOf(event.address, event.data.key);
  for (const entry of open.values()) {
    if (entry.end !== null || !isInside(entry.address.block, branch)) continue;
    entry.end = event.at;
    entry.error = 'cancelled';
    entry.isAsking = false;
  }
}

/** What events of an execution say of it. */
const TAKE: EventTable<ExecutionSummary, void> = {
  'agent.started': ({ data }, entry) => {
    entry.isStep = true;
    entry.turns += 1;
    entry.turnsWithoutCost += 1;
    entry.session = data.session;
  },
  'agent.finished': ({ data }, entry) => {
    entry.costUsd += data.costUsd ?? 0;
    if (data.costUsd !== null) entry.turnsWithoutCost -= 1;
    entry.denials += data.denials.length;
    entry.survivors += data.survivors?.length ?? 0;
    if (data.outcome === 'interrupted') entry.error ??= 'interrupted';
  },
  'shell.started': (_event, entry) => {
    entry.isStep = true;
    entry.commands += 1;
  },
  'shell.finished': ({ data }, entry) => {
    entry.exitCode = data.exitCode;
    entry.survivors += data.survivors?.length ?? 0;
    if (data.outcome === 'interrupted') entry.error ??= 'interrupted';
  },
  'human.asked': (_event, entry) => {
    entry.isStep = true;
    entry.isAsking = true;
  },
  'human.answered': ({ data }, entry) => {
    entry.isAsking = false;
    entry.answeredBy = giverText(data) ?? null;
  },
  'task.finished': ({ at, data }, entry) => {
    entry.end = at;
    entry.action = data.action;
  },
  'task.failed': ({ at, data }, entry) => {
    entry.end = at;
    entry.error = data.reason;
    entry.isAsking = false;
  },
};
