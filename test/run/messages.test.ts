import { describe, expect, test } from 'vitest';
import type { AgentReply } from '../../src/agent/agent.ts';
import { createMessageBox, type MessageBox } from '../../src/journal/message-box.ts';
import type { ProcessLook } from '../../src/model/processes.ts';
import type { RunEventData } from '../../src/model/run-event.ts';
import { createMask } from '../../src/run/host/mask.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { runViewOf } from '../../src/view/apply-event.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { answered, failed, interrupted, puppetAgent, type PuppetAgent } from '../helpers/puppet-agent.ts';
import { lookAtGiver } from '../helpers/performers.ts';
import { mapOf, programOf, resume, start, testHost, type TestHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem, PowerCut } from '../journal/crashing-file-system.ts';

const PROGRAM = programOf(mapOf(block(claude('Work', action('Done', 'End')), end('End'))));
const PERSON = { pid: 7, start: 'then' };

/** Process 7 is a `wfmap steer` at a terminal that sends any of these texts. */
function lookAtSteer(pid: number): ProcessLook | undefined {
  const look = lookAtGiver(pid);
  return (
    look && { ...look, words: ['steer', 'Use the parser.', 'Stop it.', 'The key is s3cret.', 'One.', 'Two.'] }
  );
}

interface Begun {
  readonly agent: PuppetAgent;
  readonly host: TestHost;
  readonly fs: ReturnType<typeof createCrashingFileSystem>;
  readonly run: ReturnType<typeof start>;
  readonly box: () => MessageBox;
  /** Where messages lie. */
  readonly messages: () => string;
}

