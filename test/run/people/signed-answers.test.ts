import { beforeAll, describe, expect, test } from 'vitest';
import { createGateKeys, readSigningKey } from '../../../src/gate/gate-key.ts';
import { signStatement } from '../../../src/gate/statement.ts';
import type { AnswerBox, KeptAnswer } from '../../../src/journal/answer-box.ts';
import type { GateRecord, ProofRecord } from '../../../src/model/event-records.ts';
import { createMask } from '../../../src/run/host/mask.ts';
import { requireKey } from '../../../src/run/people/gate-question.ts';
import { lookForAnswers, type Looking } from '../../../src/run/people/look-for-answers.ts';
import { proofFault, statementOf } from '../../../src/run/people/proof-fault.ts';
import type { RunError } from '../../../src/run/state/run-error.ts';
import type { OpenTask } from '../../../src/run/state/run-state.ts';
import { action, block, end } from '../../helpers/block.ts';
import { GIVER, lookAtGiver, memoryBox, questionIn } from '../../helpers/performers.ts';
import { puppetAgent } from '../../helpers/puppet-agent.ts';
import { mapOf, programOf, start, testHost, type TestRun } from '../../helpers/run-host.ts';
import { human } from '../../helpers/tasks.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';

const fs = createCrashingFileSystem('/project');
const note = { name: 'note', type: 'string', description: 'Why', required: false } as const;
const fields = [{ ...note, default: undefined, enum: undefined, schema: undefined }];
const gate = { ...human('Gate', action('Yes', 'Done'), action('No', 'Done')), fields, signed: true };
const program = programOf(mapOf(block(gate, end('Done'))));
const agent = { ...puppetAgent(), kind: 'claude' } as const;
const [ours, theirs] = [createGateKeys(undefined), createGateKeys(undefined)];
const KEY: GateRecord = { key: ours.gateKey.digest, pem: ours.gateKey.pem };
const ANSWER = { action: 'Yes', fields: { note: 'fine' } };

let waiting: TestRun;
let open: OpenTask;
beforeAll(async () => {
  waiting = await start(testHost(fs, '/project', agent), program, { gate: KEY });
  const [only] = waiting.state.open.values();
  if (only === undefined) throw new Error('nothing is open');
  open = only;
});

/** The run as it waits, with another key or none where a test says so. */
function runWith(gateOf: (key: GateRecord) => GateRecord | undefined = (key) => key) {
  const { state, directory } = waiting;
  if (state.started === undefined) throw new Error('it was not started');
  const key = gateOf(KEY);
  const { gate: _, ...started } = state.started;
  const changed = { ...state, started: key === undefined ? started : { ...started, gate: key } };
  return { fs, runFolder: directory.folder, state: changed };
}

function proofOf(answer = ANSWER): ProofRecord {
  const statement = statementOf(runWith(), open, answer);
  if (statement === undefined) throw new Error('the question is not on disk');
  const signature = signStatement(statement, readSigningKey(ours.privatePem, 'ours', undefined));
  return { signature, head: statement.head, key: KEY.key };
}

describe('an answer to a signed question', () => {
  test('counts with a signature by the key of the run', () => {
    expect(proofFault(runWith(), open, { ...ANSWER, proof: proofOf() })).toBeUndefined();
  });

  test('does not count without one, or with one of something else, and each says why', () => {
    const proof = proofOf();
    const cases: readonly (readonly [
      Parameters<typeof proofFault>[0],
      ProofRecord | undefined,
      OpenTask?,
    ])[] = [
      [runWith(), undefined],
      [runWith(() => undefined), proof],
      [runWith(), { ...proof, key: theirs.gateKey.digest }],
      [runWith(), proof, { ...open, askedAt: 999 }],
      [runWith(), { ...proof, head: '0'.repeat(64) }],
      [runWith(({ key }) => ({ key, pem: theirs.gateKey.pem })), proof],
      [runWith(), proofOf({ action: 'No', fields: ANSWER.fields })],
      [runWith(), proofOf({ action: 'Yes', fields: { note: 'other' } })],
    ];
    const reported = cases.map(([run, given, asked = open]) =>
      proofFault(run, asked, { ...ANSWER, proof: given }),
    );
    expect(reported).toEqual([
      'it is not signed',
      'the run was started without a key',
      'it is signed with a key other than that of the run',
      'its question is not on disk',
      'it is signed for another history of the run',
      'the key of the run is not the one named at its start',
      'its signature is not valid for this answer',
      'its signature is not valid for this answer',
    ]);
  });
});

