import { describe } from 'vitest';
import { isAlive } from './helpers/is-alive.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project, type Rule } from './helpers/project.ts';
import { wayOn } from './helpers/way-on.ts';

const TWO = mapOf({
  First: ask({ Next: 'Second' }, { promptTemplate: 'The first task.' }),
  Second: ask({ Accept: 'Done', Rework: 'First' }, { promptTemplate: 'The second task.' }),
});
const SECOND = { match: '^The second task' };

/** Plays a rule in the second task for ever, then lets the printed line go on with an agent that is well again. */
async function failAndGoOn(project: Project, rule: Rule, flags: readonly string[] = []) {
  project.put('two.json', TWO);
  project.script({ match: '^The first task', action: 'Next' }, rule);
  const failed = await project.run(['run', 'two.json', ...flags]);
  const calls = project.calls();
  const data = JSON.parse(project.read('.wfmap/runs/two/slip-001/data.json'));
  project.script({ action: 'Accept' });
  const resumed = await project.paste(wayOn(failed.stdout));
  return { failed, calls, data, resumed };
}

describe('without a claude nothing is started', () => {
  test.concurrent.for([
    ['on PATH', { WFMAP_CLAUDE: '' }, [], 'There is no program "claude" on PATH.'],
    ['that WFMAP_CLAUDE names', { WFMAP_CLAUDE: '/no/such' }, [], 'WFMAP_CLAUDE names "/no/such"'],
    ['that can be run', { WFMAP_CLAUDE: '/etc/passwd' }, [], 'WFMAP_CLAUDE names "/etc/passwd"'],
    ['that --claude names', {}, ['--claude', './stories'], '--claude names "./stories"'],
  ] as const)('%s', async ([, environment, flags, message], { project, expect }) => {
    const words = ['run', 'efficient', '--storyId=STORY-1', ...flags];
    const { code, stdout, stderr } = await project.run(words, { environment });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).toContain('npm install -g @anthropic-ai/claude-code');
    expect(stderr).toContain('--agent scripted');
    expect(project.has('.wfmap')).toBe(false);
  });
});

describe('a fault that may pass is tried again, in the same session', () => {
  test.concurrent.for<[string, Rule]>([
    ['an exit with a message', { exit: 1, stderr: 'segfault' }],
    ['a kill', { kill: 'SIGKILL' }],
    ['an end without a word', { silent: true }],
    ['half a result', { truncated: true }],
    ['a rate limit (429)', { error: 429 }],
    ['an overloaded API (529)', { error: 529 }],
    ['no network', { error: 'network' }],
  ])('%s', async ([, rule], { project, expect }) => {
    project.put('two.json', TWO);
    project.script({ ...SECOND, ...rule, times: 1 });
    const { code, stderr, reported } = await project.run(['run', 'two.json']);
    expect(code, reported).toBe(0);
    expect(stderr).toMatch(/transport fault: .+\n.*trying again/);
    const [, second, third, ...more] = project.calls();
    expect(more).toEqual([]);
    expect([third?.session, third?.continues]).toEqual([second?.session, true]);
    expect(third?.prompt).toMatch(/^The connection broke/);
  });

  test.concurrent(
    'and when it stays, the run pauses there, and the printed line goes on',
    async ({ project, expect }) => {
      const { failed, calls, data, resumed } = await failAndGoOn(project, { exit: 7, stderr: 'segfault' });
      expect(failed.code).toBe(6);
      expect(failed.stdout).toContain('Task "Second" failed: The agent ended with exit code 7');
      expect(failed.stdout).toContain('segfault');
      expect(calls).toHaveLength(4);
      expect(new Set(calls.slice(1).map(({ session }) => session)).size).toBe(1);
      expect(data).toMatchObject({ status: 'paused', history: [{ action: 'Next' }, { name: 'Second' }] });
      expect(data.history[1].error).toContain('exit code 7');
      expect(resumed.code, resumed.reported).toBe(0);
      expect(project.calls()).toHaveLength(5);
      expect(project.calls()[4]).toMatchObject({ session: calls[1]?.session, continues: true });
      expect(project.calls()[4]?.prompt).toMatch(/^Your last attempt at this task ended with a fault: /);
    },
  );

  test.concurrent(
    'a time beyond its timeout is told, and the process is gone',
    async ({ project, expect }) => {
      const within = (timeout: string): object =>
        mapOf({ Work: ask({ Complete: 'Done' }, { timeout, writes: ['anything'], retry: { max: 1 } }) });
      project.put('slow.json', within('3s'));
      project.script({ hang: true });
      const { code, stdout, reported } = await project.run(['run', 'slow.json']);
      expect(code, reported).toBe(6);
      expect(stdout).toContain('Task "Work" failed: timed out after 3s');
      expect(project.calls().filter(({ pid }) => isAlive(pid))).toEqual([]);
      project.script();
      // However long an agent that is well again takes to start on a machine that is busy.
      project.put('slow.json', within('1h'));
      const resumed = await project.paste(`${wayOn(stdout)} --accept-changes`);
      expect(resumed.code, resumed.reported).toBe(0);
    },
  );
});

