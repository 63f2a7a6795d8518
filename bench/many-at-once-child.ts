/**
 * Does a number of small works in one process, and tells what they took: `node many-at-once-child.ts <way> <count>`.
 *
 * The ways: `items` and `branches` are runs of wfmap; `promises` asks the same agent in one `Promise.all`; `machine`
 * asks it from a plain XState machine, one after the other.
 */
import '../src/framework/install-functions.ts';
import { createScriptedAgent } from '../src/agent/scripted/scripted-agent.ts';
import type { Agent, AgentRequest } from '../src/agent/agent.ts';
import type { FileSystem } from '../src/journal/file-system.ts';
import { check } from '../src/check/check.ts';
import { toProgram } from '../src/run/program/to-program.ts';
import { createActor, fromPromise, setup, waitFor, assign } from 'xstate';
import { memoryFileSystem } from './memory-file-system.ts';
import { runProgram } from './steps.ts';

const CONCURRENCY = 8;
type Prepared = () => Promise<unknown>;

/** An agent without a model that answers at once. Where garbage can be collected, it looks what is left now and then. */
function quickAgent(): Agent {
  let asked = 0;
  return createScriptedAgent(() => {
    asked += 1;
    if (globalThis.gc !== undefined && asked % 500 === 1) {
      globalThis.gc();
      mostHeap = Math.max(mostHeap, process.memoryUsage().heapUsed);
    }
    return { action: 'Go' };
  });
}

const LOOK = {
  startTaskDefinition: 'Look',
  taskDefinitions: {
    Look: { type: 'claude', prompt: 'Look at it.', actions: { Go: { target: 'End', choose: 'if done' } } },
    End: { type: 'end' },
  },
};

function items(length: number): Prepared {
  const list = { type: 'array', description: 'What to look at', required: true, schema: { type: 'array' } };
  const map = {
    description: 'Many items',
    startTaskDefinition: 'Each',
    workslipFields: { list },
    taskDefinitions: {
      Each: {
        type: 'foreach',
        items: 'list',
        item: 'item',
        body: LOOK,
        actions: { Go: { target: 'Done' } },
      },
      Done: { type: 'end' },
    },
  };
  return runOf(map, { list: Array.from({ length }, (_, index) => index) }, length + 1);
}

function branches(length: number): Prepared {
  const all = Array.from({ length }, (_, index) => [`branch ${index}`, LOOK] as const);
  const map = {
    description: 'Many branches',
    startTaskDefinition: 'All',
    taskDefinitions: {
      All: { type: 'parallel', branches: Object.fromEntries(all), actions: { Go: { target: 'Done' } } },
      Done: { type: 'end' },
    },
  };
  return runOf(map, {}, length + 1);
}

function runOf(map: object, fields: Record<string, readonly number[]>, steps: number): Prepared {
  const text = JSON.stringify(map);
  const { document, ...checked } = check({ name: 'map.json', text }, () => ({
    kind: 'missing',
    lookedIn: [],
  }));
  if (document === undefined) throw new Error('A bad map.');
  const { program } = toProgram({ ...checked, document }, 'map.json');
  return () =>
    runProgram(program, forgetful(memoryFileSystem()), {
      texts: [text],
      fields,
      steps,
      workRoot: '/bench',
      agent: quickAgent(),
      concurrency: CONCURRENCY,
    });
}

/** Keeps that there are files, not what is in them: the memory that counts is that of wfmap. */
function forgetful(fs: FileSystem): FileSystem {
  return {
    ...fs,
    open: (path, mode) => {
      const file = fs.open(path, mode);
      return /[.](jsonl|log|md)$/.test(path) ? { ...file, write: () => undefined } : file;
    },
  };
}

const REQUEST = {
  task: 'Look',
  visit: 1,
  prompt: 'Look at it.',
  actions: [{ name: 'Go' }],
  log: () => undefined,
} as unknown as AgentRequest;

function promises(length: number): Prepared {
  const agent = quickAgent();
  return () => Promise.all(Array.from({ length }, () => agent.start(REQUEST).reply));
}

function machine(length: number): Prepared {
  const agent = quickAgent();
  const made = setup({
    types: { context: {} as { count: number } },
    actors: { look: fromPromise(() => agent.start(REQUEST).reply) },
  }).createMachine({
    context: { count: 0 },
    initial: 'look',
    states: {
      look: {
        invoke: {
          src: 'look',
          onDone: [
            { guard: ({ context }) => context.count + 1 >= length, target: 'done' },
            {
              target: 'look',
              reenter: true,
              actions: assign({ count: ({ context }) => context.count + 1 }),
            },
          ],
        },
      },
      done: { type: 'final' },
    },
  });
  return async () => {
    const actor = createActor(made);
    actor.start();
    await waitFor(actor, (snapshot) => snapshot.status === 'done', { timeout: Infinity });
  };
}

const WAYS = { items, branches, promises, machine } as const;

const [way = '', size = ''] = process.argv.slice(2);
const work = new Map(Object.entries(WAYS)).get(way);
if (work === undefined) throw new Error(`No way "${way}".`);
const count = Number(size);
const prepared = work(count);
const mib = (bytes: number): number => bytes / 2 ** 20;
globalThis.gc?.();
let mostHeap = 0;
const before = { heap: process.memoryUsage().heapUsed, rss: process.memoryUsage().rss };
const start = performance.now();
await prepared();
const ms = performance.now() - start;
const peak = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ ms, rssMiB: peak - mib(before.rss), heapMiB: mib(mostHeap - before.heap) }));
