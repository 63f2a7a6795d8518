import { describe } from 'vitest';
import {
  converse,
  EDITORS,
  saidIn,
  startAcp,
  type,
  type PermissionRequest,
  type TestEditor,
} from './helpers/acp.ts';
import { isAlive } from './helpers/is-alive.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { until } from './helpers/until.ts';

const PLAN = mapOf(
  {
    Plan: ask({ Made: 'Check' }, { promptTemplate: 'Plan ${wish}.', writes: ['anything'] }),
    Check: {
      type: 'human',
      promptTemplate: 'Is the plan for ${wish} good?',
      actions: { Yes: { target: 'Build' }, No: { target: 'Done' } },
    },
    Build: ask({ Built: 'Done' }, { promptTemplate: 'Build ${wish}.', writes: ['anything'] }),
  },
  {
    description: 'Plans, asks, builds',
    workslipFields: { wish: { type: 'string', description: 'What to make', required: true } },
  },
);

function put(project: Project): void {
  project.put('workflows/plan.json', PLAN);
  project.script(
    { match: '^Plan', write: { 'plan.txt': 'a plan\n' } },
    { match: '^Build', write: { 'src/greet.txt': 'hello, you\n' } },
  );
}

const kindsOf = ({ updates }: TestEditor): readonly string[] =>
  updates.map(({ sessionUpdate }) => sessionUpdate);
const planOf = ({ updates }: TestEditor): readonly string[] => {
  const last = updates.findLast(({ sessionUpdate }) => sessionUpdate === 'plan');
  const entries = (last?.['entries'] ?? []) as readonly {
    readonly content: string;
    readonly status: string;
  }[];
  return entries.map(({ content, status }) => `${content} ${status}`);
};

