import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { compile, machineSetup, type BlockMachine, type TaskEvent } from '../../src/compile/compile.ts';
import { stateKeyOf } from '../../src/compile/state-key.ts';
import { xstateJson, xstateModule } from '../../src/compile/xstate-module.ts';
import type { Action } from '../../src/model/action.ts';
import type { Block } from '../../src/model/block.ts';
import { action, claude, end } from '../helpers/block.ts';

const NAMES = ['A', 'b.c', '#d', '__proto__'];

/** Blocks with limits, bounds of visits, resets and error targets. */
const blocks = fc
  .array(
    fc.record({
      targets: fc.array(fc.nat(NAMES.length), { minLength: 1, maxLength: 3 }),
      limit: fc.option(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(NAMES.length)), { nil: undefined }),
      visits: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      resets: fc.boolean(),
      onError: fc.option(fc.nat(NAMES.length), { nil: undefined }),
    }),
    { minLength: NAMES.length, maxLength: NAMES.length },
  )
  .map((tasks): Block => {
    const nameOf = (index: number): string => NAMES[index] ?? 'End';
    return {
      start: 'A',
      tasks: [
        ...tasks.map((each, index) => ({
          ...claude(
            nameOf(index),
            ...each.targets.map((target, which): Action => ({
              ...action(`to ${which}`, nameOf(target)),
              limit:
                which === 0 && each.limit ? { max: each.limit[0], then: nameOf(each.limit[1]) } : undefined,
              resets: each.resets && which === 1 ? [{ name: 'to 0' }, { name: nameOf(target) }] : [],
            })),
          ),
          maxVisits: each.visits === undefined ? undefined : { max: each.visits, then: 'End' },
          onError: each.onError === undefined ? undefined : nameOf(each.onError),
        })),
        end('End'),
      ],
    };
  });

/** Which action each step takes; a negative one fails the task. */
const choices = fc.array(fc.integer({ min: -1, max: 2 }), { maxLength: 30 });

function walk(machine: BlockMachine, block: Block, steps: readonly number[]): unknown[] {
  let [snapshot] = initialTransition(machine);
  const seen: unknown[] = [snapshot.value];
  for (const step of steps) {
    const task = block.tasks.find(({ name }) => stateKeyOf(name) === snapshot.value);
    if (task === undefined || task.type === 'end') break;
    const event: TaskEvent =
      step < 0
        ? { type: `xstate.error.actor.${stateKeyOf(task.name)}` }
        : { type: `xstate.done.actor.${stateKeyOf(task.name)}`, output: { action: `to ${step}` } };
    // XState takes an error without a transition for the end of the machine.
    if (step < 0 && task.onError === undefined) continue;
    [snapshot] = transition(machine, snapshot, event);
    seen.push([snapshot.value, snapshot.context.counts]);
  }
  return seen;
}

describe('what is written for XState', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'wfmap-xstate-'));
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('as JSON takes the transitions that the engine takes', () => {
    fc.assert(
      fc.property(blocks, choices, (block, steps) => {
        const config = JSON.parse(xstateJson(block)) as Parameters<typeof machineSetup.createMachine>[0];
        const machine = machineSetup.createMachine(config);
        expect(walk(machine, block, steps)).toEqual(walk(compile(block), block, steps));
      }),
    );
  });

  test('as a module does so without any of our code', async () => {
    const samples = fc.sample(fc.tuple(blocks, choices), { numRuns: 20, seed: 7 });
    for (const [index, [block, steps]] of samples.entries()) {
      const path = join(folder, `machine-${index}.mjs`);
      writeFileSync(path, xstateModule(block, 'A map */ with "a hostile" description\n'));
      const { machine } = (await import(pathToFileURL(path).href)) as { machine: BlockMachine };
      expect(walk(machine, block, steps)).toEqual(walk(compile(block), block, steps));
    }
  });
});
