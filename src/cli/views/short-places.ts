import { WORKFLOW_KEY, type Address, type BlockStep } from '../../model/address.ts';
import type { RunEvent } from '../../model/run-event.ts';
import { blockKeyOf, partOf, visitKeyOf } from './place.ts';

/**
 * Where blocks are, in as few words as are clear to somebody who watches: a map that a task runs is called by that task,
 * and not at all where it is the first that an item or a branch does, as it mostly is the only one.
 *
 * `Build/ST-001/Run/map` is `Build/ST-001`; `Gates/map` is `Gates`; `Build/ST-001/Check/map` after Run stays
 * `Build/ST-001/Check`. Nothing is kept of what is over.
 */
export interface ShortPlaces {
  /** Takes in an event, before anything is asked about it. */
  readonly follow: (event: RunEvent) => void;
  /** The names on the way to a block, the outermost first. */
  readonly namesOf: (block: readonly BlockStep[]) => readonly string[];
  /** Whether a task runs a map that is not called by a name. */
  readonly isSilent: (address: Address) => boolean;
}

export function createShortPlaces(): ShortPlaces {
  /** What the map that a task runs is called: nothing, or the task. */
  const maps = new Map<string, readonly string[]>();
  const firsts = new Map<string, string>();
  const mapIn = (block: readonly BlockStep[], depth: number): readonly string[] | undefined => {
    const step = block[depth];
    if (step?.key !== WORKFLOW_KEY) return undefined;
    return maps.get(visitKeyOf({ block: block.slice(0, depth), task: step.task, visit: step.activation }));
  };
  const enterMap = ({ block, task = '', visit = 1 }: Address): void => {
    const key = visitKeyOf({ block, task, visit });
    const isFirst = firsts.get(blockKeyOf(block)) === key && mapIn(block, block.length - 1) === undefined;
    maps.set(key, isFirst ? [] : [withVisit(task, visit)]);
  };
  return {
    follow: (event) => {
      const { type, address } = event;
      if (type === 'task.started' && address.block.length > 0) {
        const block = blockKeyOf(address.block);
        if (!firsts.has(block)) firsts.set(block, visitKeyOf(address));
      } else if (type === 'workflow.started') enterMap(address);
      else if (type === 'task.finished' || type === 'task.failed') maps.delete(visitKeyOf(address));
      else if (type === 'workflow.finished') firsts.delete(blockKeyOf(partOf(address, WORKFLOW_KEY)));
      else if (type === 'item.finished' || type === 'branch.finished' || type === 'branch.cancelled') {
        firsts.delete(blockKeyOf(partOf(address, event.data.key)));
      }
    },
    namesOf: (block) =>
      block.flatMap(
        ({ task, key, activation }, depth) =>
          mapIn(block, depth) ?? [`${withVisit(task, activation)}/${key}`],
      ),
    isSilent: (address) => maps.get(visitKeyOf(address))?.length === 0,
  };
}

function withVisit(task: string, visit: number): string {
  return visit > 1 ? `${task}#${visit}` : task;
}
