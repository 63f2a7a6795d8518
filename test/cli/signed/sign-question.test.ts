import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  readAnswerFile,
  readQuestionFile,
  type QuestionFile,
} from '../../../src/cli/signed/question-file.ts';
import { signQuestion, type Signing } from '../../../src/cli/signed/sign-question.ts';
import { createGateKeys } from '../../../src/gate/gate-key.ts';
import { isSignedBy } from '../../../src/gate/statement.ts';
import { digestOf } from '../../../src/journal/source-store.ts';
import { captured } from '../../helpers/captured.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/signed`;
const { privatePem, gateKey } = createGateKeys(undefined);

const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-sign-')));
const at = (name: string): string => join(home, name);
writeFileSync(at('key.pem'), privatePem);
writeFileSync(at('other.pem'), createGateKeys(undefined).privatePem);
writeFileSync(at('locked.pem'), createGateKeys('a long passphrase').privatePem);
afterAll(() => rmSync(home, { recursive: true }));

beforeEach(() => vi.stubEnv('XDG_CONFIG_HOME', home));
afterEach(() => {
  vi.unstubAllEnvs();
});

const TEXT = 'Is it good?\nLook\tat \u001B[31mit.\n\n';
const note = { name: 'note', type: 'string', description: 'Why', required: true };
const QUESTION: QuestionFile = {
  kind: 'wfmap-question',
  version: 1,
  name: 'ship/slip-001',
  mapPath: 'maps/ship.json',
  key: gateKey.digest,
  run: 'run-1',
  map: 'a'.repeat(64),
  head: 'b'.repeat(64),
  question: {
    address: { block: [{ task: 'Each', key: 'x', activation: 1 }], task: 'Gate', visit: 2 },
    task: 'Gate',
    start: 17,
    nonce: 'c'.repeat(32),
    choices: [
      { name: 'Approve', choose: 'it is good' },
      { name: 'Reject', choose: null },
    ],
    fields: [note, { name: 'count', type: 'number', default: 3, enum: [3, 4] }],
    textDigest: digestOf(TEXT),
  },
  text: TEXT,
};
const FIRST: QuestionFile = {
  ...QUESTION,
  question: { ...QUESTION.question, address: { block: [], task: 'Gate' }, fields: [] },
};
const withFields = (...fields: QuestionFile['question']['fields']): QuestionFile => ({
  ...QUESTION,
  question: { ...QUESTION.question, fields },
});

function put(question: unknown): string {
  writeFileSync(at('question.json'), typeof question === 'string' ? question : JSON.stringify(question));
  return at('question.json');
}

const sign = (question: unknown, more: Partial<Signing> = {}) =>
  captured(() =>
    signQuestion({
      file: put(question),
      action: 'Approve',
      tokens: [],
      key: at('key.pem'),
      output: undefined,
      ...more,
    }),
  );

const steady = (text: string): string =>
  text
    .replaceAll(home, '<home>')
    .replaceAll(gateKey.digest, '<digest of the key>')
    .replaceAll(/its digest is [0-9a-f]{64}/g, 'its digest is <another>')
    .replaceAll(/"signature": "[^"]*"/g, '"signature": "<signature>"');

test('what a person is shown and told who signs, or who cannot', async () => {
  const cases: readonly (readonly [string, unknown, Partial<Signing>?])[] = [
    ['no action', QUESTION, { action: undefined }],
    ['an action that is not offered', FIRST, { action: 'Maybe' }],
    ['a field that is missing', QUESTION],
    ['a field that the question does not have', FIRST, { tokens: ['--more=x'] }],
    ['a flag that is nearly one of the command', FIRST, { tokens: ['--outputs=x'] }],
    ['a value that does not fit', QUESTION, { tokens: ['--note=x', '--count=7'] }],
    ['a field without a name', withFields({ type: 'string' })],
    ['a field of no type that there is', withFields({ name: 'x', type: 'any', description: 7 })],
    ['a signature', QUESTION, { action: 'approve', tokens: ['--note=I looked'] }],
    [
      'fields that say little, a list of values and a schema',
      withFields({
        name: 'list',
        type: 'array',
        description: 7,
        required: 'yes',
        schema: { type: 'array', maxItems: 1 },
      }),
      { tokens: ['--list=["a", "b"]'] },
    ],
    ['no key', FIRST, { key: undefined }],
    ['the key of another', FIRST, { key: at('other.pem') }],
    ['a key with a passphrase, and no terminal', FIRST, { key: at('locked.pem') }],
    ['a key that is not there', FIRST, { key: at('nowhere.pem') }],
    ['a text that was changed', { ...QUESTION, text: 'Is it blue?' }],
    ['no question', { forged: true }],
    ['no JSON', 'Approve!'],
  ];
  const reported: string[] = [];
  for (const [name, question, more] of cases)
    reported.push(`# ${name}\n${(await sign(question, more)).text}`);
  await expect(steady(reported.join('\n'))).toMatchFileSnapshot(`${FIXTURES}/sign.out`);
});

