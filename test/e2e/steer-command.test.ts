import { describe } from 'vitest';
import { readOutputSchemas } from '../helpers/output-schemas.ts';
import { heardIn } from './helpers/heard.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { startSlow } from './helpers/slow-run.ts';
import { typeInTerminal } from './helpers/typed-terminal.ts';
import { until } from './helpers/until.ts';

const HEARS = { match: '^The second task', say: 'Working.', hears: 1, action: 'Accept' };

const ofType = (project: Project, type: string, run = 'two/slip-001') =>
  project.events(run).filter((event) => event.type === type);

describe('wfmap steer', () => {
  test('reaches the agent at work, and the run says who sent what', async ({ project, expect }) => {
    const run = await startSlow(project, HEARS);
    const { code, stdout, stderr } = await project.run(['steer', 'Leave the tests alone.']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      'Sent to the agent of "Second". It is recorded as claimed: this process has no terminal.\n',
    );
    const ended = await run.end;
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('    was sent a message: Leave the tests alone.  (by process ');
    expect(heardIn(project)).toEqual(['Leave the tests alone.']);
    expect(ofType(project, 'message.sent')).toMatchObject([
      { data: { task: 'Second', text: 'Leave the tests alone.', origin: 'claimed' } },
    ]);
    const shown = await project.run(['show']);
    expect(shown.stdout).toMatch(
      /\nSent to agents:\n {2}Second: Leave the tests alone\. {2}\(by process \d+ without a terminal \(claimed\)\)\n/,
    );
    expect(project.list('.wfmap/runs/two/slip-001/messages')).toEqual([]);
  });

  test('from a terminal is seen', async ({ project, expect }) => {
    const run = await startSlow(project, HEARS);
    const { code, shown } = await typeInTerminal(['steer', 'two/slip-001', 'Go on.', '--json'], project);
    expect(code, shown).toBe(0);
    const report: unknown = JSON.parse(shown.slice(shown.indexOf('{')));
    expect(readOutputSchemas().get('steer')?.(report)).toBe('');
    expect(report).toEqual({
      run: 'two/slip-001',
      task: 'Second',
      visit: 1,
      sent: true,
      message: 'Sent to the agent of "Second".',
    });
    await run.end;
    expect(ofType(project, 'message.sent')).toMatchObject([{ data: { origin: 'seen' } }]);
  });

  test('that comes after the answer makes the agent answer again', async ({ project, expect }) => {
    const rule = { ...HEARS, hears: 0, queues: 1, action: 'Rework', lateAction: 'Accept' };
    const run = await startSlow(project, rule);
    expect((await project.run(['steer', 'It is fine as it is.'])).code).toBe(0);
    expect((await run.end).code).toBe(0);
    expect(ofType(project, 'action.chosen').at(-1)).toMatchObject({ data: { action: 'Accept' } });
  });

  test('is refused to an agent of a run, by the command and by the run', async ({ project, expect }) => {
    const forged = JSON.stringify({ text: 'Stop.', sender: { pid: 1, start: 'x' } });
    const name = '%START%-11111111-2222-4333-8444-555555555555.json';
    const run = await startSlow(project, HEARS);
    const inside = await project.run(['steer', 'Stop.'], {
      environment: { WFMAP_RUN: 'another', WFMAP_AGENT: 'a' },
    });
    expect([inside.code, inside.stderr]).toEqual([
      2,
      expect.stringContaining('This process is inside of the run another, so it cannot steer two/slip-001.'),
    ]);
    const start = ofType(project, 'task.started').at(-1)?.seq ?? 0;
    project.put(`.wfmap/runs/two/slip-001/messages/${name.replace('%START%', String(start))}`, forged);
    await until(() => ofType(project, 'message.refused').length > 0);
    expect(ofType(project, 'message.refused')).toMatchObject([
      { data: { task: 'Second', reason: 'process 1, which is named as its sender, has exited' } },
    ]);
    expect((await project.run(['steer', 'Go on.'])).code).toBe(0);
    expect((await run.end).stderr).toMatch(
      / {4}A message to "Second" was refused: process 1, which is named as its sender, has exited; it is kept in messages\/refused\//,
    );
    expect(heardIn(project)).toEqual(['Go on.']);
  });

  test('says which agents there are, where it is not clear which is meant', async ({ project, expect }) => {
    const look = (name: string) => ask({ Done: 'End' }, { promptTemplate: `Look at ${name}.` });
    const branch = (name: string) => ({
      startTaskDefinition: 'Look',
      taskDefinitions: { Look: look(name), End: { type: 'end' } },
    });
    project.put(
      'both.json',
      mapOf({
        Both: {
          type: 'parallel',
          branches: { a: branch('a'), b: branch('b') },
          actions: { Done: { target: 'Done', when: 'true' } },
        },
      }),
    );
    project.script({ match: '^Look at a', hears: 1 }, { match: '^Look at b', hears: 1 });
    const run = project.start(['run', 'both.json']);
    await until(
      () =>
        project.has('.wfmap/runs/both/slip-001/journal.jsonl') &&
        ofType(project, 'agent.started', 'both/slip-001').length === 2,
      () => run.stdout() + run.stderr(),
    );
    const several = await project.run(['steer', 'Hello.']);
    expect([several.code, several.stderr]).toEqual([
      2,
      expect.stringContaining('2 agents are at work; --task names one of them.'),
    ]);
    const offered = await project.run(['--get-yargs-completions', 'wfmap', 'steer', '']);
    expect(offered.stdout).toContain('both/slip-001');
    const tasks = await project.run(['--get-yargs-completions', 'wfmap', 'steer', '--task', '']);
    expect(tasks.stdout).toContain('Both/a/Look');
    const none = await project.run(['steer', 'Hello.', '--task=Lock']);
    expect(none.stderr).toContain('No agent of a task "Lock" is at work.');
    expect((await project.run(['steer', 'Hello a.', '--task=Both/a/Look'])).code).toBe(0);
    expect((await project.run(['steer', 'Hello b.', '--task=Both/b/Look'])).code).toBe(0);
    expect((await run.end).code).toBe(0);
    expect(heardIn(project)).toEqual(['Hello a.', 'Hello b.']);
  });

  test.for([
    ['without a message', ['steer'], 'No message is given.'],
    ['with one word too many', ['steer', 'two/slip-001', 'Stop', 'now'], '"now" is one word too many.'],
    [
      'that is too long',
      ['steer', 'x'.repeat(16_385)],
      'The message is longer than an agent takes (16384 characters).',
    ],
    ['to a run that is over', ['steer', 'Stop.'], 'No process drives two/slip-001, so no agent is at work.'],
  ] as const)('%s sends nothing', async ([, words, message], { project, expect }) => {
    const run = await startSlow(project, { ...HEARS, hears: 0 });
    await run.end;
    const { code, stderr } = await project.run(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(project.has('.wfmap/runs/two/slip-001/messages')).toBe(false);
  });
});
