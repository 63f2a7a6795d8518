import { beforeEach, describe, expect, test } from 'vitest';
import { parseTemplate } from '../../src/prompt/parse/parse-template.ts';
import type { PromptSource } from '../../src/model/block.ts';
import type { Program } from '../../src/run/program/program.ts';
import { createMask } from '../../src/run/host/mask.ts';
import { digestOf } from '../../src/journal/source-store.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { answered, failed, interrupted, puppetAgent } from '../helpers/puppet-agent.ts';
import { mapOf, programOf, resume, start, testHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../journal/crashing-file-system.ts';

const FILE = '/project/.wfmap/runs/test/slip-001/task-001-work-reminder.json';

let fs: CrashingFileSystem;
beforeEach(() => {
  fs = createCrashingFileSystem();
});

/** A map of one task that is reminded of `text`. */
function remindedOf(text: string, before = false): Program {
  const source: PromptSource = { kind: 'inline', text };
  const reminder = { text: source, on: ['Edit'], before };
  const program = programOf(
    mapOf(block({ ...claude('Work', action('Next', 'Done')), reminder }, end('Done'))),
  );
  const template = parseTemplate({ name: 'reminder', text }, (code) => expect.unreachable(code));
  return { ...program, templates: new Map([[source, template]]) };
}

/** What the hook of Claude Code would print. */
function reportedBy(file: string): unknown {
  const { hookSpecificOutput } = JSON.parse(Buffer.from(fs.files()[file] ?? '', 'latin1').toString()) as {
    hookSpecificOutput: object;
  };
  return hookSpecificOutput;
}

describe('the reminder of a task', () => {
  test('is rendered with the names of the task, journaled, and handed to the agent as a file', async () => {
    const agent = puppetAgent(answered('Next'));
    const host = testHost(fs, '/project', agent);
    await start(host, remindedOf('Visit ${visits} in ${run.root}.'));
    const text = 'Visit 1 in /project.';
    expect(agent.turns[0]?.reminder).toEqual({ file: FILE, on: ['Edit'], before: false });
    expect(reportedBy(FILE)).toEqual({ hookEventName: 'PreToolUse', additionalContext: text });
    const started = host.events.find(({ type }) => type === 'agent.started');
    expect(started?.data).toMatchObject({
      reminder: { digest: digestOf(text), sizeBytes: text.length, cut: false },
    });
  });

  test('is written anew for every process of the agent, also where that is told only to go on', async () => {
    const agent = puppetAgent(failed('transport'), answered('Next'));
    const host = testHost(fs, '/project', agent);
    await start(host, remindedOf('Mind it.', true));
    expect(agent.turns.map(({ prompt, reminder }) => [prompt.slice(0, 14), reminder?.before])).toEqual(
      [
        ['Do Work.', true],
        ['The connection', true],
      ].map(([prompt, before]) => [expect.stringContaining(String(prompt)), before]),
    );
    const reported = host.events.filter(({ type }) => type === 'agent.started').map(({ data }) => data);
    expect(reported).toEqual([
      expect.objectContaining({ reminder: expect.anything() }),
      expect.objectContaining({ reminder: expect.anything() }),
    ]);
    expect(reportedBy(FILE)).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'Mind it.',
    });
  });

  test('is there again in a run that goes on', async () => {
    const program = remindedOf('Mind it.');
    const stop = new AbortController();
    const first = puppetAgent('hold');
    const ended = start(testHost(fs, '/project', first, { stop: stop.signal }), program);
    await first.asked(1);
    stop.abort({ message: 'Stopped.', exitCode: 130 });
    first.turns[0]?.reply(interrupted());
    const { directory } = await ended;
    const second = puppetAgent(answered('Next'));
    await resume(
      testHost(fs, '/project', second, { newId: () => `later-${Math.random()}` }),
      program,
      directory,
    );
    expect(second.turns[0]?.reminder?.file).toBe(FILE.replace('001-work', '002-work'));
  });

  test('is cut to 2,000 characters, and says so', async () => {
    const agent = puppetAgent(answered('Next'));
    const host = testHost(fs, '/project', agent);
    await start(host, remindedOf(`x${'😀'.repeat(3_000)}`));
    const { additionalContext: text } = reportedBy(FILE) as { additionalContext: string };
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(text).toMatch(/^x(?:😀){969}\n\(4062 more characters were left out\.\)$/u);
    expect(host.events.find(({ type }) => type === 'agent.started')?.data).toMatchObject({
      reminder: { cut: true },
    });
  });

  test('of just that length is whole', async () => {
    const host = testHost(fs, '/project', puppetAgent(answered('Next')));
    await start(host, remindedOf('x'.repeat(2_000)));
    expect(reportedBy(FILE)).toMatchObject({ additionalContext: 'x'.repeat(2_000) });
    expect(host.events.find(({ type }) => type === 'agent.started')?.data).toMatchObject({
      reminder: { cut: false, sizeBytes: 2_000 },
    });
  });

  test('holds no secret, like all that is kept of a run', async () => {
    const agent = puppetAgent(answered('Next'));
    const mask = createMask(['hunter2-hunter2']);
    await start(testHost(fs, '/project', agent, { mask }), remindedOf('Use hunter2-hunter2.'));
    expect(fs.files()[FILE]).not.toContain('hunter2');
  });

  test('that cannot be rendered fails the task before an agent is paid', async () => {
    const agent = puppetAgent();
    const host = testHost(fs, '/project', agent);
    await start(host, remindedOf('${1 / 0}'));
    expect(agent.turns).toEqual([]);
    expect(host.events.find(({ type }) => type === 'task.failed')?.data).toMatchObject({
      fault: 'prompt',
      reason: 'The reminder: The expression "1 / 0" has no value: it divides by zero.',
    });
  });
});
