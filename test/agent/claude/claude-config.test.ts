import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createStandIn, SESSION } from './stand-in.ts';

describe('a turn with a configuration', () => {
  test('passes the instructions in a file that is gone after the turn, and no words of it on the command line', async () => {
    const instructions = 'Use tabs: "é".\n'.repeat(20_000);
    const claude = createStandIn({}, { instructions });
    await claude.run();
    await claude.run({ session: { id: SESSION, continues: true } });
    const [first, second] = claude.calls();
    expect([first?.instructions, second?.instructions]).toEqual([instructions, instructions]);
    const files = [first, second].map((call) => call?.argv.find((each) => each.includes('instructions.md')));
    for (const file of files) expect(existsSync(file?.split('=')[1] ?? '/')).toBe(false);
    expect(new Set(files).size).toBe(2);
  });

  test('is not made where the instructions cannot be written, and says what to do', async () => {
    const claude = createStandIn({}, { instructions: 'Use tabs.' });
    vi.stubEnv('TMPDIR', join(claude.root, 'gone'));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await claude.run()).toMatchObject({
      outcome: 'failed',
      fault: 'transport',
      reason: expect.stringMatching(/^The files that the agent needs could not be written: ENOENT/),
      help: expect.stringContaining('TMPDIR'),
    });
  });

  test('gives the agent the variables of the settings, in place of those of the environment', async () => {
    const run = 'echo "$STAND_IN_WORD" > word.txt';
    const claude = createStandIn({ default: { run } }, { environment: { STAND_IN_WORD: 'of the settings' } });
    await claude.run();
    expect(readFileSync(join(claude.workFolder, 'word.txt'), 'utf8')).toBe('of the settings\n');
  });
});
