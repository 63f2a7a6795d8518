import assert from 'node:assert/strict';
import { give, say, turns } from '../helpers/answers.ts';
import { assertPromptsSent } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const END = { End: { type: 'end' }, Stuck: { type: 'end', failed: true } };
const RUN = '.wfmap/runs/test/slip-001';

/** Findings, each of one form, which may have findings of its own. */
const REVIEW = {
  type: 'object',
  required: ['score', 'findings'],
  additionalProperties: false,
  properties: {
    score: { type: 'integer', minimum: 0, maximum: 10 },
    findings: { type: 'array', items: { $ref: '#/$defs/finding' } },
  },
  $defs: {
    finding: {
      type: 'object',
      required: ['file', 'what'],
      properties: {
        file: { type: 'string' },
        what: { type: 'string' },
        causes: { type: 'array', items: { $ref: '#/$defs/finding' } },
      },
    },
  },
};

/** A list, and so no object. */
const PATHS = { type: 'array', items: { $ref: '#/$defs/path' }, $defs: { path: { type: 'string' } } };

/** A pair: Claude Code cannot say it in full, so what does not fit is found by wfmap alone. */
const PAIR = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false };

const FINDING = { file: 'src/add.js', what: 'it "subtracts" ${x} {{y}} $(z)', causes: [] };