describe('a fault that stays is not tried again', () => {
  test.concurrent.for<[string, Rule, RegExp]>([
    ['a refused login (401)', { error: 401 }, /Log in with "claude \/login"/],
    ['no login', { error: 'login' }, /Log in with "claude \/login"/],
    [
      'retries of the login',
      { retries: 5, retryError: 'authentication_failed', retryStatus: 401, hang: true },
      /\/login/,
    ],
    ['a flag it does not know', { exitBefore: 1, stderr: "error: unknown option '--x'" }, /unknown option/],
    ['a mode that root may not use', { error: 'root' }, /permission mode/],
    ['a prompt that is too long', { error: 'prompt' }, /Prompt is too long/],
    ['a schema it gave up on', { error: 'schema' }, /structured output/],
  ])('%s', async ([, rule, message], { project, expect }) => {
    const { failed, calls, resumed } = await failAndGoOn(project, rule);
    expect(failed.code, failed.reported).toBe(6);
    expect(failed.stdout).toMatch(message);
    expect(calls).toHaveLength(2);
    expect(resumed.code, resumed.reported).toBe(0);
  });
});

describe('what is no answer is asked for once more, in the same session', () => {
  const TEXT = ['--choose=text'];
  test.concurrent.for<[string, Rule, string[], RegExp]>([
    [
      'an unknown action',
      { structured: { action: 'Approve' } },
      [],
      /"Approve", which is not one of the actions/,
    ],
    ['an answer without an action', { structured: { verdict: 'ok' } }, [], /no "action"/],
    ['no structured output', { text: 'ACTION: Accept' }, [], /structured output .* was not given/],
    ['an empty message', { empty: true }, TEXT, /final message is empty/],
    ['an action inside a fence', { text: '```\nACTION: Accept\n```' }, TEXT, /no line "ACTION: <name>"/],
    ['two actions', { text: 'ACTION: Accept\n\nor\n\nACTION: Rework' }, TEXT, /two different actions/],
    ['an action of another task', { text: 'ACTION: Next' }, TEXT, /"Next", which is not one of/],
    ['a menu', { text: 'ACTION: Accept\nACTION: Rework' }, TEXT, /repeats the list/],
  ])('%s', async ([, rule, flags, message], { project, expect }) => {
    const { failed, calls, resumed } = await failAndGoOn(project, rule, flags);
    expect(failed.code, failed.reported).toBe(6);
    expect(failed.stdout).toMatch(message);
    expect(calls).toHaveLength(3);
    expect(calls[2]).toMatchObject({ session: calls[1]?.session, continues: true });
    expect(calls[2]?.prompt).toMatch(message);
    expect(calls[2]?.prompt).toContain('- Accept\n- Rework\n');
    const kept = project
      .events('two/slip-001')
      .flatMap(({ type, data }) => (type === 'action.rejected' ? [data] : []));
    expect(kept).toHaveLength(2);
    expect(resumed.code, resumed.reported).toBe(0);
  });

  test.concurrent('and the second answer counts', async ({ project, expect }) => {
    project.put('two.json', TWO);
    project.script(
      { ...SECOND, structured: { action: 'accept' }, times: 1 },
      { match: '^Your answer', action: 'Accept' },
    );
    const { code, stderr } = await project.run(['run', 'two.json']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/no usable answer: .*\n.*asking again, in the same session\n +-> Accept/);
  });

  test.concurrent('an older claude is asked for a line of text by itself', async ({ project, expect }) => {
    project.put('two.json', TWO);
    project.scriptWith({
      version: '2.0.14',
      rules: [
        { match: '^The first task', action: 'Next' },
        { ...SECOND, text: 'All is well.\n\n**ACTION: Accept**' },
      ],
    });
    const { code, reported } = await project.run(['run', 'two.json']);
    expect(code, reported).toBe(0);
    expect(project.calls()[0]?.argv.join(' ')).not.toContain('--json-schema');
    expect(project.calls()[0]?.prompt).toContain('ACTION: <name>');
  });
});

