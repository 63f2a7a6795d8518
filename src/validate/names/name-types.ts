import { unionOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { Block } from '../../model/block.ts';
import { bindingsOf, type BindingPlace } from './bindings.ts';
import type { BlockNode } from '../blocks/blocks.ts';

/** Works out the type of what one binding gives its name; it may ask for names, this one too. */
export type TypeOfBinding = (blockNode: BlockNode, binding: BindingPlace) => ValueType;

/** Names that build on one another are followed so far; what lies beyond is any value. Far within the stack. */
const MAX_FOLLOWED = 64;

interface NameState {
  readonly bindings: BindingPlace[];
  type: ValueType | undefined;
  isOpen: boolean;
  /** Whether it was asked for while it was worked out. */
  isCyclic: boolean;
}

/**
 * Types of the names that blocks bind: the union of all that each is bound to.
 *
 * Names may build on one another in any order, also round and round, and through the blocks inside of tasks. Each is
 * worked out when it is asked for, with nothing known of itself; a computed one that builds on itself once more with
 * what was found.
 */
export class NameTypes {
  readonly #typeOfBinding: TypeOfBinding;
  readonly #states = new Map<Block, ReadonlyMap<string, NameState>>();
  #followed = 0;

  constructor(typeOfBinding: TypeOfBinding) {
    this.#typeOfBinding = typeOfBinding;
  }

  /** The names that a block itself binds. */
  namesIn({ block }: BlockNode): Iterable<string> {
    return this.#statesOf(block).keys();
  }

  /** The type of a name that the block itself binds; undefined for any other. */
  typeOf(name: string, blockNode: BlockNode): ValueType | undefined {
    const state = this.#statesOf(blockNode.block).get(name);
    if (!state || state.type !== undefined) return state?.type;
    if (state.isOpen || this.#followed >= MAX_FOLLOWED) {
      state.isCyclic ||= state.isOpen;
      return 'any';
    }
    this.#followed += 1;
    state.isOpen = true;
    state.type = this.#workOut(blockNode, state);
    // What was found holds of every value, so working it out from that can only tell more.
    if (state.isCyclic) state.type = this.#workOut(blockNode, state);
    state.isOpen = false;
    this.#followed -= 1;
    return state.type;
  }

  #workOut(blockNode: BlockNode, { bindings }: NameState): ValueType {
    return unionOf(bindings.map((binding) => this.#typeOfBinding(blockNode, binding)));
  }

  #statesOf(block: Block): ReadonlyMap<string, NameState> {
    const known = this.#states.get(block);
    if (known) return known;
    const states = new Map<string, NameState>();
    for (const binding of bindingsOf(block)) {
      const state = states.get(binding.name);
      if (state) state.bindings.push(binding);
      else states.set(binding.name, { bindings: [binding], type: undefined, isOpen: false, isCyclic: false });
    }
    this.#states.set(block, states);
    return states;
  }
}