describe.each(Object.entries(EDITORS))('an editor with %s', (_, open) => {
  test('asks the MAP protocol beside its conversation', async ({ project, expect }) => {
    put(project);
    const editor = open(project, { choose: () => undefined });
    const sessionId = await converse(editor, project);
    const filter = { eventTypes: ['agent.registered'] };
    const subscribed = await editor.call('_map/subscribe', { sessionId, filter });
    expect(subscribed).toMatchObject({ subscriptionId: 'sub_1' });
    await expect(editor.call('_map/subscribe', { sessionId })).rejects.toMatchObject({ code: 4000 });
    await expect(editor.call('_map/scope.create', { sessionId })).rejects.toMatchObject({ code: -32_601 });
    await expect(editor.call('_map/agent.list', { sessionId: 'no' })).rejects.toMatchObject({
      code: -32_002,
    });
    await type(editor, sessionId, '/plan a cake');
    expect(await editor.call('_map/scope.list', {})).toMatchObject({ scopes: [{ id: 'plan/slip-001' }] });
    const agents = [{ id: 'plan/slip-001' }, { id: 'plan/slip-001#2', role: 'Check' }];
    expect(await editor.call('_map/agent.list', {})).toMatchObject({ agents });
    const { nodes, edges } = await editor.call('_map/hierarchy.get', {});
    expect(nodes).toMatchObject(agents);
    expect(edges).toEqual([]);
    expect(await editor.call('_map/task.list', {})).toMatchObject({ tasks: [{ status: 'blocked' }] });
    expect(await editor.call('_map/broadcast', { payload: 'hello' })).toMatchObject({ delivered: 0 });
    const to = { agent: 'plan/slip-001#2' };
    expect(await editor.call('_map/send', { to, payload: 'hello' })).toMatchObject({
      receipts: [{ status: 'dropped', semantic: 'best-effort' }],
    });
    const told = editor.updates.flatMap(({ sessionUpdate, _meta }) =>
      sessionUpdate === 'session_info_update' ? [_meta] : [],
    );
    expect(told.length).toBeGreaterThan(2);
    expect(told[0]).toMatchObject({
      'map/event': { sequence: 1, event: { type: 'agent.registered', agentId: 'plan/slip-001' } },
    });
  });

  test('starts a map, is asked, answers, and sees tasks, changes and the end', async ({
    project,
    expect,
  }) => {
    put(project);
    const asked: PermissionRequest[] = [];
    const editor = open(project, {
      choose: (request) => {
        asked.push(request);
        return 'Yes';
      },
    });
    const session = await converse(editor, project);
    expect(await type(editor, session, '/plan a cake')).toBe('end_turn');
    const [request] = asked;
    expect(request?.toolCall).toMatchObject({ title: 'Check' });
    expect(JSON.stringify(request?.toolCall.content)).toContain('Is the plan for a cake good?');
    expect(request?.options).toEqual([
      { optionId: 'Yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'No', name: 'No', kind: 'reject_once' },
    ]);
    expect(planOf(editor)).toEqual(['Plan completed', 'Check completed', 'Build completed']);
    const calls = editor.updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call');
    expect(calls.map(({ title }) => title)).toEqual(['Plan', 'Build']);
    expect(editor.updates).toContainEqual(
      expect.objectContaining({
        sessionUpdate: 'tool_call_update',
        kind: 'edit',
        locations: [{ path: `${project.root}/src/greet.txt` }],
      }),
    );
    await until(() => JSON.stringify(editor.updates).includes('"hello, you\\n"'));
    expect(editor.updates).toContainEqual(
      expect.objectContaining({
        content: [
          {
            type: 'diff',
            path: `${project.root}/src/greet.txt`,
            oldText: 'hello\n',
            newText: 'hello, you\n',
          },
        ],
      }),
    );
    expect(saidIn(editor)).toContain('The run ended at "Done"');
    const [started] = project.events('plan/slip-001');
    expect(started).toMatchObject({ data: { startedBy: { client: 'an editor', session } } });
    const answered = project.events('plan/slip-001').find(({ type: kind }) => kind === 'human.answered');
    expect(answered?.data).toMatchObject({ action: 'Yes', origin: 'claimed', client: 'an editor' });
    for (const line of editor.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  test('cancels: the run stops so that it can be resumed', async ({ project, expect }) => {
    project.put('workflows/plan.json', PLAN);
    project.script({ match: '^Plan', say: 'Working.', sleepMs: 600_000, times: 1 });
    const editor = open(project, { choose: () => 'No' });
    const session = await converse(editor, project);
    const turn = type(editor, session, '/plan --wish="a cake"');
    await until(() => kindsOf(editor).includes('tool_call'));
    await editor.cancel(session);
    expect(await turn).toBe('cancelled');
    expect(project.events('plan/slip-001').at(-1)?.type).toBe('run.paused');
    project.script();
    expect(await type(editor, session, '/resume')).toBe('end_turn');
    expect(project.events('plan/slip-001').at(-1)?.type).toBe('run.finished');
  });

  test('closes a question without an answer: it stays open, and is put again', async ({
    project,
    expect,
  }) => {
    put(project);
    const choices: (string | undefined)[] = [undefined, 'No'];
    const editor = open(project, { choose: () => choices.shift() });
    const session = await converse(editor, project);
    expect(await type(editor, session, '/plan a cake')).toBe('end_turn');
    expect(saidIn(editor)).toContain('"Check" still waits for an answer: type /resume to be asked again.');
    const types = () => project.events('plan/slip-001').map((event) => event.type);
    expect(types()).not.toContain('human.answered');
    expect(await type(editor, session, '/resume')).toBe('end_turn');
    expect(types().at(-1)).toBe('run.finished');
  });

  test('loads a conversation again: of a run that has ended, and of one under way elsewhere', async ({
    project,
    expect,
  }) => {
    put(project);
    const before = open(project, { choose: () => 'Yes' });
    const session = await converse(before, project);
    await type(before, session, '/plan a cake');
    before.endInput();
    await before.ended;
    const editor = open(project, { choose: () => 'Yes' });
    await editor.call('initialize', { protocolVersion: 1, clientCapabilities: {} });
    await editor.call('session/load', { sessionId: session, cwd: project.root, mcpServers: [] });
    await until(() => kindsOf(editor).includes('available_commands_update'));
    expect(kindsOf(editor)[0]).toBe('user_message_chunk');
    expect(planOf(editor)).toEqual(['Plan completed', 'Check completed', 'Build completed']);
    expect(saidIn(editor)).toContain('The run ended at "Done"');

    project.script({ match: '^Plan', say: 'Working.', sleepMs: 600_000, times: 1 });
    const run = project.start(['run', 'plan', '--wish=bread']);
    await until(() => project.has('.wfmap/runs/plan/slip-002/task-001-plan.log'));
    await editor.call('session/load', { sessionId: 'plan/slip-002', cwd: project.root, mcpServers: [] });
    await until(() => planOf(editor)[0] === 'Plan in_progress');
    const said = saidIn(editor);
    run.kill('SIGINT');
    await run.end;
    await until(() => saidIn(editor) !== said);
  });
});

const [, NEWEST] = Object.entries(EDITORS)[0] ?? [];

describe('what a person types', () => {
  const open = (project: Project, fill?: (request: object) => object | undefined): TestEditor => {
    if (NEWEST === undefined) throw new Error('there are editors');
    return NEWEST(project, { choose: () => 'Yes', ...(fill === undefined ? {} : { fill }) });
  };

  test('is offered as commands with their inputs, and explained where something is missing', async ({
    project,
    expect,
  }) => {
    put(project);
    const editor = open(project);
    const session = await converse(editor, project);
    await until(() => kindsOf(editor).includes('available_commands_update'));
    const commands = editor.updates[0]?.['availableCommands'] as readonly object[];
    expect(commands).toContainEqual({
      name: 'plan',
      description: 'Plans, asks, builds',
      input: { hint: '--wish=…' },
    });
    expect(commands).toContainEqual(expect.objectContaining({ name: 'efficient' }));
    for (const [typed, said] of [
      ['/plan', 'The map "plan" needs more:\n- --wish: What to make'],
      ['/plna x', 'There is no map "plna" here.'],
      ['/plan --wisch=x', 'The map "plan" has no input "wisch".'],
      ['/resume', 'There is no run in this conversation yet.'],
      ['make a cake', 'Type one of these:'],
    ] as const) {
      const length = saidIn(editor).length;
      expect(await type(editor, session, typed), typed).toBe('end_turn');
      expect(saidIn(editor).slice(length), typed).toContain(said);
    }
    expect(project.list('.wfmap/runs')).toEqual([]);
  });

  test('is asked for by a form, where the editor has forms', async ({ project, expect }) => {
    put(project);
    const forms: object[] = [];
    const editor = open(project, (request) => {
      forms.push(request);
      return { wish: 'a form' };
    });
    const session = await converse(editor, project, { elicitation: { form: {} } });
    expect(await type(editor, session, '/plan')).toBe('end_turn');
    expect(forms).toMatchObject([
      {
        mode: 'form',
        requestedSchema: {
          properties: { wish: { type: 'string', description: 'What to make' } },
          required: ['wish'],
        },
      },
    ]);
    expect(project.events('plan/slip-001')[0]).toMatchObject({ data: { fields: { wish: 'a form' } } });
  });

  test('while an agent works is a message to it', async ({ project, expect }) => {
    project.put('workflows/plan.json', PLAN);
    project.script({ match: '^Plan', say: 'Working.', hears: 1 }, {});
    const editor = open(project);
    const session = await converse(editor, project);
    const turn = type(editor, session, '/plan a cake');
    await until(() => kindsOf(editor).includes('tool_call'));
    expect(await type(editor, session, 'Use eggs.')).toBe('end_turn');
    expect(await turn).toBe('end_turn');
    const sent = project.events('plan/slip-001').find(({ type: kind }) => kind === 'message.sent');
    expect(sent?.data).toMatchObject({ text: 'Use eggs.', client: 'an editor' });
  });
});

test('what must be signed or seen is refused with the line that a person types', async ({
  project,
  expect,
}) => {
  const { taskDefinitions, ...map } = PLAN as { taskDefinitions: { Check: object } };
  const seen = {
    ...map,
    taskDefinitions: { ...taskDefinitions, Check: { ...taskDefinitions.Check, seen: true } },
  };
  put(project);
  project.put('workflows/plan.json', seen);
  const editor = EDITORS['SDK 2.4']?.(project, {
    choose: () => {
      throw new Error('nobody is asked');
    },
  });
  if (editor === undefined) throw new Error('there is one');
  const session = await converse(editor, project);
  expect(await type(editor, session, '/plan a cake')).toBe('end_turn');
  expect(saidIn(editor)).toContain('"Check" takes only an answer that is seen at a terminal.');
  expect(saidIn(editor)).toContain("A person types: wfmap answer 'plan/slip-001' 'Yes'");
  expect(project.events('plan/slip-001').some(({ type: kind }) => kind === 'human.answered')).toBe(false);
});

test('a run lives on when its editor is killed, and nothing of wfmap acp is left', async ({
  project,
  expect,
}) => {
  project.put('workflows/plan.json', PLAN);
  project.script({ match: '^Plan', say: 'Working.', waitFor: `${project.root}/go` }, {});
  const editor = EDITORS['SDK 2.4']?.(project, { choose: () => 'Yes' });
  if (editor === undefined) throw new Error('there is one');
  const session = await converse(editor, project);
  type(editor, session, '/plan a cake').catch(() => undefined);
  await until(() => kindsOf(editor).includes('tool_call'));
  editor.kill();
  await editor.ended;
  project.put('go', '');
  await until(() => project.events('plan/slip-001').at(-1)?.type === 'run.paused');
  expect(isAlive(editor.pid)).toBe(false);
});

test('hostile messages are answered, in the wrong order too, and nothing but the protocol is printed', async ({
  project,
  expect,
}) => {
  put(project);
  const { child, lines, ended } = startAcp(project);
  const send = (line: string): void => void child.stdin.write(`${line}\n`);
  const call = (id: unknown, method: unknown, params: unknown = {}): void =>
    send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  call(1, 'session/new', { cwd: project.root });
  send('{');
  send('[]');
  send('"x"'.padEnd(17 * 1024 * 1024, 'x'));
  call('a', 'initialize', 7);
  call(2, 'initialize', { protocolVersion: 99 });
  call(3, 'session/new', { cwd: 'here' });
  call(4, 'session/prompt', { sessionId: 'nobody', prompt: [] });
  call(5, 'session/load', { sessionId: '../../etc', cwd: project.root });
  call(6, 'fs/read_text_file', {});
  call(7, '__proto__', {});
  send(JSON.stringify({ jsonrpc: '2.0', id: 99, result: {} }));
  send(JSON.stringify({ jsonrpc: '1.0', id: 8, method: 'initialize' }));
  await until(() => lines.length >= 12);
  child.stdin.end();
  await ended;
  const answers = lines.map((line) => {
    const { id, error, result } = JSON.parse(line);
    return [id, error?.code ?? result?.protocolVersion];
  });
  // What takes a moment is answered after what does not.
  const inOrder = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each)).toSorted();
  const expected = [
    [1, -32600],
    [null, -32700],
    [null, -32600],
    [null, -32700],
    ['a', -32602],
    [2, 1],
    [3, -32602],
    [4, -32002],
    [5, -32002],
    [6, -32601],
    [7, -32601],
    [8, -32600],
  ];
  expect(inOrder(answers)).toEqual(inOrder(expected));
});
