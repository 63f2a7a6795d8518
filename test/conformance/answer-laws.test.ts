import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import { chooseAction } from '../../src/agent/choose-action.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { answered, rejected } from '../helpers/puppet-agent.ts';
import { mapOf, programOf, start, testHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

const program = programOf(
  mapOf(
    block(
      claude(
        'Work',
        action('Complete', 'Done'),
        action('Complete Review', 'Reviewed'),
        action('Continue', 'On'),
      ),
      end('Done'),
      end('Reviewed'),
      end('On'),
    ),
  ),
);

/** An agent that says one text after another and is read by its final line, as one without an output schema. */
function speaker(...texts: readonly string[]): Agent {
  let turn = 0;
  return {
    kind: 'scripted',
    start: ({ actions }) => {
      const text = texts[turn] ?? '';
      turn += 1;
      const choice = chooseAction(
        text,
        actions.map(({ name }) => name),
      );
      const reply = 'action' in choice ? answered(choice.action) : rejected(text);
      return { reply: Promise.resolve(reply), stop: () => undefined, kill: () => undefined };
    },
  };
}

async function endOf(...texts: readonly string[]): Promise<string | undefined> {
  const host = testHost(createCrashingFileSystem(), '/project', speaker(...texts), { channel: 'text' });
  const { state } = await start(host, program);
  return state.finished?.task ?? state.paused?.reason;
}

describe('an action is taken', () => {
  test.each([
    ['from the last line', 'I did it.\n\nACTION: Complete', 'Done'],
    ['from a line in bold', '**ACTION: Complete**', 'Done'],
    ['from a name in back-ticks', 'ACTION: `Complete`', 'Done'],
    ['in lower case', 'action: complete', 'Done'],
    ['with a condition behind it', 'ACTION: Complete (if all is done)', 'Done'],
    ['by the longest name that fits', 'ACTION: Complete Review, because', 'Reviewed'],
    ['from the middle, with prose after it', 'ACTION: Continue\n\nThat was all there is to say.', 'On'],
    ['when it is named twice', 'ACTION: Continue\nSo:\nACTION: Continue', 'On'],
    [
      'from behind the whole menu',
      'ACTION: Complete\nACTION: Complete Review\nACTION: Continue\n\nACTION: Continue',
      'On',
    ],
  ])('%s', async (_, text, target) => {
    expect(await endOf(text)).toBe(target);
  });
});

describe('an action is asked for once more, and the run then goes on,', () => {
  test.each([
    ['when there is none', 'All is well.'],
    ['when the message is empty', ''],
    ['when the name is unknown', 'ACTION: Finish'],
    ['when two are named', 'ACTION: Complete\nOr rather:\nACTION: Continue'],
    ['when it stands in a code fence', '```\nACTION: Complete\n```'],
    ['when it is quoted', '> ACTION: Complete'],
    ['when the name is on the next line', 'ACTION:\nComplete'],
    ['when the name only begins like it', 'ACTION: Completed'],
  ])('%s', async (_, text) => {
    expect(await endOf(text, 'ACTION: Continue')).toBe('On');
    expect(await endOf(text, text)).toBe('failed');
  });
});
