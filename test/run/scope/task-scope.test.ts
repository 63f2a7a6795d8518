import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ValueType } from '../../../src/expression/types/value.ts';
import { blockKeyOf, childPathOf } from '../../../src/model/address.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { paramsOf } from '../../../src/model/tasks.ts';
import type { Value } from '../../../src/model/value.ts';
import { bindParameters } from '../../../src/prompt/render/bind-parameters.ts';
import { contextOf, taskScope } from '../../../src/run/scope/task-scope.ts';
import type { BlockInstance } from '../../../src/run/state/block-instance.ts';
import { boundTypesOf } from '../../../src/run/state/bound-names.ts';
import { fold } from '../../../src/run/state/fold.ts';
import { createRunState, type RunState } from '../../../src/run/state/run-state.ts';
import { start } from '../../helpers/run-host.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';
import { mapText } from '../map-json.ts';
import { hostFor } from '../nested-host.ts';
import { nestedProgram } from '../nested-program.ts';
import { nestedRuns, type NestedRun } from '../random-nested.ts';
import { performersOf } from '../scripted-performers.ts';

interface Copy {
  readonly types: ReadonlyMap<string, ValueType>;
  readonly values: ReadonlyMap<string, Value | undefined>;
}

const NOTHING: Copy = { types: new Map(), values: new Map() };
const SETTINGS = {
  channel: 'text' as const,
  run: { id: 'run', branch: 'main', root: '/project', artifacts: '/project/.map/main' },
  workRoot: '/project',
  workFolder: '/project',
};

test('a name holds what it would if each block had a copy of the names around it, from when it was entered', async () => {
  const seen = { compared: 0, fromAround: 0, hidden: 0, insideOfMaps: 0 };
  await fc.assert(
    fc.asyncProperty(nestedRuns(), fc.boolean(), fc.boolean(), async (random, isInside, isHiding) => {
      const { program, texts } = programOf(random, isInside, isHiding);
      const host = hostFor(createCrashingFileSystem('/project'), performersOf(random.answers), random.places);
      await start(host, program, { texts });
      const state = createRunState();
      const outer = new Map<string, Copy>([[blockKeyOf([]), NOTHING]]);
      for (const event of host.events) {
        fold(state, event, program);
        enter(outer, state, event);
        for (const instance of state.blocks.values()) compare(state, instance, outer, seen);
      }
      if (isInside) seen.insideOfMaps += 1;
    }),
    { numRuns: 100 },
  );
  // A generator that no longer reaches something would let the rest of this pass for nothing.
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
});

/** The map, or one that runs it and binds names like those in it; blocks can hide the names of the blocks around. */
function programOf({ map }: NestedRun, isInside: boolean, isHiding: boolean) {
  const text = isHiding ? mapText(map).replaceAll(/\bn[12]\b/g, 'n0') : mapText(map);
  if (!isInside) return nestedProgram(text);
  const around = {
    description: 'Runs another',
    startTaskDefinition: 'Set',
    taskDefinitions: {
      Set: { type: 'decide', set: { n0: '7', t: '8' }, actions: { Go: { target: 'Sub' } } },
      Sub: { type: 'workflow', map: 'maps/inner.json', actions: { Go: { target: 'End' } } },
      End: { type: 'end' },
    },
  };
  return nestedProgram(JSON.stringify(around), { 'maps/inner.json': text });
}

/** A block that is entered gets its copy. */
function enter(outer: Map<string, Copy>, state: RunState, { type, address, data }: RunEvent): void {
  if (type !== 'branch.started' && type !== 'item.started') return;
  const instance = state.blocks.get(blockKeyOf(address.block))!;
  const { types, values } = copyOf(instance, outer);
  const task = instance.tasks.get(data.task)!;
  const key = blockKeyOf(childPathOf(address, data.key));
  if (task.type !== 'foreach') {
    outer.set(key, { types, values });
    return;
  }
  const item = state.open.get(instance.open!)!.children!.byKey.get(data.key)!.item!.value;
  const itemType = instance.program.facts.tasks.get(task)!.itemType;
  outer.set(key, {
    types: new Map([...types, [task.item, itemType]]),
    values: new Map([...values, [task.item, item]]),
  });
}

function copyOf({ path, program, block, bound }: BlockInstance, copies: ReadonlyMap<string, Copy>): Copy {
  const outer = copies.get(blockKeyOf(path)) ?? NOTHING;
  return {
    types: new Map([...outer.types, ...boundTypesOf(program, block)]),
    values: new Map([...outer.values, ...bound]),
  };
}

function compare(
  state: RunState,
  instance: BlockInstance,
  outer: ReadonlyMap<string, Copy>,
  seen: Record<'compared' | 'fromAround' | 'hidden', number>,
): void {
  const open = state.open.get(instance.open ?? 0);
  if (open === undefined) return;
  const { program, fields, path } = instance;
  const bound = copyOf(instance, outer);
  const { scope, names } = bindParameters({
    fields: program.map.fields,
    params: paramsOf(open.task),
    parameters: [],
    values: fields,
    bound,
    reads: bound.types.keys(),
    args: open.args,
  });
  const context = contextOf({ state, units: { left: 0 }, settings: SETTINGS }, instance);
  const { scope: own } = taskScope(context, open, open.task);
  for (const name of [...names, 'nothing']) {
    expect(own.types.get(name)).toEqual(scope.types.get(name));
    expect(own.values.get(name)).toEqual(scope.values.get(name));
    expect(own.values.has(name)).toBe(scope.values.has(name));
    expect(own.types.has(name)).toBe(scope.types.has(name));
    seen.compared += 1;
  }
  const around = outer.get(blockKeyOf(path)) ?? NOTHING;
  for (const [name, value] of around.values) {
    if (value === undefined) continue;
    seen[instance.bound.has(name) ? 'hidden' : 'fromAround'] += 1;
  }
}
