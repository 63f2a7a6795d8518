import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isProved, proofOf, questionFileOf, readBrought } from '../../../src/cli/signed/signed-question.ts';
import { openQuestionsOf, type OpenQuestion } from '../../../src/report/open-questions.ts';
import { readRunOnDisk } from '../../../src/cli/views/open-run.ts';
import type { RunOnDisk } from '../../../src/report/run-on-disk.ts';
import { createGateKeys } from '../../../src/gate/gate-key.ts';
import { readRun } from '../../../src/journal/find-runs.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import { captured } from '../../helpers/captured.ts';
import type { DiskRun } from '../../helpers/disk-run.ts';
import {
  answerSigned,
  makeGenuineRuns,
  startShipping,
  startSigned,
  steady,
  type GenuineFolder,
} from './genuine-runs.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/signed`;
const NOTE = { note: 'I looked' };

let runs: GenuineFolder;
let run: DiskRun;
let opened: RunOnDisk;
let questions: readonly OpenQuestion[];
let question: OpenQuestion;

function open({ directory }: DiskRun): RunOnDisk {
  const entry = readRun(nodeFileSystem, directory);
  if (entry === undefined) throw new Error('there is no run');
  return readRunOnDisk(entry);
}

function firstOf(all: readonly OpenQuestion[]): OpenQuestion {
  const [first] = all;
  if (first === undefined) throw new Error('nothing is asked');
  return first;
}

beforeAll(async () => {
  runs = await makeGenuineRuns();
  run = await startShipping(runs.root);
  opened = open(run);
  questions = openQuestionsOf(opened.view);
  question = firstOf(questions);
});
afterAll(() => runs.remove());
beforeEach(() => vi.stubEnv('XDG_CONFIG_HOME', join(runs.root, '../config')));
afterEach(() => {
  vi.unstubAllEnvs();
});

const wish = (key: string | undefined) => ({
  answer: { action: 'Approve', fields: NOTE },
  key,
  all: questions,
});

test('a question goes away with all that its signature is about', async () => {
  const { head, ...file } = questionFileOf(opened, question);
  expect(head).toBe((await proofOf(opened, question, wish(runs.privatePath))).head);
  await expect(steady(`${JSON.stringify({ head, ...file }, undefined, 2)}\n`, runs)).toMatchFileSnapshot(
    `${FIXTURES}/question.out`,
  );
});

test('an answer that is signed here is proved here, and no other is', async () => {
  const proof = await proofOf(opened, question, wish(runs.privatePath));
  const { answer } = wish(undefined);
  expect(isProved(opened, question, { ...answer, proof })).toBe(true);
  expect(isProved(opened, question, answer)).toBe(false);
  expect(isProved(opened, question, { ...answer, action: 'Reject', proof })).toBe(false);
});

test('an answer without a key is told how a signature is made elsewhere', async () => {
  const other = join(runs.root, '../other.pem');
  writeFileSync(other, createGateKeys(undefined).privatePem);
  const none = await captured(() => proofOf(opened, question, wish(undefined)));
  const wrong = await captured(() => proofOf(opened, question, wish(other)));
  const home = join(runs.root, '..');
  const reported = (none.fault + wrong.fault).replace(/digest is [0-9a-f]{64}/, 'digest is <another>');
  await expect(steady(reported.replaceAll(home, '<home>'), runs)).toMatchFileSnapshot(
    `${FIXTURES}/no-key.out`,
  );
});

test('what is brought is taken where it is the answer to an open question, and else refused with the reason', async () => {
  const proof = await proofOf(opened, question, wish(runs.privatePath));
  const asked = questionFileOf(opened, question);
  const { answer } = wish(undefined);
  const genuine = { ...asked, kind: 'wfmap-answer', signature: proof.signature, answer };
  const path = join(runs.root, '../answer.json');
  const bring = (file: object) => {
    writeFileSync(path, JSON.stringify(file));
    return captured(() => readBrought(path, opened, questions));
  };
  const taken = await bring(genuine);
  expect(taken).toMatchObject({ fault: '', value: { question, answer: { ...answer, proof } } });
  const about = (more: object) => ({ ...genuine, question: { ...asked.question, ...more } });
  const cases: readonly (readonly [string, object])[] = [
    ['another run', { ...genuine, run: 'another' }],
    ['a question that is not open', about({ nonce: '0' })],
    ['another map', { ...genuine, map: '0' }],
    ['another text', about({ textDigest: '0' })],
    ['other choices', about({ choices: asked.question.choices.slice(1) })],
    ['other fields', about({ fields: [] })],
    ['another key', { ...genuine, key: '0' }],
    ['another history', { ...genuine, head: '0' }],
    ['another answer', { ...genuine, answer: { action: 'Reject', fields: NOTE } }],
    ['no answer', { ...genuine, answer: null }],
  ];
  const reported: string[] = [];
  for (const [name, file] of cases) reported.push(`# ${name}\n${(await bring(file)).text}`);
  const text = steady(reported.join('\n').replaceAll(path, '<answer>'), runs);
  await expect(text).toMatchFileSnapshot(`${FIXTURES}/brought.out`);
});

test('a question that needs no signature is told with the line that answers it', async () => {
  const ask = { type: 'human', promptTemplate: 'Well?', actions: { 'Go on': { target: 'Done' } } };
  const map = {
    description: 'Asks',
    startTaskDefinition: 'Ask',
    taskDefinitions: { Ask: ask, Done: { type: 'end' } },
  };
  const plain = open(await startSigned(runs.root, map, { path: 'plain.json' }));
  const unsigned = firstOf(openQuestionsOf(plain.view));
  expect((await captured(() => questionFileOf(plain, unsigned))).fault).toBe(
    'wfmap: The answer to "Ask" needs no signature.\n  Answer it with: wfmap answer plain/slip-001 \'Go on\'\n',
  );
});

test('of an answer that was given only the next question is open', async () => {
  const next = open(await answerSigned(await startShipping(runs.root), 'Approve', NOTE));
  expect(openQuestionsOf(next.view).map(({ asked }) => asked.task)).toEqual(['Second']);
});
