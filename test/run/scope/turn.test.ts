import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentReply } from '../../../src/agent/agent.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';
import {
  answered,
  failed,
  interrupted,
  puppetAgent,
  rejected,
  type PuppetAgent,
} from '../../helpers/puppet-agent.ts';
import { resume, start, testHost, type TestHost } from '../../helpers/run-host.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../../journal/crashing-file-system.ts';

const { program, texts } = checkedProgram({
  description: 'Two tasks',
  startTaskDefinition: 'Plan',
  taskDefinitions: {
    Plan: {
      type: 'claude',
      prompt: 'Plan it.',
      actions: { Complete: { target: 'Work', args: '--mood=calm' } },
    },
    Work: {
      type: 'claude',
      promptTemplate: 'Work, ${mood}, ${tempo}.',
      promptParams: {
        mood: { type: 'string', description: 'How', required: false },
        tempo: { type: 'string', description: 'How fast', required: false },
      },
      actions: { Go: { target: 'Done' } },
    },
    Done: { type: 'end' },
  },
});

let fs: CrashingFileSystem;
let hosts = 0;
beforeEach(() => {
  fs = createCrashingFileSystem();
  hosts = 0;
});

/** Hosts of one disk give ids that differ, as those of different processes do. */
function hostOf(agent: PuppetAgent): TestHost {
  hosts += 1;
  const own = hosts;
  let ids = 0;
  return testHost(fs, '/project', agent, { newId: () => `id-${own}-${(ids += 1)}` });
}

const purposesOf = ({ events }: TestHost): string[] =>
  events.flatMap((event) => (event.type === 'agent.started' ? [event.data.purpose] : []));

/** A run that stands in Work, whose first turn ended so. */
async function standingAtWork(last: AgentReply) {
  const agent = puppetAgent(answered('Complete'), last);
  const { directory, state } = await start(hostOf(agent), program, { texts });
  return { directory, state, work: agent.turns[1]! };
}

describe('a task that is gone on with', () => {
  test('continues its session with fixed words where it was interrupted', async () => {
    const { directory, work } = await standingAtWork(interrupted());
    const agent = puppetAgent(answered('Go'));
    const host = hostOf(agent);
    const state = await resume(host, program, directory);
    expect(agent.turns[0]?.session).toEqual({ id: work.session.id, continues: true });
    expect(agent.turns[0]?.prompt).toBe(
      'You were interrupted before you had finished; a command of yours may have been cut off. Look at what is ' +
        'already done, go on from there, finish the task as it was given, and answer as it asks.',
    );
    expect([purposesOf(host), state.finished?.task, state.steps]).toEqual([['resume'], 'Done', 2]);
  });

  test('continues its session with the reason where it failed', async () => {
    const { directory, work } = await standingAtWork(failed('permanent'));
    const agent = puppetAgent(answered('Go'));
    await resume(hostOf(agent), program, directory);
    expect(agent.turns[0]?.session).toEqual({ id: work.session.id, continues: true });
    expect(agent.turns[0]?.prompt).toBe(
      'Your last attempt at this task ended with a fault: It broke. Look at what is already done, go on from there, ' +
        'finish the task as it was given, and answer as it asks.',
    );
  });

  test('gets its prompt in a new session where there was none', async () => {
    const { directory, work } = await standingAtWork(interrupted({ sessionKnown: false }));
    const agent = puppetAgent(answered('Go'));
    await resume(hostOf(agent), program, directory);
    expect(agent.turns[0]?.session.continues).toBe(false);
    expect(agent.turns[0]?.session.id).not.toBe(work.session.id);
    expect(agent.turns[0]?.prompt).toBe(work.prompt);
  });

  test('with arguments gets a prompt made anew, in a new session, over the arguments it had', async () => {
    const { directory, work } = await standingAtWork(failed('permanent'));
    expect(work.prompt).toMatch(/^Work, calm, \./);
    const agent = puppetAgent(answered('Go'));
    await resume(hostOf(agent), program, directory, { args: { tempo: 'fast' } });
    expect(agent.turns[0]?.session.continues).toBe(false);
    expect(agent.turns[0]?.session.id).not.toBe(work.session.id);
    expect(agent.turns[0]?.prompt).toMatch(/^Work, calm, fast\./);
  });

  test('keeps its arguments when it is interrupted again, and its session too', async () => {
    const { directory } = await standingAtWork(interrupted());
    await resume(hostOf(puppetAgent(interrupted())), program, directory, { args: { tempo: 'fast' } });
    const agent = puppetAgent(failed('transport', { sessionKnown: false }), answered('Go'));
    const state = await resume(hostOf(agent), program, directory);
    expect(agent.turns[1]?.prompt).toMatch(/^Work, calm, fast\./);
    expect(state.finished?.task).toBe('Done');
  });

  test('has its tries and its repair anew', async () => {
    const { directory } = await standingAtWork(failed('permanent'));
    const agent = puppetAgent(failed('transport'), rejected(), failed('transport'), answered('Go'));
    const state = await resume(hostOf(agent), program, directory);
    expect(state.finished?.task).toBe('Done');
    expect(agent.turns.map(({ prompt }) => prompt.split(/(?<=[.:]) /, 1)[0])).toEqual([
      'Your last attempt at this task ended with a fault:',
      'The connection broke before you had finished.',
      expect.stringMatching(/^Your answer cannot be used:/),
      'The connection broke before you had finished.',
    ]);
  });
});

