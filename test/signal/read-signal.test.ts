import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effectiveNext } from '../../src/signal/effective-next.ts';
import { MAX_SIGNAL_LENGTH, readSignal, type Strictness } from '../../src/signal/read-signal.ts';

/** Shape: a line `=== title | next in strict reading | next in lenient reading`, then the text; `fault` for none. */
interface Case {
  readonly title: string;
  readonly strict: string;
  readonly lenient: string;
  readonly text: string;
}

function casesOf(file: string): Case[] {
  const whole = readFileSync(new URL(`../fixtures/signals/${file}`, import.meta.url), 'utf8');
  return whole
    .split(/^=== /m)
    .slice(1)
    .map((each) => {
      const end = each.indexOf('\n');
      const [title = '', strict = '', lenient = ''] = each.slice(0, end).split(' | ');
      return { title, strict, lenient, text: each.slice(end + 1) };
    });
}

function nextOf(text: string, strictness: Strictness): string {
  const read = readSignal(text, strictness);
  return 'fault' in read ? 'fault' : effectiveNext(read.signal);
}

const signalOf = (text: string, strictness: Strictness = 'strict') => {
  const read = readSignal(text, strictness);
  return 'fault' in read ? read.fault : read.signal;
};

const EXAMPLES = casesOf('examples.md');
const CORPUS = casesOf('corpus.md');

const BLOCK = EXAMPLES[0]?.text ?? '';

describe('who is next after a block', () => {
  test('is known for the examples and 80 blocks and more', () => {
    expect(EXAMPLES.length).toBe(28);
    expect(CORPUS.length).toBeGreaterThanOrEqual(80);
    expect(new Set(CORPUS.map(({ title }) => title)).size).toBe(CORPUS.length);
  });

  test('is known for blocks of which none is another with two lines changed', () => {
    const linesOf = (text: string): ReadonlySet<string> =>
      new Set(text.split(/\r?\n/).filter((line) => line.trim() !== ''));
    const all = CORPUS.map(({ title, text }) => ({ title, lines: linesOf(text) }));
    const missing = (lines: ReadonlySet<string>, other: ReadonlySet<string>): number =>
      [...lines].filter((line) => !other.has(line)).length;
    const alike = all.flatMap((one, at) =>
      all
        .slice(at + 1)
        .filter(({ lines }) => Math.max(missing(one.lines, lines), missing(lines, one.lines)) < 3)
        .map((other) => `${one.title} / ${other.title}`),
    );
    expect(alike).toEqual([]);
  });

  test.each([...EXAMPLES, ...CORPUS])('is as expected for $title', ({ strict, lenient, text }) => {
    expect({ strict: nextOf(text, 'strict'), lenient: nextOf(text, 'lenient') }).toEqual({ strict, lenient });
  });

  test('is in strict reading what it is in lenient reading, without a warning about its words', () => {
    const texts = [...EXAMPLES, ...CORPUS]
      .map(({ text }) => text)
      .filter((text) => 'signal' in readSignal(text, 'strict'));
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.map((text) => readSignal(text, 'lenient'))).toEqual(
      texts.map((text) => readSignal(text, 'strict')),
    );
  });
});

test('a block is read with its context, further fields and signature', () => {
  const text = BLOCK.replace('**Signature', '- Issues Found: 2\n  - one\n  - two\n\n**Signature');
  expect(signalOf(text)).toEqual({
    role: 'Judge',
    result: 'INSUFFICIENT',
    summary: 'parser drops CRLF input',
    confidence: 6,
    next: 'Planner',
    context: {
      text: '- **Discrepancy Diagnosis**: two cases fail\n- **Main Source**: split on LF only',
      parts: { 'Discrepancy Diagnosis': 'two cases fail', 'Main Source': 'split on LF only' },
    },
    fields: { 'Issues Found': '2\n- one\n- two' },
    signature: { goal: 3, loop: 2, step: 3 },
    warnings: [],
  });
});

test.each<[string, string, string]>([
  [
    'a result of somebody else',
    BLOCK.replace('INSUFFICIENT', 'SUCCESS'),
    '"SUCCESS" is no result of the Judge.',
  ],
  [
    'a step of somebody else',
    BLOCK.replace('3:2:3', '3:2:2'),
    'The step of the signature 3:2:2 is no step of the Judge.',
  ],
])('%s is a warning', (_title, text, warning) => {
  expect(signalOf(text)).toMatchObject({ next: 'Planner', warnings: [warning] });
});

