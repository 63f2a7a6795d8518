import { describe, expect, test } from 'vitest';
import { createScriptedAgent } from '../../../src/agent/scripted/scripted-agent.ts';
import { createScriptedShell } from '../../../src/agent/scripted/scripted-shell.ts';
import type { ChangeReader } from '../../../src/run/host/change-reader.ts';
import { answered, failed, puppetAgent } from '../../helpers/puppet-agent.ts';
import { resume, testHost } from '../../helpers/run-host.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';
import { Folder, ROOT, READING, done, edit, hostOf, mapOf, play, worker } from './changed-folder.ts';

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
    const command = (actions: object, more: object = {}) => ({
      type: 'shell',
      command: ['make'],
      actions,
      ...more,
    });
    const asked = async (first: object, rest: object = {}) => {
      const folder = new Folder();
      const program = mapOf({
        First: command({ Done: { target: 'Second' } }, first),
        Second: command({ Done: { target: 'Third' } }),
        Third: { type: 'decide', actions: { Go: { target: 'Done' } }, ...rest },
        Done: { type: 'end' },
      });
      const shell = createScriptedShell(() => ({ exitCode: 0 }));
      await play(program, hostOf(folder, puppetAgent(), { shell }));
      return folder.asked.map((each) => each.split(' ')[0]);
    };
    const one = ['snapshot', 'changes'];
    expect(await asked({})).toEqual([]);
    expect(await asked({ command: ['echo', 'changes'] })).toEqual([]);
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

describe('the snapshot of a task', () => {
  const person = { type: 'human', prompt: 'Go on?', actions: { Go: { target: 'Second' } } };
  test.for([
    ['follows the end of the one before at once', { target: 'Second' }, /changes,snapshot/],
    [
      'is some time after it where a person was asked meanwhile',
      { target: 'Ask' },
      /changes,(?:later,)+snapshot/,
    ],
  ] as const)('%s', async ([, first, order]) => {
    const folder = new Folder();
    const program = mapOf({
      First: edit({ Go: { ...first, when: 'changes.count == 0' }, Else: { target: 'Idle' } }),
      Ask: person,
      Second: edit({ Go: { target: 'Idle', when: 'changes.count == 0' }, Else: { target: 'Ask' } }),
      Idle: { type: 'end' },
    });
    const reader = folder.reader();
    const host = hostOf(
      folder,
      worker(() => undefined),
      {
        asker: { ask: async () => ({ action: 'Go', fields: {}, via: 'scripted' }) },
        createChangeReader: () => ({ ...reader, moveOn: () => void folder.asked.push('later') }),
      },
    );
    expect((await play(program, host)).state.finished?.task).toBe('Idle');
    expect(folder.asked.map((each) => each.split(' ')[0]).join(',')).toMatch(order);
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
      snapshot: async (...how) => {
        stop.abort({ message: 'Stopped.', exitCode: 130 });
        return folder.reader().snapshot(...how);
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
      'What it changed cannot be found out, and it may change anything: The disk is full. See to that, then resume the run.',
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
    expect(state.paused?.message).toContain(
      'What it changed cannot be found out, and it may change anything: No.',
    );
  });
});