describe('a run that restarts at a task', () => {
  test('enters it anew, in a new session, without the arguments that led there', async () => {
    const { directory, work } = await standingAtWork(interrupted());
    const agent = puppetAgent(answered('Go'));
    const host = hostOf(agent);
    const state = await resume(host, program, directory, { from: 'Work', args: { tempo: 'slow' } });
    expect(agent.turns[0]?.prompt).toMatch(/^Work, , slow\./);
    expect(agent.turns[0]?.visit).toBe(2);
    expect(agent.turns[0]?.session.continues).toBe(false);
    expect(agent.turns[0]?.session.id).not.toBe(work.session.id);
    expect([purposesOf(host), state.steps]).toEqual([['prompt'], 3]);
  });

  test('may have ended before', async () => {
    const { directory, state } = await standingAtWork(answered('Go'));
    expect(state.finished?.task).toBe('Done');
    await expect(resume(hostOf(puppetAgent()), program, directory)).rejects.toMatchObject({
      code: 'run-is-finished',
      message: 'The run test/slip-001 has ended.',
      help: 'Start a new one, or name the task to go back to with --from "<Task>".',
    });
    const again = await resume(hostOf(puppetAgent(answered('Go'))), program, directory, { from: 'Work' });
    expect(again.finished?.task).toBe('Done');
  });

  test('refuses a task that the map does not have, and stays as it was', async () => {
    const { directory } = await standingAtWork(interrupted());
    const before = fs.files()[`${directory.folder}/journal.jsonl`];
    const refused = resume(hostOf(puppetAgent()), program, directory, { from: 'Wrok' });
    await expect(refused).rejects.toMatchObject({
      code: 'unknown-task',
      message: 'The map has no task "Wrok".',
      help: 'Its tasks are "Plan", "Work", "Done".',
    });
    expect(fs.files()[`${directory.folder}/journal.jsonl`]).toBe(before);
  });
});

describe('a turn that is made again', () => {
  test('continues the session that it had, with fixed words', async () => {
    const agent = puppetAgent(failed('transport'), answered('Complete'), answered('Go'));
    const host = hostOf(agent);
    await start(host, program, { texts });
    expect(agent.turns[1]?.session).toEqual({ id: agent.turns[0]?.session.id, continues: true });
    expect(agent.turns[1]?.prompt).toBe(
      'The connection broke before you had finished. Look at what is already done, go on from there, finish the task ' +
        'as it was given, and answer as it asks.',
    );
    expect(purposesOf(host)).toEqual(['prompt', 'retry', 'prompt']);
  });

  test('sends the prompt anew where it came to no session', async () => {
    const agent = puppetAgent(
      failed('transport', { sessionKnown: false }),
      answered('Complete'),
      answered('Go'),
    );
    await start(hostOf(agent), program, { texts });
    expect(agent.turns[1]?.prompt).toBe(agent.turns[0]?.prompt);
    expect(agent.turns[1]?.session.continues).toBe(false);
    expect(agent.turns[1]?.session.id).not.toBe(agent.turns[0]?.session.id);
  });
});

describe('a turn that repairs an answer', () => {
  const repairOf = async (actions: object): Promise<string | undefined> => {
    const asked = checkedProgram({
      description: 'One task',
      startTaskDefinition: 'Work',
      taskDefinitions: { Work: { type: 'claude', prompt: 'Work.', actions }, Done: { type: 'end' } },
    });
    const agent = puppetAgent(rejected(), answered(undefined));
    await start(hostOf(agent), asked.program, { texts: asked.texts });
    return agent.turns[1]?.prompt;
  };

  test('names the actions again, one a line', async () => {
    const actions = {
      Go: { target: 'Done', choose: 'it works' },
      Stop: { target: 'Done', choose: 'it does not' },
    };
    expect(await repairOf(actions)).toBe(
      [
        'Your answer cannot be used: It names no action.',
        '',
        'Choose exactly one of these actions, by what you have already done and found:',
        '- Go',
        '- Stop',
        '',
        'Do no further work. Answer in the way the task asked for, with one of these names, spelled exactly so.',
      ].join('\n'),
    );
  });

  test('names none where guards choose', async () => {
    expect(await repairOf({ Go: { target: 'Done', when: 'true' } })).toBe(
      'Your answer cannot be used: It names no action.\n\nDo no further work. Answer in the way the task asked for.',
    );
  });
});

describe('every task', () => {
  test('has a session of its own, named in the journal before its process begins', async () => {
    const seen: boolean[] = [];
    const inner = puppetAgent(answered('Complete'), answered('Go'));
    const agent: PuppetAgent = {
      ...inner,
      start: (request) => {
        const journal = Object.entries(fs.files()).find(([path]) => path.endsWith('journal.jsonl'))?.[1];
        seen.push(journal?.includes(`"session":"${request.session.id}"`) ?? false);
        return inner.start(request);
      },
    };
    await start(hostOf(agent), program, { texts });
    expect(seen).toEqual([true, true]);
    expect(inner.turns[0]?.session.id).not.toBe(inner.turns[1]?.session.id);
  });
});
