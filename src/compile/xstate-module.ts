import type { Block } from '../model/block.ts';
import { machineConfigOf } from './compile.ts';

/**
 * The configuration of a block's machine as JSON text, for XState and its tools.
 *
 * Errors: none.
 */
export function xstateJson(block: Block): string {
  return `${JSON.stringify(machineConfigOf(block), undefined, 2)}\n`;
}

/**
 * A module that exports the machine of a block, for programs that have XState and not wfmap.
 *
 * Shape: JavaScript that is TypeScript too. It takes the same transitions as the engine: whoever performs a task
 * answers its invoked actor with `{action}`, the name of the action that was chosen.
 * Errors: none.
 */
export function xstateModule(block: Block, description: string): string {
  const config = JSON.stringify(machineConfigOf(block), undefined, 2);
  return `${HEAD(commentOf(description))}\nexport const machine = machineSetup.createMachine(${config});\n`;
}

/** A text that cannot end the comment it stands in. */
function commentOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /');
}

// The same meaning as in `compile.ts`, which a test holds it to.
const HEAD = (description: string): string => `/* ${description} */
import { assign, fromPromise, setup } from 'xstate';

const toBeProvided = fromPromise(() => Promise.reject(new Error('Provide an actor for this type of task.')));
const hasRoom = (counts, rooms) => rooms.every(({ key, max }) => (counts[key] ?? 0) < max);

export const machineSetup = setup({
  actors: {
    claude: toBeProvided,
    shell: toBeProvided,
    human: toBeProvided,
    decide: toBeProvided,
    parallel: toBeProvided,
    foreach: toBeProvided,
    workflow: toBeProvided,
  },
  guards: {
    chosen: ({ event }, { action }) => event.output?.action === action,
    chosenWithin: ({ context, event }, { action, rooms }) =>
      event.output?.action === action && hasRoom(context.counts, rooms),
    within: ({ context }, { rooms }) => hasRoom(context.counts, rooms),
  },
  actions: {
    count: assign(({ context }, { counts, resets }) => {
      const next = { ...context.counts };
      for (const key of resets) next[key] = 0;
      for (const key of counts) next[key] = (next[key] ?? 0) + 1;
      return { counts: next };
    }),
  },
});
`;