export const outputs: readonly Law[] = [
  {
    title: 'an output with definitions decides the way, and what it found is in the next prompts',
    answers: [
      ...turns('Look at the calculator.', give({ output: { score: 3, findings: [FINDING] } })),
      ...turns('Mend what was found', give({ output: ['src/add.js', 'test/add.test.js'] })),
      ...turns('Say what changed', say('Two files.')),
    ],
    check: async (bench) => {
      const map = bench.map({
        Look: {
          type: 'claude',
          writes: ['anything'],
          promptTemplate: 'Look at the calculator.',
          output: { schema: REVIEW },
          as: 'review',
          actions: {
            Good: { target: 'End', when: 'result.score >= 8 && size(result.findings) == 0' },
            Bad: { target: 'Mend' },
          },
        },
        Mend: {
          type: 'claude',
          writes: ['anything'],
          promptTemplate:
            'Mend what was found in ${review.findings[0].file}: ${review.findings[0].what}. It scored ${review.score}.',
          output: { schema: PATHS },
          as: 'changed',
          actions: { Nothing: { target: 'Stuck', when: 'size(result) == 0' }, Some: { target: 'Say' } },
        },
        Say: {
          type: 'claude',
          writes: ['anything'],
          promptTemplate: 'Say what changed, of ${size(changed)}: ${changed}',
          actions: { Said: { target: 'Out', when: 'result.text != ""' }, Silent: { target: 'Stuck' } },
        },
        Out: { type: 'end', result: '{"score": review.score, "changed": changed}' },
        ...END,
      });
      await bench.wfmap(0, 'validate', map);
      const { stderr, stdout } = await bench.wfmap(0, 'run', map);
      assert.match(stderr, /\[1\] Look\n {4}-> Bad /);
      assert.match(stdout, /Result: \{"score":3,"changed":\["src\/add.js","test\/add.test.js"\]\}/);
      assert.equal(assertPromptsSent(bench, RUN), 3);
      const [, mend = '', said = ''] = Object.values(bench.prompts(RUN));
      assert.ok(mend.startsWith(`Mend what was found in src/add.js: ${FINDING.what}. It scored 3.`), mend);
      assert.ok(said.startsWith('Say what changed, of 2: ["src/add.js","test/add.test.js"]'), said);
      await bench.wfmap(0, 'show');
    },
  },
  {
    title:
      'an output that does not fit is refused by the program itself where it can, without a turn of wfmap',
    answers: turns(
      'Count what is there.',
      give({ output: { score: 'many', findings: [] } }),
      give({ output: { score: 11, findings: [] } }),
      give({ output: { score: 9, findings: [] } }),
    ),
    check: async (bench) => {
      const map = bench.map({
        Count: {
          type: 'claude',
          writes: ['anything'],
          promptTemplate: 'Count what is there.',
          output: { schema: REVIEW },
          actions: { High: { target: 'End', when: 'result.score > 8' }, Low: { target: 'Stuck' } },
        },
        ...END,
      });
      const { stderr } = await bench.wfmap(0, 'run', map);
      assert.doesNotMatch(stderr, /asking again/);
      const { results } = bench.requests().at(-1) ?? { results: [] };
      assert.equal(results.length, 2);
      for (const result of results) assert.match(result, /does not match required schema/);
    },
  },
  {
    title: 'an output that does not fit is repaired in the same session, told what is wrong',
    answers: turns(
      'Name a pair.',
      give({ output: ['a', 'b'] }),
      give({ output: [1, 'b'] }),
      give({ output: ['a', 1] }),
    ),
    check: async (bench) => {
      const map = bench.map({
        Pair: {
          type: 'claude',
          writes: ['anything'],
          promptTemplate: 'Name a pair.',
          retry: { reply: 2 },
          output: { schema: PAIR },
          as: 'pair',
          actions: { First: { target: 'Out', when: 'size(result) == 2' }, Second: { target: 'Stuck' } },
        },
        Out: { type: 'end', result: 'pair' },
        ...END,
      });
      const { stderr, stdout } = await bench.wfmap(0, 'run', map);
      assert.equal(stderr.match(/asking again, in the same session/g)?.length, 2, stderr);
      assert.match(stdout, /Result: \["a",1\]/);
      const { texts } = bench.requests().at(-1) ?? { texts: [] };
      assert.ok(texts.some((text) => text.startsWith('Name a pair.')));
      const repairs = texts.filter((text) => text.startsWith('Your answer cannot be used: '));
      assert.equal(repairs.length, 2);
      assert.match(repairs[0] ?? '', /does not fit its schema: "\$\[1\]" must be a whole number/);
      const starts = (await bench.events()).filter(({ type }) => type === 'agent.started');
      assert.equal(new Set(starts.map(({ data }) => data['session'])).size, 1);
      await bench.wfmap(0, 'logs');
    },
  },
  {
    title:
      'an output that never fits pauses the run; a mended schema takes the stored one without a new turn',
    answers: turns('Name another pair.', give({ output: ['a', 'b'] }), give({ output: ['a', 'c'] })),
    check: async (bench) => {
      const tasks = (schema: object): object => ({
        Pair: {
          type: 'claude',
          writes: ['anything'],
          promptTemplate: 'Name another pair.',
          output: { schema },
          as: 'pair',
          actions: { Next: { target: 'Out', when: 'size(result) > 0' }, Never: { target: 'Stuck' } },
        },
        Out: { type: 'end', result: 'pair' },
        ...END,
      });
      const map = bench.map(tasks(PAIR));
      const { stdout } = await bench.wfmap(6, 'run', map);
      assert.match(stdout, /Task "Pair" failed: The result does not fit its schema: /);
      const { length } = bench.requests();
      bench.map(tasks({ type: 'array', items: { type: 'string' } }));
      await bench.wfmap(2, 'resume');
      const resumed = await bench.wfmap(0, 'resume', '--accept-changes');
      assert.match(resumed.stdout, /Result: \["a","c"\]/);
      assert.equal(bench.requests().length, length);
    },
  },
  {
    title: 'on the text channel an output stands in a block of JSON, is checked and repaired',
    answers: turns(
      'Write a score.',
      say('Here it is.\n\n```json\n{"score": "high", "findings": []}\n```\n\nACTION: Good'),
      say('```json\n{"score": 9, "findings": []}\n```\nACTION: Good'),
    ),
    check: async (bench) => {
      const map = bench.map({
        Score: {
          type: 'claude',
          writes: ['anything'],
          promptTemplate: 'Write a score.',
          output: { schema: REVIEW },
          as: 'review',
          actions: { Good: { target: 'Out' }, Bad: { target: 'Stuck' } },
        },
        Out: { type: 'end', result: 'review.score' },
        ...END,
      });
      const { stdout, stderr } = await bench.wfmap(0, 'run', map, '--choose=text');
      assert.match(stderr, /no usable answer: The result does not fit its schema: /);
      assert.match(stdout, /Result: 9/);
    },
  },
];
