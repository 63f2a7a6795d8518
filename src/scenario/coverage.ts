import type { Block } from '../model/block.ts';
import type { Program } from '../run/program/program.ts';
import { blocksOfMap, nameOfBlock, programsIn } from './program-blocks.ts';
import type { TakenTransition } from './taken-transitions.ts';
import { transitionKey, transitionsOf, type Transition } from './transition.ts';

/** How much of a map was played. */
export interface MapCoverage {
  /** The path of the map. */
  readonly map: string;
  readonly total: number;
  readonly missing: readonly Transition[];
}

/** Which transitions of which maps were taken, over many runs. */
export interface Coverage {
  /** Takes up a program, and the maps inside of it, so that what is never played of them is known. */
  readonly add: (program: Program) => void;
  readonly take: (taken: readonly TakenTransition[]) => void;
  /** By the paths of the maps, sorted. */
  readonly maps: () => readonly MapCoverage[];
}

interface Counted {
  readonly transitions: readonly Transition[];
  readonly taken: Set<string>;
}

/** Counts by the paths of maps: one that is run by several others is counted once. */
export function createCoverage(): Coverage {
  const counted = new Map<string, Counted>();
  const names = new WeakMap<Block, string>();
  const known = new Set<Program>();
  const add = (program: Program): void => {
    if (known.has(program)) return;
    known.add(program);
    for (const each of programsIn(program)) {
      const { path } = each.source;
      for (const written of blocksOfMap(each)) names.set(written.block, nameOfBlock(written));
      if (!counted.has(path)) counted.set(path, { transitions: transitionsOf(each), taken: new Set() });
    }
  };
  return {
    add,
    take: (all) => {
      for (const { instance, taken } of all) {
        const block = names.get(instance.block);
        const map = counted.get(instance.program.source.path);
        if (block !== undefined) map?.taken.add(transitionKey({ ...taken, block }));
      }
    },
    maps: () =>
      [...counted]
        .map(([map, { transitions, taken }]) => ({
          map,
          total: transitions.length,
          missing: transitions.filter((each) => !taken.has(transitionKey(each))),
        }))
        .toSorted((a, b) => (a.map < b.map ? -1 : 1)),
  };
}
