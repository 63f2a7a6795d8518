import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { compile, compileToStep, type TaskEvent } from '../../../src/compile/compile.ts';
import { nextSnapshot } from '../../../src/run/state/next-snapshot.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';

const CLAUDE = { type: 'claude', prompt: 'Work.' };
const { block } = checkedProgram({
  description: 'A loop with a limit',
  startTaskDefinition: 'Work',
  limits: { steps: 100 },
  taskDefinitions: {
    Work: {
      ...CLAUDE,
      onError: 'Failed',
      actions: { Review: { target: 'Review', choose: 'a' }, Again: { target: 'Work', choose: 'b' } },
    },
    Review: {
      ...CLAUDE,
      actions: {
        Rework: { target: 'Work', choose: 'a', limit: { max: 2, then: 'Failed' } },
        Accept: { target: 'Done', choose: 'b' },
      },
    },
    Done: { type: 'end' },
    Failed: { type: 'end', failed: true },
  },
}).program.map;

const events: readonly TaskEvent[] = [
  { type: 'xstate.error.actor.Work' },
  ...['Review', 'Again', 'Rework', 'Accept', 'Other'].flatMap((action) =>
    ['Work', 'Review'].map((task) => ({ type: `xstate.done.actor.${task}`, output: { action } })),
  ),
];

test("the next snapshot is that of XState's transition of the exported machine, whatever came before", () => {
  const machine = compile(block);
  const stepped = compileToStep(block);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 20 }), (sequence) => {
      let [theirs] = initialTransition(machine);
      let [ours] = initialTransition(stepped);
      for (const event of sequence) {
        [theirs] = transition(machine, theirs, event);
        ours = nextSnapshot(stepped, ours, event);
        expect([ours.value, ours.context, ours.status]).toEqual([
          theirs.value,
          theirs.context,
          theirs.status,
        ]);
        expect(ours.children).toEqual({});
      }
    }),
  );
});
