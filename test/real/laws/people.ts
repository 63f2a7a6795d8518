import assert from 'node:assert/strict';
import { choose, turns, write } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const RUN = 'test/slip-001';

/** An agent works, a person looks at it, and what the person says is in the next prompt. */
function mapOf(bench: Bench, name: string): string {
  return bench.map({
    Draft: {
      type: 'claude',
      promptTemplate: `Draft for ${name}\${has(said) ? ', who says: ' + said.fields.note : ''}.`,
      writes: ['anything'],
      permissionMode: 'acceptEdits',
      actions: { Drafted: { target: 'Approve' } },
    },
    Approve: {
      type: 'human',
      promptTemplate: 'Is draft.txt good?',
      as: 'said',
      fields: { note: { type: 'string', description: 'What is to be said to the agent', required: true } },
      actions: {
        Yes: { target: 'Published', choose: 'it can go out' },
        Rework: { target: 'Draft', choose: 'it needs more', limit: { max: 2, then: 'Dropped' } },
      },
    },
    Published: { type: 'end', result: 'said' },
    Dropped: { type: 'end', failed: true },
  });
}

const draft = write('draft.txt', 'a draft');

async function inTerminal(
  bench: Bench,
  args: readonly string[],
  use: (terminal: Terminal) => Promise<void>,
): Promise<void> {
  const terminal = openTerminal(bench, args);
  try {
    await use(terminal);
  } finally {
    terminal.close();
  }
}

export const people: readonly Law[] = [
  {
    title: 'a question on the terminal that is answered from another one goes away, and says who was first',
    answers: turns('Draft for Ann', draft, choose('Drafted'), choose('Drafted')),
    check: async (bench) => {
      await inTerminal(bench, ['run', mapOf(bench, 'Ann')], async (terminal) => {
        await terminal.shows(/Task "Approve" asks:.*Is draft\.txt good\?.*Choice \(1-2/s);
        // A choice without its fields is no answer yet.
        terminal.type('2');
        await terminal.shows('What is to be said to the agent');
        const answered = await bench.wfmap(0, 'answer', 'Rework', '--note', 'more of it');
        assert.match(
          answered.stdout,
          /^Answered "Approve" with "Rework"\. Process \d+ continues with it\. It is recorded as claimed: this process has no terminal\.\n$/,
        );
        await terminal.shows(
          /Answered from elsewhere: Rework, by process \d+ without a terminal \(claimed\)\./,
        );
        await terminal.shows('Task "Approve" asks (visit 2):');
        terminal.type('1');
        await terminal.shows('What is to be said to the agent');
        terminal.type('fine now');
        assert.equal(await terminal.end(), 0);
        const late = await bench.wfmap(1, 'answer', 'Rework', '--note', 'too late');
        assert.match(late.stderr, /already answered with "Yes"/);
      });
      const [, second = ''] = Object.entries(bench.prompts(`.wfmap/runs/${RUN}`))
        .filter(([name]) => name.includes('draft'))
        .map(([, text]) => text);
      assert.ok(second.startsWith('Draft for Ann, who says: more of it.'), second);
      const answers = (await bench.events()).filter(({ type }) => type === 'human.answered');
      assert.deepEqual(
        answers.map(({ data }) => [data['action'], data['via'], data['origin']]),
        [
          ['Rework', 'answer', 'claimed'],
          ['Yes', 'terminal', 'seen'],
        ],
      );
    },
  },
  {
    title: 'an answer on the terminal comes first, and the other one is told',
    answers: turns('Draft for Ben', draft, choose('Drafted')),
    check: async (bench) => {
      await inTerminal(bench, ['run', mapOf(bench, 'Ben')], async (terminal) => {
        await terminal.shows('Choice (1-2');
        terminal.type('yes');
        await terminal.shows('What is to be said to the agent');
        terminal.type('$(touch made) "quoted"');
        assert.equal(await terminal.end(), 0);
        const late = await bench.wfmap(1, 'answer', 'Rework', '--note=x');
        assert.match(late.stderr, /already answered with "Yes"/);
      });
      assert.ok(!bench.has('made'));
      const events = await bench.events();
      const answered = events.find(({ type }) => type === 'human.answered');
      assert.deepEqual(answered?.data['fields'], { note: '$(touch made) "quoted"' });
    },
  },
  {
    title: 'an approval that nobody is there for pauses with 4, and the answer goes on with the run',
    answers: turns('Draft for Cem', draft, choose('Drafted'), choose('Drafted')),
    check: async (bench) => {
      const paused = await bench.wfmap(4, 'run', mapOf(bench, 'Cem'), '--no-input');
      assert.match(paused.stdout, /wfmap answer test\/slip-001 Yes/);
      await bench.wfmap(0, 'runs');
      await bench.wfmap(0, 'show');
      const again = await bench.wfmap(4, 'answer', 'Rework', '--note=shorter', '--no-input');
      assert.match(again.stdout, /wfmap answer test\/slip-001 Yes/);
      const { stdout } = await bench.wfmap(0, 'answer', RUN, 'Yes', '--note=good');
      assert.match(stdout, /Result: \{"action":"Yes","fields":\{"note":"good"\}\}/);
    },
  },
];
