import { expect, test } from 'vitest';
import { action, block, end } from '../../helpers/block.ts';
import { puppetAgent } from '../../helpers/puppet-agent.ts';
import { mapOf, programOf, start, testHost } from '../../helpers/run-host.ts';
import { foreach, human } from '../../helpers/tasks.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';

test('a run that waits for very many people names the first of them', async () => {
  const body = block(human('Ask', action('Yes', 'End')), end('End'));
  const each = foreach('Each', '[1, 2, 3, 4, 5, 6, 7]', body, action('Go', 'Done'));
  const host = testHost(createCrashingFileSystem(), '/project', puppetAgent());
  const { state } = await start(host, programOf(mapOf(block(each, end('Done')))));
  expect(state.paused?.message).toBe(
    'Tasks "Ask", "Ask", "Ask", "Ask", "Ask" and 2 more wait for an answer.',
  );
});
