import type { Address } from '../../model/address.ts';
import type { Script } from './script.ts';

/**
 * Says where merges of a simulation, which has no worktrees, meet other changes: as the script says of the task.
 *
 * Shape: `address` is that of the task whose branches or items are merged, `key` the name of the branch, or the item's key.
 */
export function createScriptedMerges(script: Script): (address: Address, key: string) => boolean {
  return (address, key) => {
    const { task = '', visit = 1 } = address;
    const asked = { of: 'merge' as const, address, actions: [], output: undefined, fields: [] };
    return script(task, visit, 1, asked)?.conflicts?.includes(key) === true;
  };
}
