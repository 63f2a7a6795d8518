import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { UnruledCall, Verdict } from '../../../src/agent/unruled-call.ts';
import { createStandIn } from './stand-in.ts';

const CALL = { name: 'Bash', input: { command: 'npm ci' }, asks: true, runs: 'echo >> ran' };
const ALLOWED: Verdict = { allows: true, forTask: false };

/** A stand-in that makes calls, and what is asked about them. */
function deciding(verdict: Verdict | (() => Promise<Verdict>), ...tools: readonly object[]) {
  const claude = createStandIn({
    rules: [{ tools: tools.length === 0 ? [CALL] : tools, action: 'Complete' }],
  });
  const calls: UnruledCall[] = [];
  const decide = (call: UnruledCall): Promise<Verdict> => {
    calls.push(call);
    return typeof verdict === 'function' ? verdict() : Promise.resolve(verdict);
  };
  return { claude, calls, decide, hasRun: () => existsSync(join(claude.workFolder, 'ran')) };
}

describe('a call that no rule answers', () => {
  test('runs as it is where it is allowed', async () => {
    const { claude, calls, decide, hasRun } = deciding(ALLOWED);
    expect(await claude.run({ decide })).toMatchObject({ outcome: 'answered', denials: [] });
    expect(hasRun()).toBe(true);
    expect(calls).toEqual([
      { id: 'toolu_standin_1_0', tool: 'Bash', input: { command: 'npm ci' }, rule: 'Bash(npm ci)' },
    ]);
    expect(claude.asked()).toMatchObject([
      { response: { behavior: 'allow', updatedInput: { command: 'npm ci' } } },
    ]);
    expect(claude.calls()[0]?.argv).toContain('--permission-prompt-tool=stdio');
  });

  test('adds its rule to the session where it is allowed for the task', async () => {
    const { claude, calls, decide } = deciding({ allows: true, forTask: true }, CALL, CALL);
    expect(await claude.run({ decide })).toMatchObject({ outcome: 'answered', denials: [] });
    expect(calls).toHaveLength(1);
    const rules = [{ toolName: 'Bash', ruleContent: 'npm ci' }];
    expect(claude.asked()).toMatchObject([
      {
        response: {
          updatedPermissions: [{ type: 'addRules', rules, behavior: 'allow', destination: 'session' }],
        },
      },
    ]);
  });

  test('that a person refuses is no call that a rule would allow', async () => {
    const refused = { allows: false, reason: 'A person refused this call.', byPerson: true } as const;
    const { claude, decide, hasRun } = deciding(refused);
    expect(await claude.run({ decide })).toMatchObject({
      outcome: 'answered',
      denials: [{ tool: 'Bash', input: 'npm ci', rule: null, why: 'person' }],
    });
    expect(hasRun()).toBe(false);
    expect(claude.asked()).toMatchObject([{ response: { behavior: 'deny', message: refused.reason } }]);
  });

  test('is reported with its rule where nobody could be asked', async () => {
    const { claude, decide } = deciding(() => Promise.reject(new Error('the terminal is gone')));
    expect(await claude.run({ decide })).toMatchObject({
      denials: [{ tool: 'Bash', input: 'npm ci', rule: 'Bash(npm ci)' }],
    });
    expect(claude.asked()).toMatchObject([
      {
        response: {
          behavior: 'deny',
          message: 'Nobody could be asked about this call, so it is refused: the terminal is gone',
        },
      },
    ]);
  });

  test('is refused where it cannot be read, and the next one is decided all the same', async () => {
    const { claude, calls, decide, hasRun } = deciding(ALLOWED, { ...CALL, asks: 'garbage' });
    expect(await claude.run({ decide })).toMatchObject({ outcome: 'answered' });
    expect(calls).toHaveLength(1);
    expect(hasRun()).toBe(true);
  });

  test('is refused by the program itself where nobody decides', async () => {
    const { claude, hasRun } = deciding(ALLOWED);
    expect(await claude.run()).toMatchObject({ denials: [{ rule: 'Bash(npm ci)' }] });
    expect(hasRun()).toBe(false);
  });

  test('ends with its agent, however long the verdict takes', async () => {
    const { claude, calls, decide } = deciding(() => new Promise(() => undefined));
    const call = claude.start({ decide });
    while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    call.stop();
    expect(await call.reply).toMatchObject({ outcome: 'interrupted' });
  });
});
