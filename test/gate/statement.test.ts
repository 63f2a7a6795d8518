import { sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGateKeys, readSigningKey } from '../../src/gate/gate-key.ts';
import { bytesOf, isSignedBy, signStatement, type Statement } from '../../src/gate/statement.ts';

const { privatePem, gateKey } = createGateKeys(undefined);
const key = readSigningKey(privatePem, 'k', undefined);

const STATEMENT: Statement = {
  run: 'run-1',
  map: 'a'.repeat(64),
  head: 'b'.repeat(64),
  question: {
    address: { block: [{ task: 'Each', key: 'x', activation: 2 }], task: 'Gate', visit: 3 },
    task: 'Gate',
    start: 17,
    nonce: 'c'.repeat(32),
    choices: [
      { name: 'Approve', choose: 'it is good' },
      { name: 'Reject', choose: null },
    ],
    fields: [{ name: 'note', type: 'string', description: 'Why', required: false, default: 'x' }],
    textDigest: 'd'.repeat(64),
  },
  answer: { action: 'Approve', fields: { note: 'é', list: [1, null, { a: true }] } },
};

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Every place of a value that holds no other one. */
function leavesOf(value: Json, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...path, name]));
}

function changedAt(value: Json, [first, ...rest]: readonly (string | number)[]): Json {
  if (first === undefined) {
    if (typeof value === 'string') return `${value}x`;
    if (typeof value === 'number') return value + 1;
    return value === null ? 'null' : null;
  }
  const copy = structuredClone(value) as { [name: string]: Json };
  copy[first] = changedAt(copy[first] ?? null, rest);
  return copy;
}

const plain = JSON.parse(JSON.stringify(STATEMENT)) as Json;

describe('a signature', () => {
  const signature = signStatement(STATEMENT, key);

  test('holds for what was signed, in whatever order its members came', () => {
    expect(isSignedBy(STATEMENT, signature, gateKey)).toBe(true);
    const { answer, question, ...rest } = STATEMENT;
    expect(isSignedBy({ answer, question, ...rest }, signature, gateKey)).toBe(true);
  });

  test.each(leavesOf(plain).map((path) => [path.join('.'), path] as const))(
    'does not hold once %s is another',
    (_name, path) => {
      const forged = changedAt(plain, path) as unknown as Statement;
      expect(isSignedBy(forged, signature, gateKey)).toBe(false);
    },
  );

  test('does not hold for a choice or a field that was added or left out', () => {
    const { question, answer } = STATEMENT;
    const forged: Statement[] = [
      { ...STATEMENT, question: { ...question, choices: question.choices.slice(0, 1) } },
      { ...STATEMENT, question: { ...question, choices: question.choices.toReversed() } },
      { ...STATEMENT, question: { ...question, fields: [] } },
      { ...STATEMENT, answer: { ...answer, fields: {} } },
      { ...STATEMENT, answer: { ...answer, fields: { ...answer.fields, more: 1 } } },
    ];
    expect(forged.map((each) => isSignedBy(each, signature, gateKey))).toEqual(forged.map(() => false));
  });

  test('is of one key alone', () => {
    expect(isSignedBy(STATEMENT, signature, createGateKeys(undefined).gateKey)).toBe(false);
  });

  test('has one spelling, and whatever else stands in its place is none', () => {
    const spellings = [
      '',
      'x',
      signature.slice(0, -1),
      `${signature} `,
      `${signature}\n`,
      signature.replaceAll('=', ''),
      Buffer.from(signature, 'base64').toString('base64url'),
      Buffer.alloc(64).toString('base64'),
    ].filter((each) => each !== signature);
    expect(spellings.map((each) => isSignedBy(STATEMENT, each, gateKey))).toEqual(spellings.map(() => false));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 511 }), (bit) => {
        const bytes = Buffer.from(signature, 'base64');
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(isSignedBy(STATEMENT, bytes.toString('base64'), gateKey)).toBe(false);
      }),
    );
  });

  test('made for another purpose does not fit: the bytes say what they are', () => {
    const bytes = bytesOf(STATEMENT);
    expect(bytes.subarray(0, 15).toString()).toBe('wfmap-answer-1\n');
    const other = sign(null, bytes.subarray(15), key).toString('base64');
    expect(isSignedBy(STATEMENT, other, gateKey)).toBe(false);
  });
});
