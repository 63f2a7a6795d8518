import { describe, expect, test, vi } from 'vitest';
import type { AgentCall } from '../../../src/agent/agent.ts';
import { createToldMessages } from '../../../src/agent/claude/told-messages.ts';
import { createStandIn } from './stand-in.ts';

const ID = '11111111-2222-4333-8444-555555555555';

function earOf({ ear }: AgentCall) {
  if (ear === undefined) throw new Error('the agent takes no messages');
  return ear;
}

describe('a message to an agent at work', () => {
  test('is read by it, and the turn ends as it would have', async () => {
    const claude = createStandIn({ rules: [{ hears: 2, action: 'Complete' }] });
    const call = claude.start();
    const ear = earOf(call);
    expect(ear.isOpen()).toBe(true);
    ear.tell({ id: ID, text: 'Leave the "tests" alone.\nAnd the docs.' });
    ear.tell({ id: ID.replace('1', '2'), text: 'Thank you.' });
    const reply = await call.reply;
    expect(reply).toMatchObject({ outcome: 'answered', action: 'Complete' });
    expect(reply).not.toHaveProperty('unread');
    expect(claude.heard()).toEqual(['Leave the "tests" alone.\nAnd the docs.', 'Thank you.']);
    expect(ear.isOpen()).toBe(false);
  });

  test('that it reads only after its answer makes it answer again, and that answer counts', async () => {
    const claude = createStandIn({
      rules: [{ queues: 1, action: 'Complete', lateAction: 'Start Review Work' }],
    });
    const call = claude.start();
    earOf(call).tell({ id: ID, text: 'Review it first.' });
    expect(await call.reply).toMatchObject({ outcome: 'answered', action: 'Start Review Work' });
    expect(claude.heard()).toEqual(['Review it first.']);
  });

  test('whose answer never comes leaves no answer of before', async () => {
    const claude = createStandIn({ rules: [{ queues: 1, dies: true, action: 'Complete' }] });
    const call = claude.start();
    earOf(call).tell({ id: ID, text: 'Review it first.' });
    expect(await call.reply).toMatchObject({ outcome: 'failed', fault: 'transport' });
  });

  test('that its process ends without is named with the end of the turn', async () => {
    const claude = createStandIn({ rules: [{ ignores: 1, exit: 1, stderr: 'error: gone' }] });
    const call = claude.start();
    earOf(call).tell({ id: ID, text: 'Are you there?' });
    expect(await call.reply).toMatchObject({ outcome: 'failed', unread: [ID] });
  });
});

describe('a message that is not read after the result', () => {
  test('is given up after ten seconds, and the result stands', () => {
    vi.useFakeTimers();
    try {
      let isGivenUp = false;
      const told = createToldMessages(
        () => undefined,
        () => (isGivenUp = true),
      );
      told.tell({ id: ID, text: 'Hello' });
      expect(told.takeResult()).toBe(false);
      vi.advanceTimersByTime(9999);
      expect([isGivenUp, told.isOpen()]).toEqual([false, true]);
      vi.advanceTimersByTime(1);
      expect([isGivenUp, told.isOpen()]).toEqual([true, false]);
      // What comes now is too late to be awaited.
      expect(told.read(ID)).toBe(false);
      expect(told.close()).toEqual([ID]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is awaited no longer once the process has ended', () => {
    const told = createToldMessages(
      () => undefined,
      () => {
        throw new Error('it is over');
      },
    );
    told.tell({ id: ID, text: 'Hello' });
    told.takeResult();
    expect(told.close()).toEqual([ID]);
    expect(told.isOpen()).toBe(false);
  });
});
