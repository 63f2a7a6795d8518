/**
 * The slip folders of maps that a run runs as a part of itself: prompts and logs of their tasks, and a `data.json` that
 * names the run. The journal stays with the run.
 *
 * U1. A folder is named by the record that begins the map; one that no record names is nothing.
 * U2. `data.json` is whole, and of the last event once its map is over, and whenever the run pauses or ends.
 * U3. What is over is held no longer: memory is by the maps under way.
 */
import { join } from 'node:path';
import { writeWorkslip } from '../../artifact/workslip-file.ts';
import { createWorkslipProjection, type WorkslipProjection } from '../../artifact/workslip.ts';
import { claimSlip, type Slip } from '../../journal/slip.ts';
import { blockKeyOf, WORKFLOW_KEY, type Address, type BlockStep } from '../../model/address.ts';
import type { RunEvent, RunEventOf } from '../../model/run-event.ts';
import type { RunHost } from '../host/host.ts';

export interface SubSlips {
  /** Makes a folder; gives its path from the work root. Errors: throws `storage-failed`. */
  readonly claim: (block: readonly BlockStep[], mapPath: string) => string;
  /** The absolute folder of the nearest map around a task; undefined where that is the run's own. */
  readonly folderOf: (address: Address) => string | undefined;
  /** Follows a batch, and writes unless a rest is on. Errors: throws `storage-failed`. */
  readonly apply: (events: readonly RunEvent[]) => void;
  /** Writes what is not yet written. Errors: throws `storage-failed`. */
  readonly flush: () => void;
  /** How long until a write that was held back is due; undefined when all is written. Units: ms. */
  readonly restMs: () => number | undefined;
}

interface SubSlip {
  readonly block: readonly BlockStep[];
  readonly folder: string;
  readonly projection: WorkslipProjection;
}

/** `past` is what the journal held when the run was taken up again. */
export function createSubSlips(
  { fs, clock, workRoot }: Pick<RunHost, 'fs' | 'clock' | 'workRoot'>,
  { slip, past }: { readonly slip: Slip; readonly past: readonly RunEvent[] },
): SubSlips {
  const live = new Map<string, SubSlip>();
  const unwritten = new Set<SubSlip>();
  let restsUntil = -Infinity;
  const nowMs = (): number => clock.now().getTime();
  const open = (block: readonly BlockStep[], mapPath: string, path: string): void => {
    const within = { slipPath: slip.path, block };
    const projection = createWorkslipProjection({ mapPath, slipPath: path, within });
    live.set(blockKeyOf(block), { block, folder: join(workRoot, path), projection });
  };
  const take = (event: RunEvent): void => {
    if (event.type === 'workflow.started') {
      const { slip: path, map } = event.data;
      const block = blockOf(event);
      if (path !== null && isSlipPath(path) && !live.has(blockKeyOf(block))) open(block, map, path);
    }
    for (const each of concerned(live, event)) {
      each.projection.apply(event);
      unwritten.add(each);
    }
    for (const each of leftBy(live, event)) live.delete(blockKeyOf(each.block));
  };
  const flush = (): void => {
    if (unwritten.size === 0) return;
    const begin = nowMs();
    for (const each of unwritten) writeWorkslip(fs, each.folder, each.projection.workslip());
    unwritten.clear();
    restsUntil = nowMs() + REST * (nowMs() - begin);
  };
  for (const event of past) {
    take(event);
    // Whoever paused has written all of it; one that died may not have.
    if (event.type === 'run.paused') unwritten.clear();
  }
  return {
    claim: (block, mapPath) => {
      const { path } = claimSlip(fs, workRoot, join(workRoot, mapPath));
      open(block, mapPath, path);
      return path;
    },
    folderOf: ({ block }) => nearest(live, block)?.folder,
    apply: (events) => {
      for (const event of events) take(event);
      if (nowMs() >= restsUntil) flush();
    },
    flush,
    restMs: () => (unwritten.size === 0 ? undefined : Math.max(0, restsUntil - nowMs())),
  };
}

/** As for the run's own `data.json`: writing takes at most 5 % of the time. */
const REST = 19;

/** A journal that somebody has written into must not lead to any other folder. */
function isSlipPath(path: string): boolean {
  return /^(?:\.wfmap\/runs|\.sdlc\/workslips)\//.test(path) && !path.split('/').includes('..');
}

/** The block of a map that a task runs. */
function blockOf({ address }: RunEventOf<'workflow.started' | 'workflow.finished'>): readonly BlockStep[] {
  const { block, task = '', visit = 1 } = address;
  return [...block, { task, key: WORKFLOW_KEY, activation: visit }];
}

/** Whose workslips an event changes: of the maps that it happened in, or of all. */
function concerned(live: ReadonlyMap<string, SubSlip>, event: RunEvent): readonly SubSlip[] {
  if (live.size === 0) return [];
  if (event.type === 'run.paused' || event.type === 'run.resumed') return [...live.values()];
  const isOfMap = event.type === 'workflow.started' || event.type === 'workflow.finished';
  const own = around(live, isOfMap ? blockOf(event) : event.address.block);
  return event.type === 'branch.cancelled' ? [...own, ...leftBy(live, event)] : own;
}

/** The maps that are over after an event. */
function leftBy(live: ReadonlyMap<string, SubSlip>, event: RunEvent): readonly SubSlip[] {
  if (event.type === 'workflow.finished') return [live.get(blockKeyOf(blockOf(event))) ?? []].flat();
  if (event.type === 'run.resumed' && event.data.from !== null) return [...live.values()];
  if (event.type !== 'branch.cancelled' || live.size === 0) return [];
  const { block, task, visit } = event.address;
  const path = [...block, { task: task ?? '', key: event.data.key, activation: visit ?? 1 }];
  const key = blockKeyOf(path);
  return [...live.values()].filter((each) => blockKeyOf(each.block.slice(0, path.length)) === key);
}

function around(live: ReadonlyMap<string, SubSlip>, block: readonly BlockStep[]): readonly SubSlip[] {
  return block.flatMap((_step, index) => live.get(blockKeyOf(block.slice(0, index + 1))) ?? []);
}

function nearest(live: ReadonlyMap<string, SubSlip>, block: readonly BlockStep[]): SubSlip | undefined {
  return live.size === 0 ? undefined : around(live, block).at(-1);
}