/** What is found in a box, which holds so many other files as well. */
function found(answers: AnswerBox, more: Partial<Looking> = {}) {
  const looking: Looking = {
    ...runWith(),
    answers,
    strays: 0,
    lookAt: lookAtGiver,
    processes: { host: 'test', pid: 1, find: () => undefined },
    mask: createMask([]),
    ...more,
  };
  return lookForAnswers(looking, 'live');
}

function boxWith(answer: Omit<KeptAnswer, 'sender'>): AnswerBox {
  const box = memoryBox();
  box.claim(questionIn(waiting.state), { ...answer, sender: GIVER });
  return box;
}

describe('a box with a signed answer', () => {
  test('gives it, with its signature and who brought it', () => {
    const proof = proofOf();
    const { answers, refusals } = found(boxWith({ ...ANSWER, proof }));
    expect(refusals).toEqual([]);
    expect([...answers]).toEqual([
      [
        open.start,
        {
          ...ANSWER,
          proof,
          via: 'answer',
          origin: 'signed',
          sender: { pid: 7, isGone: false, start: 'then', user: 'ann', terminal: 'pts/1' },
        },
      ],
    ]);
  });

  test('refuses one whose signature does not fit, or that holds what must not be recorded', () => {
    const unsigned = found(boxWith(ANSWER));
    const secret = { action: 'Yes', fields: { note: 'it is hunter2-hunter2' } };
    const proof = proofOf(secret);
    const withSecret = found(boxWith({ ...secret, proof }), { mask: createMask(['hunter2-hunter2']) });
    expect([...unsigned.answers, ...withSecret.answers]).toEqual([]);
    const reasons = [...unsigned.refusals, ...withSecret.refusals].map(({ data }) => data.reason);
    expect(reasons).toEqual([
      'it is not signed',
      'it contains a secret of this machine, which must not be recorded',
    ]);
  });

  test('sets a hundred other files aside, says once that there are more, and leaves those', () => {
    const names = Array.from({ length: 103 }, (_, index) => `stray-${index}.json`);
    const moved: string[] = [];
    const setAside = (name: string): string => {
      moved.push(name);
      return `answers/refused/${name}`;
    };
    const box: AnswerBox = { ...memoryBox(), list: () => ({ names, isComplete: true }), setAside };
    const { refusals } = found(box);
    expect(moved).toEqual(names.slice(0, 100));
    expect([refusals[0], refusals[99], ...refusals.slice(100)]).toEqual([
      ...[0, 99].map((index) => ({
        address: { block: [] },
        data: {
          task: null,
          file: `stray-${index}.json`,
          reason: 'no open question has this name',
          kept: `answers/refused/stray-${index}.json`,
        },
      })),
      {
        address: { block: [] },
        data: {
          task: null,
          file: 'stray-100.json',
          reason: 'there are more than 100 such files; the others are left where they are',
          kept: null,
        },
      },
    ]);
  });

  test('tells nothing of a file that is gone, nor of an answer that was taken before', () => {
    const names = ['gone.json', 'taken.json'];
    const box: AnswerBox = {
      ...memoryBox(),
      list: () => ({ names, isComplete: true }),
      setAside: (name) => (name === 'gone.json' ? undefined : name),
    };
    const state = { ...waiting.state, answered: new Set(['taken.json']) };
    expect(found(box, { state })).toEqual({ answers: new Map(), refusals: [] });
  });
});

describe('a map with a signed task', () => {
  test('is not run without a key, and says how to make one', () => {
    const refused = (): void => requireKey(program, { agent: 'claude' });
    let thrown: unknown;
    try {
      refused();
    } catch (error) {
      thrown = error;
    }
    const { code, message, help } = thrown as RunError;
    expect([code, message, help]).toEqual([
      'key-missing',
      '"maps/test.json" has a signed task, and there is no key to check its answer.',
      'Make one where no agent works, on another machine or account: wfmap key new\n' +
        '  Start a run with its public key: wfmap run MAP --gate-key=KEY.pub (or WFMAP_GATE_KEY, or ~/.config/wfmap/gate-key.pub)',
    ]);
  });

  test('needs none in a simulation, where nobody signs; nor does a map without such a task', () => {
    const plain = programOf(mapOf(block(human('Gate', action('Yes', 'Done')), end('Done'))));
    expect(() => requireKey(program, { agent: 'scripted' })).not.toThrow();
    expect(() => requireKey(program, { agent: 'claude', gate: KEY })).not.toThrow();
    expect(() => requireKey(plain, { agent: 'claude' })).not.toThrow();
  });
});
