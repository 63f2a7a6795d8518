/**
 * Does a number of small works in one process, and prints their processor time and peak of memory: `node many-at-once-child.ts <way> <count>`.
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
import { memoryFileSystem } from './memory-file-system.ts';
import { cpuTimed } from './measure.ts';
import { runProgram } from './steps.ts';
import { driveMachine } from './xstate-loop.ts';

const CONCURRENCY = 8;
type Prepared = () => Promise<unknown>;

/** An agent without a model that answers at once. */
function quickAgent(): Agent {
  return createScriptedAgent(() => ({ output: { ok: true, score: 1 } }));
}

const FOUND = {
  type: 'object',
  properties: { ok: { type: 'boolean' }, score: { type: 'integer' } },
  required: ['ok', 'score'],
};

/** As a user's block is; `subject` is what its prompt names. */
const lookAt = (subject: string): object => ({
  startTaskDefinition: 'Look',
  taskDefinitions: {
    Look: {
      type: 'claude',
      promptTemplate: `Look at ${subject}.`,
      as: 'found',
      output: { schema: FOUND },
      actions: { Go: { target: 'End', when: 'result.ok' }, Again: { target: 'Look' } },
    },
    End: { type: 'end', result: 'found.score' },
  },
});

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
        body: lookAt('${item}'),
        actions: { Go: { target: 'Done' } },
      },
      Done: { type: 'end' },
    },
  };
  return runOf(map, { list: Array.from({ length }, (_, index) => index) }, length + 1);
}

function branches(length: number): Prepared {
  const all = Array.from(
    { length },
    (_, index) => [`branch ${index}`, lookAt('it, for the ${visits}. time')] as const,
  );
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

/**
 * Keeps that there are files, not what is in them: the memory that counts is that of wfmap. A few bytes that are kept would keep the
 * 8 KiB that they were cut from.
 */
function forgetful(fs: FileSystem): FileSystem {
  return {
    ...fs,
    open: (path, mode) => {
      const file = fs.open(path, mode);
      return /[.](jsonl|log|md)$|[/]data[.]json[.]tmp$|[/]log-times[/]/.test(path)
        ? { ...file, write: () => undefined }
        : file;
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
  return () => driveMachine(length, () => agent.start(REQUEST).reply);
}

const WAYS = { items, branches, promises, machine } as const;

const [way = '', size = ''] = process.argv.slice(2);
const work = new Map(Object.entries(WAYS)).get(way);
if (work === undefined) throw new Error(`No way "${way}".`);
const count = Number(size);
const prepared = work(count);
const before = process.memoryUsage.rss();
const ms = await cpuTimed(prepared);
const peak = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ ms, rssMiB: (peak - before) / 2 ** 20 }));
