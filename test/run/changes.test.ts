import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Agent, AgentReply, AgentRequest } from '../../src/agent/agent.ts';
import { createScriptedAgent } from '../../src/agent/scripted/scripted-agent.ts';
import { createScriptedShell } from '../../src/agent/scripted/scripted-shell.ts';
import { findRuns, JOURNAL_FILE } from '../../src/journal/find-runs.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { RunDirectory } from '../../src/journal/run-directory.ts';
import type { ChangeReader } from '../../src/run/host/change-reader.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { foldAll } from '../../src/run/start/resume-run.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import { checkedProgram, type CheckedProgram } from '../helpers/checked-program.ts';
import { answered, failed, puppetAgent } from '../helpers/puppet-agent.ts';
import { resume, start, testHost, type TestHost } from '../helpers/run-host.ts';
import {
  crashesOf,
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from '../journal/crashing-file-system.ts';

const ROOT = '/project';

/** A folder that agents write into, and that outlives the process of a run, like the trees that are stored of it. */
class Folder {
  readonly files = new Map<string, string>();
  readonly stored: ReadonlyMap<string, string>[] = [];
  readonly asked: string[] = [];

  reader(fault?: () => string | undefined): ChangeReader {
    const refused = () => {
      const given = fault?.();
      return given === undefined ? undefined : { fault: given };
    };
    return {
      snapshot: async (folder) => {
        this.asked.push(`snapshot ${folder}`);
        const tree = String(this.stored.push(new Map(this.files)) - 1);
        return refused() ?? { head: null, tree, ignored: {} };
      },
      changesSince: async (folder, { tree }) => {
        this.asked.push(`changes ${folder} since ${tree}`);
        const before = this.stored[Number(tree)] ?? new Map<string, string>();
        const after = this.files;
        const added = [...after.keys()].filter((path) => !before.has(path)).toSorted();
        const deleted = [...before.keys()].filter((path) => !after.has(path)).toSorted();
        const modified = [...after.keys()]
          .filter((path) => before.has(path) && before.get(path) !== after.get(path))
          .toSorted();
        const count = added.length + modified.length + deleted.length;
        return refused() ?? { added, modified, deleted, commits: [], count };
      },
      dispose: () => undefined,
    };
  }
}

function hostOf(folder: Folder, agent: Agent, more: Partial<RunHost> = {}): TestHost {
  return testHost(createCrashingFileSystem(ROOT), ROOT, agent, {
    createChangeReader: () => folder.reader(),
    ...more,
  });
}

/** Does in each turn what `work` says, and says that it is done. */
function worker(work: (request: AgentRequest) => void, reply: AgentReply = answered('Done')): Agent {
  return {
    kind: 'claude',
    start: (request) => {
      work(request);
      return { reply: Promise.resolve(reply), stop: () => undefined, kill: () => undefined };
    },
  };
}

const mapOf = (taskDefinitions: object, more: object = {}): CheckedProgram =>
  checkedProgram({
    description: 'x',
    startTaskDefinition: Object.keys(taskDefinitions)[0],
    taskDefinitions,
    ...more,
  });

const done = { Done: { type: 'end', result: 'changes' }, Idle: { type: 'end', result: '"idle"' } };
const edit = (actions: object, more: object = {}) => ({ type: 'claude', prompt: 'Edit.', actions, ...more });
const READING = {
  Idle: { target: 'Idle', when: 'size(changes.paths) == 0' },
  Go: { target: 'Done', when: 'true' },
};

async function play({ program, texts }: CheckedProgram, host: RunHost) {
  return start(host, program, { texts });
}

describe('what a task changed', () => {
  test('is read by its guards and arguments, and later in its block', async () => {
    const folder = new Folder();
    folder.files.set('old.txt', '1').set('gone.txt', '1');
    const program = mapOf({
      Edit: edit({
        Go: {
          target: 'Note',
          when: "'new.txt' in changes.added",
          args: { first: { expr: 'changes.paths[0]' } },
        },
      }),
      Note: {
        type: 'decide',
        set: { seen: 'changes.count' },
        actions: { Go: { target: 'Tell' } },
      },
      Tell: {
        type: 'human',
        promptTemplate: '${first} and ${changes.paths.join(", ")}.',
        promptParams: { first: { type: 'string', description: 'x', required: false } },
        actions: { Go: { target: 'Done' } },
      },
      Done: { type: 'end', result: '{"all": changes, "seen": seen}' },
    });
    const host = hostOf(
      folder,
      worker(() => {
        folder.files.set('old.txt', '2').set('new.txt', '1');
        folder.files.delete('gone.txt');
      }),
      { asker: { ask: async () => ({ action: 'Go', fields: {}, via: 'scripted' }) } },
    );
    const { state } = await play(program, host);
    const paths = ['gone.txt', 'new.txt', 'old.txt'];
    const all = {
      added: ['new.txt'],
      modified: ['old.txt'],
      deleted: ['gone.txt'],
      commits: [],
      count: 3,
      paths,
    };
    expect(state.finished?.result).toEqual({ all, seen: 3 });
    const asked = host.events.find(({ type }) => type === 'human.asked');
    expect(asked?.data).toMatchObject({ text: expect.stringContaining('gone.txt, new.txt, old.txt.') });
  });

  test('is nothing while no task of the block has ended, in a child block too', async () => {
    const folder = new Folder();
    const program = mapOf({
      Edit: edit({ Go: { target: 'Split', when: 'changes.count == 1' }, Else: { target: 'Done' } }),
      Split: {
        type: 'parallel',
        branches: {
          a: {
            startTaskDefinition: 'Look',
            taskDefinitions: {
              Look: { type: 'decide', set: { seen: 'changes.paths' }, actions: { Go: { target: 'Over' } } },
              Over: { type: 'end', result: 'seen' },
            },
          },
        },
        as: 'split',
        actions: { Go: { target: 'Done' } },
      },
      Done: { type: 'end', result: 'has(split) ? split.a.result : null' },
    });
    const { state } = await play(
      program,
      hostOf(
        folder,
        worker(() => folder.files.set('a', '1')),
      ),
    );
    expect(state.finished?.result).toEqual([]);
  });

  test('is compared with what an agent reports, by an expression', async () => {
    const report = mapOf({
      Edit: edit(
        {
          True: { target: 'Done', when: 'result.files_changed.all(f, f in changes.paths)' },
          False: { target: 'Idle' },
        },
        {
          output: {
            schema: {
              type: 'object',
              required: ['files_changed'],
              properties: { files_changed: { type: 'array', items: { type: 'string' } } },
            },
          },
        },
      ),
      ...done,
    });
    const outcomeOf = async (...files: readonly string[]) => {
      const folder = new Folder();
      const reply = { ...answered('Done'), output: { files_changed: files } };
      const agent = worker(() => folder.files.set('a.ts', '1').set('b.ts', '1'), reply);
      return (await play(report, hostOf(folder, agent))).state.finished?.outcome;
    };
    expect(await outcomeOf('a.ts')).toBe('Done');
    expect(await outcomeOf('a.ts', 'c.ts')).toBe('Idle');
  });

  test('is looked for only where a task of the block reads it, and is not in the words of the map', async () => {
    const asked = async (first: object, rest: object = {}) => {
      const folder = new Folder();
      const agent = worker(() => undefined);
      const program = mapOf({
        First: edit({ Done: { target: 'Second' } }, first),
        Second: edit({ Done: { target: 'Third' } }),
        Third: { type: 'decide', actions: { Go: { target: 'Done' } }, ...rest },
        Done: { type: 'end' },
      });
      await play(program, hostOf(folder, agent));
      return folder.asked.map((each) => each.split(' ')[0]);
    };
    const one = ['snapshot', 'changes'];
    expect(await asked({})).toEqual([]);
    expect(await asked({ prompt: 'Say what changes.' })).toEqual([]);
    const own = {
      actions: { Done: { target: 'Second', when: 'changes.count == 0' }, Else: { target: 'Done' } },
    };
    expect(await asked(own)).toEqual(one);
    expect(await asked({}, { set: { seen: 'changes.count' } })).toEqual([...one, ...one]);
    // What the map itself calls so is that, in the whole block.
    const bound = { actions: { Done: { target: 'Second', when: 'has(changes)' }, Else: { target: 'Done' } } };
    expect(await asked(bound, { set: { changes: '1' } })).toEqual([]);
  });

  test('is what a scripted answer says, where nobody looks', async () => {
    const program = mapOf({
      Edit: edit({
        Go: { target: 'Build', when: "changes.paths == ['a', 'b'] && changes.modified == changes.paths" },
      }),
      Build: {
        type: 'shell',
        command: ['make'],
        actions: { Go: { target: 'Check', when: "changes.paths == ['out']" } },
      },
      Check: edit({ Idle: { target: 'Idle', when: 'changes.count == 0' }, Go: { target: 'Done' } }),
      ...done,
    });
    const script = (task: string) => {
      if (task === 'Edit') return { text: 'done', changes: ['b', 'a', 'b'] };
      return task === 'Build' ? { exitCode: 0, changes: ['out'] } : { text: 'done' };
    };
    const host = testHost(createCrashingFileSystem(ROOT), ROOT, createScriptedAgent(script), {
      shell: createScriptedShell(script),
    });
    expect((await play(program, host)).state.finished?.outcome).toBe('Idle');
  });
});

describe('the work before and after a task', () => {
  const branch = {
    startTaskDefinition: 'Code',
    taskDefinitions: {
      Code: edit({ Go: { target: 'Over', when: 'changes.count == 1' }, Else: { target: 'Over' } }),
      Over: { type: 'end' },
    },
  };
  const both = mapOf({
    Both: { type: 'parallel', branches: { a: branch, b: branch }, actions: { Go: { target: 'Done' } } },
    Done: { type: 'end' },
  });

  test('has one of the places of those at work', async () => {
    const folder = new Folder();
    const host = hostOf(
      folder,
      worker(() => undefined),
      { concurrency: 1 },
    );
    await play(both, host);
    expect(folder.asked.map((each) => each.split(' ')[0])).toEqual([
      'snapshot',
      'changes',
      'snapshot',
      'changes',
    ]);
  });

  test('is dropped where the run is stopped before the work began, and done again on resume', async () => {
    const folder = new Folder();
    const stop = new AbortController();
    const agent = puppetAgent(answered('Done'), answered('Done'));
    const stopping: ChangeReader = {
      ...folder.reader(),
      snapshot: async (each) => {
        stop.abort({ message: 'Stopped.', exitCode: 130 });
        return folder.reader().snapshot(each);
      },
    };
    const host = hostOf(folder, agent, { stop: stop.signal, createChangeReader: () => stopping });
    const { state, directory } = await play(both, host);
    expect([agent.turns.length, state.paused?.reason]).toEqual([0, 'interrupted']);
    const again = hostOf(folder, agent, { fs: host.fs });
    expect((await resume(again, both.program, directory)).finished?.outcome).toBe('Done');
    expect(agent.turns).toHaveLength(2);
  });

  test('is done for a task that fails, too: what it left behind is read where its failure leads', async () => {
    const folder = new Folder();
    const failing = mapOf({
      Edit: { ...edit({ Go: { target: 'Done' } }), onError: 'Look' },
      Look: { type: 'decide', set: { left: 'changes.paths' }, actions: { Go: { target: 'Done' } } },
      Done: { type: 'end', result: 'has(left) ? left : null' },
    });
    const agent = worker(() => folder.files.set('half.txt', '1'), failed('permanent'));
    expect((await play(failing, hostOf(folder, agent))).state.finished?.result).toEqual(['half.txt']);
  });
});

describe('changes that cannot be found out', () => {
  const program = mapOf({ Edit: edit(READING), ...done });

  test('fail the task before anybody is paid, and are looked for again on resume', async () => {
    const folder = new Folder();
    let fault: string | undefined = 'Not a git repository';
    const agent = puppetAgent(answered('Done'));
    const host = hostOf(folder, agent, { createChangeReader: () => folder.reader(() => fault) });
    const { state, directory } = await play(program, host);
    expect(agent.turns).toHaveLength(0);
    expect(state.paused).toMatchObject({
      reason: 'failed',
      message: expect.stringContaining(
        'The map reads "changes" of this task, and they cannot be found out: Not a git repository. ' +
          'They need a git repository in the folder that the task works in; "git init" makes one.',
      ),
    });
    fault = undefined;
    expect((await resume(host, program.program, directory)).finished?.outcome).toBe('Idle');
    expect(agent.turns).toHaveLength(1);
  });

  test('fail the task after its end, and its next execution is compared with the first snapshot', async () => {
    const folder = new Folder();
    let isBroken = false;
    const agent = worker(({ visit }) => {
      folder.files.set(`${folder.files.size}.txt`, `${visit}`);
      isBroken = folder.files.size === 1;
    });
    const reader = () => folder.reader(() => (isBroken ? 'The disk is full.' : undefined));
    const host = hostOf(folder, agent, { createChangeReader: reader });
    const { state, directory } = await play(program, host);
    expect(state.paused?.message).toContain(
      'what task "Edit" changed could not be found out (The disk is full.)',
    );
    isBroken = false;
    expect((await resume(host, program.program, directory)).finished?.result).toMatchObject({
      added: ['0.txt', '1.txt'],
    });
    expect(folder.asked.filter((each) => each.startsWith('snapshot'))).toHaveLength(1);
  });

  test('are never those of an earlier task', async () => {
    const folder = new Folder();
    let isBroken = false;
    const twice = mapOf({
      First: edit({ Go: { target: 'Second', when: 'changes.count == 1' }, Else: { target: 'Idle' } }),
      Second: edit(READING),
      ...done,
    });
    const agent = worker(({ task }) => {
      folder.files.set(task, '1');
      isBroken = task === 'Second';
    });
    const reader = () => folder.reader(() => (isBroken ? 'No.' : undefined));
    const { state } = await play(twice, hostOf(folder, agent, { createChangeReader: reader }));
    expect(state.paused?.message).toContain('what task "Second" changed could not be found out (No.)');
  });
});

describe('a run that was cut off', () => {
  const program = mapOf({ Edit: edit(READING), ...done });

  test('continues with the first snapshot: what both executions changed is there', async () => {
    const folder = new Folder();
    const stop = new AbortController();
    const held = puppetAgent('hold');
    const host = hostOf(folder, held, { stop: stop.signal });
    const playing = play(program, host);
    await held.asked(1);
    folder.files.set('first.txt', '1');
    stop.abort({ message: 'Stopped.', exitCode: 130 });
    held.turns[0]?.calls.push('stop');
    const { directory } = await playing;
    const again = hostOf(
      folder,
      worker(() => folder.files.set('second.txt', '1')),
      { fs: host.fs },
    );
    const state = await resume(again, program.program, directory);
    expect(state.finished?.result).toMatchObject({ added: ['first.txt', 'second.txt'] });
    expect(folder.asked.filter((each) => each.startsWith('snapshot'))).toHaveLength(1);
  });

  test('knows all changes since the first snapshot, wherever the power went, and its journal alone says them', async () => {
    const cuts = await countOperations();
    expect(cuts).toBeGreaterThan(20);
    for (let cut = 0; cut < cuts; cut += 1) await expectAllAfter(cut);
  });

  async function countOperations(): Promise<number> {
    const fs = createCrashingFileSystem(ROOT);
    const folder = new Folder();
    await play(program, hostOf(folder, writing(folder), { fs }));
    return fs.operations();
  }

  /** Each turn leaves a file of its own. */
  function writing(folder: Folder): Agent {
    return worker(() => folder.files.set(`${folder.files.size}.txt`, '1'));
  }

  async function expectAllAfter(cut: number): Promise<void> {
    const folder = new Folder();
    const first = createCrashingFileSystem(ROOT);
    first.cutAt(cut);
    try {
      await play(program, hostOf(folder, writing(folder), { fs: first }));
    } catch (thrown) {
      if (!(thrown instanceof PowerCut)) throw thrown;
    }
    const written = [...folder.files.keys()];
    for (const fs of crashesOf(first, 6)) {
      folder.files.clear();
      for (const each of written) folder.files.set(each, '1');
      const state = await carryOn(fs, folder);
      const { events } = readJournal(fs, join(runIn(fs)?.folder ?? '', JOURNAL_FILE));
      const taken = events.filter(({ type }) => type === 'snapshot.taken');
      expect(taken).toHaveLength(1);
      const tree = taken[0]?.type === 'snapshot.taken' ? taken[0].data.tree : '';
      const before = folder.stored[Number(tree)];
      const since = [...folder.files.keys()].filter((path) => before?.has(path) === false).toSorted();
      expect([cut, state.finished?.result]).toMatchObject([cut, { added: since }]);
      expect(since.length).toBeGreaterThan(0);
      expect(foldAll(events, program.program).finished).toEqual(state.finished);
    }
  }

  function runIn(fs: CrashingFileSystem): RunDirectory | undefined {
    return findRuns(fs, ROOT).find(({ started }) => started !== undefined);
  }

  async function carryOn(fs: CrashingFileSystem, folder: Folder): Promise<RunState> {
    const host = hostOf(folder, writing(folder), { fs });
    const directory = runIn(fs);
    if (directory === undefined) return (await play(program, host)).state;
    const { events } = readJournal(fs, join(directory.folder, JOURNAL_FILE));
    const past = foldAll(events, program.program);
    return past.finished === undefined ? resume(host, program.program, directory) : past;
  }
});
