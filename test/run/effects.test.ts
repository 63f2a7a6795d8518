import { describe, expect, test } from 'vitest';
import type { AgentRequest } from '../../src/agent/agent.ts';
import { createScriptedAgent } from '../../src/agent/scripted/scripted-agent.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import type { Value } from '../../src/model/value.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { answered, puppetAgent } from '../helpers/puppet-agent.ts';
import { start, testHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

const INPUTS = { files: { type: 'array', description: 'What stays as it is', required: false, default: [] } };
const actions = { Go: { target: 'Done' } };
const READER = '---\nwrites: nothing\nallowedTools: [Edit]\n---\nYou look at things.';

interface Started {
  readonly request: Partial<AgentRequest> | undefined;
  readonly failure: string | undefined;
}

/** How the agent of the only task is started, or why it is not. */
async function startOf(task: object, fields: Readonly<Record<string, Value>> = {}): Promise<Started> {
  return startIn(
    {
      startTaskDefinition: 'Look',
      taskDefinitions: {
        Look: { type: 'claude', prompt: 'Look.', ...task, actions },
        Done: { type: 'end' },
      },
    },
    fields,
  );
}

async function startIn(
  map: object,
  fields: Readonly<Record<string, Value>> = {},
  more: Partial<RunHost> = {},
): Promise<Started> {
  const whole = { description: 'A map', workslipFields: INPUTS, ...map };
  const { program, texts } = checkedProgram(whole, { 'prompts/agents/looker.md': READER });
  const agent = puppetAgent(answered('Go'));
  const host = testHost(createCrashingFileSystem('/project'), '/project', agent, more);
  const { state } = await start(host, program, { texts, fields });
  return { request: agent.turns[0], failure: state.paused?.message };
}

test.each([
  [['nothing'], ['Bash(npm test)']],
  [['src'], ['Bash(rm *)', 'Bash(npm test)']],
  [['anything'], ['Edit', 'Write(//tmp/x)', 'Bash(rm *)', 'Bash(npm test)']],
])('a rule of the command line does not widen what a task writes: %j', async (writes, held) => {
  const allowedTools = ['Edit', 'Write(//tmp/x)', 'Bash(rm *)', 'Bash(npm test)'];
  const taskDefinitions = {
    Look: { type: 'claude', prompt: 'Look.', writes, actions },
    Done: { type: 'end' },
  };
  const { request } = await startIn({ startTaskDefinition: 'Look', taskDefinitions }, {}, { allowedTools });
  const own = ['Edit(//project/src)', 'Edit(//project/src/**)'];
  expect(request?.allowedTools).toEqual([...(writes[0] === 'src' ? own : []), ...held]);
});

const EDITS = ['Edit', 'Write', 'NotebookEdit'];

describe('an agent whose task', () => {
  test('is in a map of the original format has its permissions', async () => {
    const { request } = await startIn({
      startTaskDefinition: 'Look',
      taskDefinitions: { Look: { type: 'claude', prompt: 'Look.', actions }, Done: { type: 'end' } },
      workslipFields: {},
    });
    expect(request).toMatchObject({ permissionMode: undefined, disallowedTools: [] });
    expect(request?.deniedTools).not.toContain('Bash(git commit *)');
  });

  test.each([
    ['task, which says nothing', {}],
    ['task, which only says what is frozen', { frozen: "['src']" }],
    ['task, which only says that it commits', { mayCommit: true }],
    ['task', { writes: ['nothing'] }],
    ['role', { agent: 'looker', writes: ['anything'], mayCommit: true }],
  ])(
    'writes nothing, by its %s, has no tool that edits and is asked before each command',
    async (_, task) => {
      const { request } = await startOf({
        permissionMode: 'acceptEdits',
        allowedTools: ['Edit', 'Bash(ls)'],
        ...task,
      });
      expect(request).toMatchObject({
        permissionMode: 'default',
        allowedTools: ['Bash(ls)'],
        disallowedTools: EDITS,
      });
      expect(request?.deniedTools).toContain('Bash(git commit *)');
    },
  );

  test('is in a read-only block writes nothing, whatever it says', async () => {
    const block = {
      startTaskDefinition: 'Look',
      taskDefinitions: {
        Look: { type: 'claude', prompt: 'Look.', writes: ['src'], actions },
        Done: { type: 'end' },
      },
    };
    const { request } = await startIn({
      startTaskDefinition: 'Both',
      taskDefinitions: {
        Both: { type: 'parallel', workspace: 'readonly', branches: { a: block }, actions },
        Done: { type: 'end' },
      },
    });
    expect(request).toMatchObject({ permissionMode: 'default', allowedTools: [], disallowedTools: EDITS });
  });

  test('writes some paths may edit these and no others', async () => {
    const { request } = await startOf({
      writes: ['./src//', 'docs/a.md'],
      permissionMode: 'bypassPermissions',
      allowedTools: ['Write', 'Edit(docs/**)', 'Read'],
    });
    expect(request).toMatchObject({
      permissionMode: 'default',
      disallowedTools: [],
      allowedTools: [
        'Read',
        'Edit(//project/src)',
        'Edit(//project/src/**)',
        'Edit(//project/docs/a.md)',
        'Edit(//project/docs/a.md/**)',
      ],
    });
  });

  test.each(['plan', 'dontAsk'])(
    'narrows itself further by the mode %s keeps that',
    async (permissionMode) => {
      const { request } = await startOf({ writes: ['src'], permissionMode });
      expect(request?.permissionMode).toBe(permissionMode);
    },
  );

  test('writes anything keeps its permissions, and is denied what is frozen', async () => {
    const { request } = await startOf(
      { writes: ['anything'], frozen: "files + ['test/']", mayCommit: true, allowedTools: ['Edit'] },
      { files: ['a.txt', './a.txt'] },
    );
    expect(request).toMatchObject({ permissionMode: undefined, allowedTools: ['Edit'], disallowedTools: [] });
    expect(
      request?.deniedTools?.filter((rule) => !rule.includes('.wfmap') && !rule.includes('json')),
    ).toEqual([
      'Edit(//project/a.txt)',
      'Edit(//project/a.txt/**)',
      'Edit(//project/test)',
      'Edit(//project/test/**)',
    ]);
  });

  test('takes what it writes from the defaults of the map', async () => {
    const look = { type: 'claude', prompt: 'Look.', actions };
    const { request } = await startIn({
      defaults: { writes: ['nothing'] },
      startTaskDefinition: 'Look',
      taskDefinitions: { Look: look, Done: { type: 'end' } },
    });
    expect(request?.disallowedTools).toEqual(EDITS);
  });
});

test('in a simulation nothing is held against a task, whatever its answers make up', async () => {
  const { program, texts } = checkedProgram({
    description: 'A map',
    startTaskDefinition: 'Work',
    taskDefinitions: {
      Work: {
        type: 'claude',
        prompt: 'Work.',
        writes: ['src'],
        actions: { Go: { target: 'Done', when: 'size(changes.paths) == 1' } },
      },
      Done: { type: 'end' },
    },
  });
  const agent = createScriptedAgent(() => ({ changes: ['b.ts'] }));
  const host = testHost(createCrashingFileSystem('/project'), '/project', agent);
  expect((await start(host, program, { texts })).state.finished?.task).toBe('Done');
});

describe('what is frozen', () => {
  test.each<readonly [string, Value]>([
    ['7', [7]],
    ['/etc/passwd', ['/etc/passwd']],
    ['a/../..', ['a/../..']],
    ['./', ['./']],
  ])('can only be paths in the work tree, and not %s', async (named, files) => {
    const { request, failure } = await startOf({ writes: ['anything'], frozen: 'files' }, { files });
    expect(request).toBeUndefined();
    expect(failure).toContain(named);
    expect(failure).toMatch(/^Task "Look" failed: What task "Look" must leave as it is /);
  });

  test.each([
    ['files[0]', [{ a: 1 }], 'is not a list of paths, but {"a":1}.'],
    [
      'files.map(each, "x")',
      Array.from({ length: 1_001 }, () => 0),
      'are 1001 paths; at most 1000 are taken. Name their folder.',
    ],
  ])('is a list of paths, which %s is not', async (frozen, files, problem) => {
    const { failure } = await startOf({ writes: ['anything'], frozen }, { files });
    expect(failure).toContain(`What task "Look" must leave as it is ${problem}`);
  });

  test('may be named with signs that a permission rule reads as a pattern', async () => {
    const { request } = await startOf(
      { writes: ['anything'], frozen: 'files' },
      { files: ['src/[id]/page.ts'] },
    );
    expect(request?.deniedTools).toContain('Edit(//project/src/?id?/page.ts)');
  });

  test('may be nothing', async () => {
    const { request } = await startOf({ writes: ['anything'], frozen: 'null' });
    expect(request?.deniedTools).toContain('Bash(git commit *)');
  });
});
