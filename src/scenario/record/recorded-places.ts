import { blockKeyOf, type Address, type BlockStep } from '../../model/address.ts';

/** How the tasks of a run are named, each so that it means no other one. */
export interface RecordedPlaces {
  /** With the number of each visit of a task around it that was visited more than once. */
  readonly exact: (address: Address) => string;
  /** Without numbers. */
  readonly plain: (address: Address) => string;
}

export function recordedPlaces(addresses: readonly Address[]): RecordedPlaces {
  const again = new Set(
    addresses.flatMap(({ block }) =>
      block.flatMap(({ activation }, depth) => (activation > 1 ? [plainKey(block, depth)] : [])),
    ),
  );
  const nameOf = (block: readonly BlockStep[], depth: number, isExact: boolean): string => {
    const { task = '', key = '', activation = 1 } = block[depth] ?? {};
    const number = isExact && again.has(plainKey(block, depth)) ? `#${activation}` : '';
    return `${task}${number}/${key}`;
  };
  const placeOf = ({ block, task = '' }: Address, isExact: boolean): string =>
    [...block.map((_step, depth) => nameOf(block, depth, isExact)), task].join('/');
  return { exact: (address) => placeOf(address, true), plain: (address) => placeOf(address, false) };
}

/** Whichever visits of the tasks around it are meant, and whichever item. */
function plainKey(block: readonly BlockStep[], depth: number): string {
  const steps = block.slice(0, depth + 1).map((step) => ({ ...step, activation: 1 }));
  const last = steps.at(-1);
  return blockKeyOf(last === undefined ? [] : [...steps.slice(0, -1), { ...last, key: '' }]);
}