test.each<[string, Strictness, string, string]>([
  ['no block', 'lenient', 'Done.', 'The final message has no SIGNAL BLOCK outside of code fences.'],
  [
    'an unknown Next',
    'strict',
    BLOCK.replace('Next: Planner', 'Next: Reviewer'),
    'The Next "Reviewer" is none of "Human", "Planner", "Actor", "Judge".',
  ],
  [
    'an unknown Next in lenient reading',
    'lenient',
    BLOCK.replace('Next: Planner', 'Next: Reviewer'),
    'The Next "Reviewer" is none of "Human", "Planner", "Actor", "Judge", "STOP".',
  ],
  [
    'two fields of a name',
    'lenient',
    BLOCK.replace('- Confidence', '- Next: Human\n- Confidence'),
    'The SIGNAL BLOCK has the field "Next" more than once.',
  ],
  [
    'choices',
    'lenient',
    BLOCK.replace('Next: Planner', 'Next: [Planner]'),
    'The Next "[Planner]" is a list of choices: name one.',
  ],
  [
    'no number',
    'lenient',
    BLOCK.replace(': 6', ': high'),
    'The Confidence "high" is no whole number from 0 to 10.',
  ],
  [
    'dots',
    'lenient',
    BLOCK.replace('3:2:3', '3.2.3'),
    'The Signature "3.2.3" is not of the form goal:loop:step, such as 1:2:3.',
  ],
  [
    'goal 0',
    'strict',
    BLOCK.replace('3:2:3', '0:2:3'),
    'The Signature "0:2:3" is not of the form goal:loop:step, such as 1:2:3.',
  ],
])('%s is a fault that says what is wrong', (_title, strictness, text, fault) => {
  expect(signalOf(text, strictness)).toBe(fault);
});

describe('a hostile text', () => {
  test('of ten blocks means its last', () => {
    const nine = BLOCK.repeat(9).replaceAll('Planner', 'Human');
    expect(nextOf(`${nine}\n${BLOCK}`, 'strict')).toBe('Planner');
  });

  test('with a block inside of a block means the inner one', () => {
    const text = BLOCK.replace(
      '- Next: Planner',
      '### SIGNAL BLOCK\n- Agent: Judge\n- Result: PASS\n- Next: Human',
    );
    expect(signalOf(text, 'lenient')).toMatchObject({ next: 'Human', confidence: undefined });
    expect(nextOf(text, 'strict')).toBe('fault');
  });

  test('with a control character in a word is a fault, elsewhere it is dropped', () => {
    expect(nextOf(BLOCK.replace('Next: Planner', 'Next: Plan\u0000ner'), 'lenient')).toBe('fault');
    expect(nextOf(BLOCK.replace('Next: Planner', 'Next: \u202ePlanner'), 'lenient')).toBe('fault');
    const text = BLOCK.replace('two cases', 'two\u001b[31m \u202ecases');
    expect(signalOf(text)).toMatchObject({
      context: { parts: { 'Discrepancy Diagnosis': 'two[31m cases fail' } },
    });
  });

  test('whose block is huge is a fault', () => {
    const text = BLOCK.replace('two cases', 'x'.repeat(MAX_SIGNAL_LENGTH));
    expect(signalOf(text)).toBe('The SIGNAL BLOCK is longer than 65536 characters.');
  });

  test('of megabytes is read, whatever it repeats', () => {
    for (const part of [
      '### SIGNAL BLOCK\n',
      '- Next: ',
      '*',
      '- a: b\n',
      '**Signature**',
      '>',
      ' ',
      '(',
      '[',
      '`',
      '#',
    ]) {
      const text = part.repeat(Math.ceil(4_000_000 / part.length));
      expect(nextOf(text, 'lenient')).toBe('fault');
      expect(nextOf(`${text}\n\n---\n${BLOCK}`, 'lenient')).toMatch(/^(?:Planner|fault)$/);
    }
  });

  test('of whatever characters throws nothing, and names nobody but a role', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '### SIGNAL BLOCK',
        '- Agent: Judge',
        '- Result: PASS',
        '- Next: Human',
        '- Confidence: 3',
        '```',
        '---',
        '**Signature**: 1:2:3',
        '- Context:',
        '  - **Why**: x',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom<Strictness>('strict', 'lenient'),
        (pieces, strictness) => {
          expect(nextOf(pieces.join('\n'), strictness)).toMatch(/^(?:Human|Planner|Actor|Judge|STOP|fault)$/);
        },
      ),
    );
  });
});
