import { assign, createActor, fromPromise, setup, waitFor } from 'xstate';

/** What each step gives, as the tasks of `loopMap` do. */
interface Found {
  readonly more: boolean;
  readonly score: number;
}

/**
 * Drives a plain XState actor round a loop of one state that invokes a promise, binds its result, and decides by a guard:
 * what somebody writes who has no engine. Units: ms.
 */
export async function driveMachine(steps: number, work: (step: number) => unknown): Promise<number> {
  let step = 0;
  const machine = setup({
    types: { context: {} as { found: Found } },
    actors: {
      work: fromPromise<Found>(async () => {
        await work(step);
        step += 1;
        return { more: step < steps, score: step };
      }),
    },
  }).createMachine({
    context: { found: { more: true, score: 0 } },
    initial: 'work',
    states: {
      work: {
        invoke: {
          src: 'work',
          onDone: [
            {
              guard: ({ event }) => event.output.more,
              target: 'work',
              reenter: true,
              actions: assign({ found: ({ event }) => event.output }),
            },
            { target: 'done' },
          ],
        },
      },
      done: { type: 'final' },
    },
  });
  const start = performance.now();
  const actor = createActor(machine);
  actor.start();
  await waitFor(actor, ({ status }) => status === 'done', { timeout: Infinity });
  const ms = performance.now() - start;
  if (step !== steps) throw new Error(`The machine made ${step} of ${steps} steps.`);
  return ms;
}
