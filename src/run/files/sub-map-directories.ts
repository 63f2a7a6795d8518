/**
 * The run directories of sub-maps: prompts and logs of their tasks, and a `data.json` that names the run. The journal
 * stays with the run.
 *
 * U1. A folder is named by the record that begins the map; one that no record names is nothing.
 * U2. `data.json` is whole, and of the last event once its map is over, and whenever the run pauses or ends.
 * U3. What is over is held no longer: memory is by the maps under way.
 */
import { join } from 'node:path';
import { writeDataJson } from '../../artifact/data-json-file.ts';
import { dataJsonOfSubMap, type SubMapPlace, type DataJsonPlace } from '../../artifact/data-json.ts';
import { claimRunDirectory, type RunDirectory } from '../../journal/run-directory.ts';
import { blockKeyOf, childPathOf, WORKFLOW_KEY, type Address, type BlockStep } from '../../model/address.ts';
import type { RunEvent, RunEventOf } from '../../model/run-event.ts';
import type { RunView } from '../../view/run-view.ts';
import type { RunHost } from '../host/host.ts';

export interface SubMapDirectories {
  /** Makes a folder; gives its path from the work root. Errors: throws `storage-failed`. */
  readonly claim: (block: readonly BlockStep[], mapPath: string) => string;
  /** The absolute folder of the nearest map around a task; undefined where that is the run's own. */
  readonly folderOf: (address: Address) => string | undefined;
  /** The absolute folder of a map that may be over, by its path from the work root, null for the run's own; undefined for no run directory. */
  readonly folderAt: (path: string | null) => string | undefined;
  /** Called for each event that the view has taken; `isPast`: the journal held it when the run resumed. */
  readonly see: (event: RunEvent, isPast: boolean) => void;
  /** Writes what has changed unless a rest is on. Errors: throws `storage-failed`. */
  readonly update: () => void;
  /** Writes what is not yet written. Errors: throws `storage-failed`. */
  readonly flush: () => void;
  /** How long until a write that was held back is due; undefined when all is written. Units: ms. */
  readonly restMs: () => number | undefined;
}

interface SubMapDirectory {
  readonly key: string;
  readonly folder: string;
  readonly place: DataJsonPlace;
  /** Undefined until the map has begun. */
  began: Pick<SubMapPlace, 'start' | 'fields'> | undefined;
}

export function createSubMapDirectories(
  { fs, clock, workRoot }: Pick<RunHost, 'fs' | 'clock' | 'workRoot'>,
  { directory, view }: { readonly directory: RunDirectory; readonly view: RunView },
): SubMapDirectories {
  const live = new Map<string, SubMapDirectory>();
  const unwritten = new Set<SubMapDirectory>();
  let restsUntil = -Infinity;
  const nowMs = (): number => clock.now().getTime();
  const open = (key: string, mapPath: string, directoryPath: string): void => {
    const place = { mapPath, directoryPath };
    live.set(key, { key, folder: join(workRoot, directoryPath), place, began: undefined });
  };
  const begin = ({ at, address, data }: RunEventOf<'workflow.started'>): void => {
    const key = blockKeyOf(childPathOf(address, WORKFLOW_KEY));
    if (data.slip !== null && isRunPath(data.slip) && !live.has(key)) open(key, data.map, data.slip);
    const begun = live.get(key);
    if (begun !== undefined) begun.began = { start: at, fields: data.fields };
  };
  const flush = (): void => {
    if (unwritten.size === 0) return;
    const start = nowMs();
    for (const { key, folder, place, began } of unwritten) {
      const block = view.blocks.get(key);
      if (block === undefined || began === undefined) continue;
      writeDataJson(
        fs,
        folder,
        dataJsonOfSubMap(view, { ...place, ...began, block, parent: directory.path }),
      );
    }
    unwritten.clear();
    restsUntil = nowMs() + REST * (nowMs() - start);
  };
  return {
    claim: (block, mapPath) => {
      const { path } = claimRunDirectory(fs, workRoot, join(workRoot, mapPath));
      open(blockKeyOf(block), mapPath, path);
      return path;
    },
    folderOf: ({ block }) => around(live, block).at(-1)?.folder,
    folderAt: (path) => {
      if (path === null) return directory.folder;
      return isRunPath(path) ? join(workRoot, path) : undefined;
    },
    see: (event, isPast) => {
      if (event.type === 'workflow.started') begin(event);
      for (const each of concerned(live, event)) {
        const { endAt = null, isLeft = false } = view.blocks.get(each.key) ?? {};
        if (event.type !== 'branch.cancelled' || isLeft) unwritten.add(each);
        if (endAt !== null) live.delete(each.key);
      }
      // A run that paused has written all of it; one that died may not have.
      if (isPast && event.type === 'run.paused') unwritten.clear();
    },
    update: () => {
      if (nowMs() >= restsUntil) flush();
    },
    flush,
    restMs: () => (unwritten.size === 0 ? undefined : Math.max(0, restsUntil - nowMs())),
  };
}

/** As for the run's own `data.json`: writing takes at most 5 % of the time. */
const REST = 19;

/** A journal that somebody has written into must not lead to any other folder. */
function isRunPath(path: string): boolean {
  return /^(?:\.wfmap\/runs|\.sdlc\/workslips)\//.test(path) && !path.split('/').includes('..');
}

/** The sub-maps whose `data.json` an event may change: those that it happened in, or all. */
function concerned(
  live: ReadonlyMap<string, SubMapDirectory>,
  { type, address }: RunEvent,
): readonly SubMapDirectory[] {
  if (type === 'run.paused' || type === 'run.resumed' || type === 'branch.cancelled')
    return [...live.values()];
  const isOfMap = type === 'workflow.started' || type === 'workflow.finished';
  return around(live, isOfMap ? childPathOf(address, WORKFLOW_KEY) : address.block);
}

/** The maps around a block, the outermost first. */
function around(
  live: ReadonlyMap<string, SubMapDirectory>,
  block: readonly BlockStep[],
): readonly SubMapDirectory[] {
  if (live.size === 0) return [];
  return block.flatMap((_step, index) => live.get(blockKeyOf(block.slice(0, index + 1))) ?? []);
}