test('a signed answer is that of the question, by the key, and takes the place of no file', async () => {
  const written = await sign(FIRST, { output: at('answer.json'), action: 'Reject' });
  expect([written.stdout, written.fault]).toEqual(['', '']);
  const { kind, version, key, signature, ...statement } = readAnswerFile(at('answer.json'));
  expect([kind, version, key, statement.answer]).toEqual([
    'wfmap-answer',
    1,
    gateKey.digest,
    { action: 'Reject', fields: {} },
  ]);
  expect(statement).toMatchObject({
    run: FIRST.run,
    map: FIRST.map,
    head: FIRST.head,
    question: FIRST.question,
  });
  expect(isSignedBy(statement, signature, gateKey)).toBe(true);
  const before = readFileSync(at('answer.json'), 'utf8');
  const again = await sign(FIRST, { output: at('answer.json') });
  expect(again.fault).not.toBe('');
  expect(readFileSync(at('answer.json'), 'utf8')).toBe(before);
});

test('the key of a person is found without being named', async () => {
  mkdirSync(at('wfmap'));
  writeFileSync(at('wfmap/gate-key.pem'), privatePem);
  expect(await sign(FIRST, { key: undefined })).toMatchObject({ fault: '' });
  rmSync(at('wfmap'), { recursive: true });
});

/** A value without what is at a path, or with something else there. */
function changed(value: unknown, path: readonly (string | number)[], more: readonly unknown[]): unknown {
  const [first = '', ...rest] = path;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  if (rest.length > 0) copy[first] = changed(copy[first], rest, more);
  else if (more.length === 0) delete copy[first];
  else [copy[first]] = more;
  return copy;
}

const OF_BOTH: readonly (readonly (string | number)[])[] = [
  ['kind'],
  ['version'],
  ['run'],
  ['map'],
  ['head'],
  ['key'],
  ['question'],
  ['question', 'address'],
  ['question', 'address', 'block'],
  ['question', 'task'],
  ['question', 'start'],
  ['question', 'nonce'],
  ['question', 'choices'],
  ['question', 'fields'],
  ['question', 'textDigest'],
  ['question', 'address', 'block', 0, 'task'],
  ['question', 'address', 'block', 0, 'key'],
  ['question', 'choices', 1, 'name'],
  ['question', 'fields', 0, 'name'],
  ['question', 'fields', 1, 'type'],
];

test.each([...OF_BOTH, ['name'], ['mapPath'], ['text']].map((path) => [path.join('.'), path] as const))(
  'a question without its %s, or with another kind of value there, is none',
  (_, path) => {
    expect(readQuestionFile(put(QUESTION))).toEqual(JSON.parse(JSON.stringify(QUESTION)));
    for (const more of [[], [null], [{}], [1.5], [[null]]]) {
      expect(() => readQuestionFile(put(changed(QUESTION, path, more)))).toThrow('is not a question.');
    }
  },
);

const { name: _name, mapPath: _path, text: _text, ...asked } = QUESTION;
const ANSWER = { ...asked, kind: 'wfmap-answer', signature: 'x', answer: { action: 'Approve', fields: {} } };
const OF_ANSWER = [['signature'], ['answer'], ['answer', 'action'], ['answer', 'fields']];

test.each([...OF_BOTH, ...OF_ANSWER].map((path) => [path.join('.'), path] as const))(
  'a signed answer without its %s, or with another kind of value there, is none',
  (_, path) => {
    expect(readAnswerFile(put(ANSWER))).toEqual(ANSWER);
    for (const more of [[], [null], [1.5], [[null]]]) {
      expect(() => readAnswerFile(put(changed(ANSWER, path, more)))).toThrow('is not a signed answer.');
    }
  },
);

test('a file that is none is told with the line that makes one', async () => {
  const reported = await captured(() => readAnswerFile(put('[]')));
  expect(steady(reported.fault)).toBe(
    'wfmap: "<home>/question.json" is not a signed answer.\n  Write one with: wfmap answer --sign\n',
  );
});