describe('the printed line brings along what the run was told', () => {
  test.concurrent('of the agent, its rules and its channel', async ({ project, expect }) => {
    project.put('two.json', TWO);
    project.script(
      { match: '^The first task', action: 'Next' },
      { ...SECOND, exitBefore: 1, stderr: 'error: no' },
    );
    const environment = { WFMAP_CLAUDE: '' };
    const flags = ['--claude', project.environment['WFMAP_CLAUDE'] ?? '', '--allow', 'Bash(npm test)'];
    const failed = await project.run(['run', 'two.json', '--choose=text', ...flags], { environment });
    expect(failed.code, failed.reported).toBe(6);
    project.script({ action: 'Accept' });
    const resumed = await project.paste(wayOn(failed.stdout), { environment });
    expect(resumed.code, resumed.reported).toBe(0);
    const argv = project.calls().at(-1)?.argv;
    expect(argv).toContain('--allowedTools=Bash(npm test)');
    expect(argv?.filter((word) => word.startsWith('--allowedTools'))).toHaveLength(1);
    expect(argv?.join(' ')).not.toContain('--json-schema');
  });

  test.concurrent('of a scenario', async ({ project, expect }) => {
    project.put('two.json', TWO);
    project.put('play.json', {
      answers: { First: ['Next'], Second: ['Rework', 'Rework', 'Rework', 'Accept'] },
    });
    const paused = await project.run(['run', 'two.json', '--agent=scripted:play.json', '--max-steps=3']);
    expect(paused.code, paused.reported).toBe(5);
    const resumed = await project.paste(wayOn(paused.stdout));
    expect(resumed.code, resumed.reported).toBe(0);
    expect(resumed.stdout).toContain('(8 steps');
  });
});

describe('a limit pauses the run, and the printed line goes on', () => {
  const LOOP = mapOf({ Work: ask({ Again: 'Work', Stop: 'Done' }) });

  test.concurrent('of steps', async ({ project, expect }) => {
    project.put('loop.json', LOOP);
    const { code, stdout } = await project.run(['run', 'loop.json', '--max-steps', '3']);
    expect(code).toBe(5);
    expect(stdout).toContain('The limit of 3 steps is reached (3 taken).');
    const more = await project.run(['resume', '--max-steps=+5']);
    expect(more.code, more.reported).toBe(5);
    expect(more.stdout).toContain('The limit of 8 steps is reached (8 taken).');
    project.script({ action: 'Stop' });
    const last = await project.paste(wayOn(more.stdout));
    expect(last.code, last.reported).toBe(0);
    expect(project.calls()).toHaveLength(9);
    expect(project.results()).toHaveLength(9);
  });

  test.concurrent(
    'of steps, by the map or by default where it may go round for ever',
    async ({ project, expect }) => {
      project.put('loop.json', { ...LOOP, limits: { steps: 2 } });
      expect((await project.run(['run', 'loop.json'])).code).toBe(5);
      expect(project.calls()).toHaveLength(2);
    },
  );

  test.concurrent('of cost, which each agent is told of', async ({ project, expect }) => {
    project.put('loop.json', LOOP);
    project.script({ costUsd: 0.3 });
    const { code, stdout } = await project.run(['run', 'loop.json', '--max-cost=0.5']);
    expect(code).toBe(5);
    expect(stdout).toContain('The cost limit of $0.5 is reached ($0.60 spent).');
    expect(
      project.calls().map(({ argv }) => argv.find((word) => word.startsWith('--max-budget-usd'))),
    ).toEqual(['--max-budget-usd=0.5', '--max-budget-usd=0.2']);
    project.script({ action: 'Stop', costUsd: 0.3 });
    const more = await project.paste(wayOn(stdout));
    expect(more.code, more.reported).toBe(0);
    expect((await project.run(['show'])).stdout).toMatch(/3 steps, .*, \$0\.90, 300 tokens/);
  });

  test.concurrent(
    'resuming without raising it says so again, and buys nothing',
    async ({ project, expect }) => {
      project.put('loop.json', LOOP);
      await project.run(['run', 'loop.json', '--max-steps', '1']);
      const again = await project.run(['resume']);
      expect(again.code).toBe(5);
      expect(again.stdout).toContain('--max-steps=+50');
      expect(project.calls()).toHaveLength(1);
      const wrong = await project.run(['resume', '--max-cost=+1']);
      expect(wrong.code, wrong.reported).toBe(2);
      expect(wrong.stderr).toContain('no such limit to add to');
      expect(project.events('loop/slip-001').at(-1)?.type).toBe('run.paused');
    },
  );
});
