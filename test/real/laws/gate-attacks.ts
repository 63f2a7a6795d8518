import assert from 'node:assert/strict';
import {
  asksWfmap,
  BEHIND_TESTS,
  escapes,
  forges,
  ONE_AFTER_THE_OTHER,
  preplaced,
  SIDE_BY_SIDE,
  spoiltTest,
  stops,
} from '../../helpers/gate-attacks.ts';
import { bash, choose, turns, write, type Answer } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const RUN = 'test/slip-001';
const DONE = { Done: { type: 'end' } };

/** Runs a map whose agent has `node` at hand and makes an attack. Shape: what the map's gate came to. */
async function attack(
  bench: Bench,
  {
    map,
    code,
    file = 'attack.cjs',
    exitCode,
  }: {
    readonly map: object;
    readonly code: typeof preplaced;
    readonly file?: string;
    readonly exitCode: number;
  },
): Promise<string> {
  bench.write(file, code({ run: RUN, main: bench.main }));
  const { stderr } = await bench.wfmap(exitCode, 'run', bench.map({ ...map, ...DONE }), '--no-input');
  return stderr;
}

/** What an agent does that has written a program: it runs it. The prompts tell the sessions of the laws apart. */
function runs(prompt: string, command = 'node attack.cjs'): readonly Answer[] {
  return turns(prompt, bash(command), choose('Ready'));
}

/** What the agent's tools printed. */
function printedIn(bench: Bench): string {
  return (bench.requests().at(-1)?.results ?? []).join('\n');
}

/** Nothing was answered or deployed, and a person can still say no. */
async function assertShut(bench: Bench): Promise<void> {
  const ofType = async (type: string) => (await bench.events()).filter((event) => event.type === type);
  assert.deepEqual(await ofType('human.answered'), []);
  assert.ok(!bench.has('deployed'));
  await bench.wfmap(0, 'answer', 'Reject', '--no-input');
  assert.deepEqual(
    (await ofType('human.answered')).map(({ data }) => data['action']),
    ['Reject'],
  );
  assert.ok(!bench.has('deployed'));
}

/** The maps of the attacks, with a prompt for this law alone. */
function withPrompt<T extends object>(map: T, words: string): T {
  return JSON.parse(JSON.stringify(map).replace('Plan it.', words).replace('Work beside it.', words)) as T;
}

export const gateAttacks: readonly Law[] = [
  {
    title: 'a gate is not opened by answers that an agent put in before it was asked',
    answers: runs('Put answers in beforehand.'),
    check: async (bench) => {
      const map = withPrompt(ONE_AFTER_THE_OTHER, 'Put answers in beforehand.');
      const stderr = await attack(bench, { map, code: preplaced, exitCode: 4 });
      assert.equal(stderr.match(/in answers\/ was refused/g)?.length, 78, stderr);
      await assertShut(bench);
    },
  },
  {
    title: 'a gate is not opened by "wfmap answer" of an agent beside it',
    answers: runs('Answer it yourself.'),
    check: async (bench) => {
      const map = withPrompt(SIDE_BY_SIDE, 'Answer it yourself.');
      await attack(bench, { map, code: asksWfmap, exitCode: 4 });
      assert.equal(printedIn(bench).match(/cannot answer test\/slip-001/g)?.length, 8, printedIn(bench));
      await assertShut(bench);
    },
  },
  {
    title: 'a gate is not reached by "wfmap stop" and "resume" of an agent',
    answers: runs('Stop it and go on.'),
    check: async (bench) => {
      await attack(bench, { map: withPrompt(SIDE_BY_SIDE, 'Stop it and go on.'), code: stops, exitCode: 4 });
      assert.equal(
        printedIn(bench).match(/cannot (?:stop|resume) test\/slip-001/g)?.length,
        3,
        printedIn(bench),
      );
      await assertShut(bench);
    },
  },
  {
    title: 'a gate is not opened by a forged file that names its question',
    answers: runs('Forge an answer.'),
    check: async (bench) => {
      const stderr = await attack(bench, {
        map: withPrompt(SIDE_BY_SIDE, 'Forge an answer.'),
        code: forges,
        exitCode: 4,
      });
      assert.match(stderr, /was refused: process \d+ is not a "wfmap answer"/);
      await assertShut(bench);
    },
  },
  {
    title: 'a gate is not opened by what an agent wrote into a test that the map runs',
    answers: turns('Write a test.', write('notes.txt', 'none'), choose('Ready')),
    check: async (bench) => {
      const map = withPrompt(BEHIND_TESTS, 'Write a test.');
      await attack(bench, { map, code: spoiltTest, file: 'test.cjs', exitCode: 4 });
      assert.match(bench.read('resumed'), /cannot resume test\/slip-001/);
      await assertShut(bench);
    },
  },
  {
    title:
      'a gate that a process answers which has left the agent, its marks and every terminal is told as claimed',
    answers: runs('Leave everything behind.'),
    check: async (bench) => {
      const map = withPrompt(SIDE_BY_SIDE, 'Leave everything behind.');
      const stderr = await attack(bench, { map, code: escapes, exitCode: 0 });
      assert.match(
        stderr,
        /Answered from elsewhere: Approve, by process \d+ without a terminal \(claimed\)\./,
      );
      const answered = (await bench.events()).find(({ type }) => type === 'human.answered');
      assert.equal(answered?.data['origin'], 'claimed');
    },
  },
];
