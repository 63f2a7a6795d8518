import type { EventType } from '@multi-agent-protocol/sdk';
import { describe } from 'vitest';
import { test } from './helpers/project.ts';
import { clientOver, TRANSPORTS } from './helpers/serve.ts';
import { startSlow } from './helpers/slow-run.ts';
import { heardIn } from './helpers/heard.ts';

const RUN = 'two/slip-001';

describe.each(Object.entries(TRANSPORTS))('over %s', (_, open) => {
  test('a client sends messages to an agent at work, and events say so', async ({ project, expect }) => {
    const run = await startSlow(project, {
      match: '^The second task',
      say: 'Working.',
      hears: 3,
      action: 'Accept',
    });
    const client = await clientOver(await open(project), 'an editor');
    const subscription = await client.subscribe({ eventTypes: ['wfmap.message.sent' as EventType] });
    const told: unknown[] = [];
    subscription.on('event', ({ data }) => told.push(data));
    const { agents } = await client.listAgents({ filter: { states: ['busy'] } });
    const [agentId = ''] = agents.map(({ id }) => id).filter((id) => id.includes('#'));
    expect(await client.inject(agentId, '--leave the "tests"\nalone', 'interrupt')).toEqual({
      injected: true,
      delivery: 'queue',
    });
    // A run is its only agent at work.
    await client.callExtension('map/inject', { agentId: RUN, content: { done: ['a'] } });
    await client.send({ agent: agentId }, { text: 'Go on.' });
    expect((await run.end).code).toBe(0);
    expect(heardIn(project)).toEqual(['--leave the "tests"\nalone', '{"done":["a"]}', 'Go on.']);
    expect(told).toMatchObject(
      heardIn(project).map((text) => ({
        record: { data: { task: 'Second', text, client: 'an editor', origin: 'claimed' } },
      })),
    );
    const ended = client.callExtension('map/inject', { agentId, content: 'Too late.' });
    await expect(ended).rejects.toMatchObject({
      code: 3001,
      message: 'two/slip-001 has no such agent at work.',
    });
    await client.disconnect();
  });
});