/** Begins a run whose agent is held at its first turn. */
async function begin(more: Partial<RunHost> = {}, agent = puppetAgent('hold')): Promise<Begun> {
  const fs = createCrashingFileSystem();
  let folder = '';
  const host = testHost(fs, '/project', agent, {
    lookAt: lookAtSteer,
    createMessageBox: (runFolder) => {
      folder = runFolder;
      return createMessageBox(fs, runFolder);
    },
    ...more,
  });
  const run = start(host, PROGRAM);
  await agent.asked(1);
  return {
    agent,
    host,
    fs,
    run,
    box: () => createMessageBox(fs, folder),
    messages: () => `${folder}/messages`,
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The number of the execution that works. */
const startOf = ({ host }: Begun): number =>
  host.events.findLast(({ type }) => type === 'task.started')?.seq ?? 0;

const of = ({ host }: Begun, type: string) => host.events.filter((event) => event.type === type);

const sentIn = ({ host }: Begun): readonly RunEventData['message.sent'][] =>
  host.events.flatMap((event) => (event.type === 'message.sent' ? [event.data] : []));

describe('a message to an agent at work', () => {
  test('is recorded with who sent it before the agent is told, and its file is gone after that', async () => {
    const begun = await begin();
    const { agent, run, box } = begun;
    const name = box().send(startOf(begun), { text: 'Use the parser.', sender: PERSON, client: 'an editor' });
    await until(() => agent.turns[0]?.heard.length === 1);
    expect(of(begun, 'message.sent')).toMatchObject([
      {
        data: {
          task: 'Work',
          text: 'Use the parser.',
          origin: 'seen',
          sender: { pid: 7, terminal: 'pts/1' },
          client: 'an editor',
        },
      },
    ]);
    expect(name).toBe(`${startOf(begun)}-${sentIn(begun)[0]?.message}.json`);
    expect(agent.turns[0]?.heard).toEqual(['Use the parser.']);
    expect(box().list(10).names).toEqual([]);
    agent.turns[0]?.reply(answered('Done'));
    await run;
    expect(runViewOf(begun.host.events).executions[0]?.messages).toMatchObject([
      { text: 'Use the parser.', isRead: true },
    ]);
  });

  test('is told as it is, and recorded without secrets', async () => {
    const begun = await begin({ mask: createMask(['s3cret']) });
    begun.box().send(startOf(begun), { text: 'The key is s3cret.', sender: PERSON });
    await until(() => begun.agent.turns[0]?.heard.length === 1);
    expect(begun.agent.turns[0]?.heard).toEqual(['The key is s3cret.']);
    expect(JSON.stringify(of(begun, 'message.sent'))).not.toContain('s3cret');
    begun.agent.turns[0]?.reply(answered('Done'));
    await begun.run;
  });
});

describe('a message that is refused', () => {
  const refusedFor = async (
    send: (begun: Begun) => void,
    more: Partial<RunHost> = {},
  ): Promise<{ readonly reason: unknown; readonly heard: readonly string[] }> => {
    const begun = await begin(more);
    send(begun);
    await until(() => of(begun, 'message.refused').length > 0);
    const [{ data } = { data: {} }] = of(begun, 'message.refused');
    const heard = begun.agent.turns[0]?.heard ?? [];
    begun.agent.turns[0]?.reply(answered('Done'));
    await begun.run;
    return { reason: 'reason' in data ? data.reason : undefined, heard };
  };

  test.for<readonly [string, string, (begun: Begun) => void, Partial<RunHost>?]>([
    [
      'of a process that has exited',
      'process 9, which is named as its sender, has exited',
      (begun) => begun.box().send(startOf(begun), { text: 'Stop it.', sender: { pid: 9, start: 'then' } }),
    ],
    [
      'of a process that sends another one',
      'process 7 was started to send another message',
      (begun) => begun.box().send(startOf(begun), { text: 'Delete all.', sender: PERSON }),
    ],
    [
      'of a process inside of the run',
      'process 7 is inside of the run r1',
      (begun) => begun.box().send(startOf(begun), { text: 'Stop it.', sender: PERSON }),
      {
        lookAt: (pid) => {
          const look = lookAtSteer(pid);
          return look && { ...look, within: [{ run: 'r1', agent: 'a1' }] };
        },
      },
    ],
    [
      'to an agent that is not at work',
      'the agent that it is for is not at work',
      (begun) => begun.box().send(9999, { text: 'Stop it.', sender: PERSON }),
    ],
    [
      'to an agent that has answered already',
      'the agent that it is for has already answered',
      (begun) => {
        begun.agent.turns[0]?.closeEar();
        begun.box().send(startOf(begun), { text: 'Stop it.', sender: PERSON });
      },
    ],
    [
      'that is not one',
      'it does not have the name of a message',
      ({ fs, box, messages }) => {
        const name = box().send(1, { text: 'One.', sender: PERSON });
        fs.rename(`${messages()}/${name}`, `${messages()}/hello`);
      },
    ],
    [
      'of another shape',
      'it does not have the shape of a message',
      (begun) => {
        const name = begun.box().send(startOf(begun), { text: ' ', sender: PERSON });
        expect(name).toMatch(/^\d/);
      },
    ],
  ])('%s', async ([, reason, send, more]) => {
    const refused = await refusedFor(send, more);
    expect(refused).toEqual({ reason, heard: [] });
  });
});

/** The prompt or words of each turn that an agent got. */
const promptsOf = ({ turns }: PuppetAgent): readonly string[] => turns.map(({ prompt }) => prompt);

const WROTE = 'A person wrote this to you while you worked on the task before:';

describe('what was told to an agent', () => {
  async function toldOnce(reply: AgentReply): Promise<Begun> {
    const begun = await begin();
    begun.box().send(startOf(begun), { text: 'Use the parser.', sender: PERSON });
    await until(() => begun.agent.turns[0]?.heard.length === 1);
    begun.agent.turns[0]?.reply(reply);
    await begun.agent.asked(2);
    begun.agent.turns[1]?.reply(answered('Done'));
    await begun.run;
    return begun;
  }

  test('is not said again in the session that has read it', async () => {
    const { agent } = await toldOnce(failed('transport'));
    expect(agent.turns[1]?.session.continues).toBe(true);
    expect(promptsOf(agent)[1]).not.toContain('Use the parser.');
  });

  test('is said again in that session, if it did not read it', async () => {
    const begun = await begin();
    begun.box().send(startOf(begun), { text: 'One.', sender: PERSON });
    await until(() => begun.agent.turns[0]?.heard.length === 1);
    begun.box().send(startOf(begun), { text: 'Two.', sender: PERSON });
    await until(() => begun.agent.turns[0]?.heard.length === 2);
    const [, second] = sentIn(begun);
    begun.agent.turns[0]?.reply(failed('transport', { unread: [second?.message ?? ''] }));
    await begun.agent.asked(2);
    expect(promptsOf(begun.agent)[1]?.split('\n\n').at(-1)).toBe(`${WROTE}\nTwo.`);
    begun.agent.turns[1]?.reply(answered('Done'));
    await begun.run;
    expect(runViewOf(begun.host.events).executions[0]?.messages.map(({ isRead }) => isRead)).toEqual([
      true,
      false,
    ]);
  });

  test('is said again with the prompt, where the session is lost', async () => {
    const { agent } = await toldOnce(failed('transport', { sessionKnown: false }));
    expect(agent.turns[1]?.session.continues).toBe(false);
    expect(promptsOf(agent)[1]).toBe(`${promptsOf(agent)[0]}\n\n${WROTE}\nUse the parser.`);
  });

  test('is said again after a crash, after which nobody knows whether it was read', async () => {
    const begun = await begin();
    begun.box().send(startOf(begun), { text: 'Use the parser.', sender: PERSON });
    await until(() => begun.agent.turns[0]?.heard.length === 1);
    const after = begun.fs.revive();
    const agent = puppetAgent(answered('Done'));
    const host = testHost(after, '/project', agent, {
      createMessageBox: (folder) => createMessageBox(after, folder),
    });
    await resume(host, PROGRAM, {
      folder: begun.messages().replace(/\/messages$/, ''),
      name: 'test/slip-001',
      path: '',
    });
    expect(promptsOf(agent)[0]?.endsWith(`${WROTE}\nUse the parser.`)).toBe(true);
  });

  test('is told once, whenever the machine loses its power', async () => {
    // The agent may have heard it only if the journal says so.
    for (let cut = 0; cut < 400; cut += 1) {
      const begun = await begin();
      const before = begun.fs.operations();
      begun.fs.cutAt(before + cut);
      const { isCut, isHeard, isRecorded } = await sendUntilCut(begun);
      expect(isRecorded, `cut at operation ${cut}`).toBe(isRecorded || isHeard);
      if (!isCut) return;
    }
    throw new Error('the message is never through');
  });
});

/** Sends a message on a disk that is about to lose its power. Shape: `isCut` where it did before the run had ended. */
async function sendUntilCut(begun: Begun): Promise<Record<'isCut' | 'isHeard' | 'isRecorded', boolean>> {
  const ended = begun.run.then(
    () => 'ended',
    () => 'cut',
  );
  try {
    begun.box().send(startOf(begun), { text: 'Use the parser.', sender: PERSON });
    await Promise.race([until(() => begun.agent.turns[0]?.heard.length === 1), ended]);
  } catch (thrown) {
    if (!(thrown instanceof PowerCut)) throw thrown;
  }
  const heard = begun.agent.turns[0]?.heard.length ?? 0;
  begun.agent.turns[0]?.reply(interrupted());
  const how = await ended;
  const crashed = begun.fs.crash(() => 'lost');
  const journal = Object.entries(crashed.files()).find(([path]) => path.endsWith('journal.jsonl'))?.[1] ?? '';
  return { isCut: how === 'cut', isHeard: heard > 0, isRecorded: journal.includes('message.sent') };
}
