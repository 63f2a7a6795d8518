import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  answerNameOf,
  answerPathOf,
  createAnswerBox,
  type KeptAnswer,
  type QuestionKey,
} from '../../src/journal/answer-box.ts';
import { lookAtProcess } from '../../src/process/look-at-process.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { crashesOf, createCrashingFileSystem, PowerCut } from './crashing-file-system.ts';

const FOLDER = '/project';
const YES: KeptAnswer = {
  action: 'Yes',
  fields: { note: 'a\n"b"', n: 1.5, list: [null, { __proto__x: true }] },
  sender: { pid: 7, start: 'then' },
};
const NO: KeptAnswer = { action: 'No', fields: {}, sender: { pid: 8, start: null } };

/** The question of a start. */
const Q = (start: number): QuestionKey => ({ start, nonce: String(start).padStart(32, 'a') });
const theirs = (answer: KeptAnswer) => ({ answer, isOwn: false });
const own = (answer: KeptAnswer) => ({ answer, isOwn: true });

describe('an answer', () => {
  test('is found as it was given, by the question that it answers', () => {
    const fs = createCrashingFileSystem(FOLDER);
    const box = createAnswerBox(fs, FOLDER);
    expect(box.find(Q(7))).toBe(undefined);
    expect(box.claim(Q(7), YES)).toBe(true);
    expect(box.find(Q(7))).toEqual(own(YES));
    expect(createAnswerBox(fs, FOLDER).find(Q(7))).toEqual(theirs(YES));
    expect(box.find(Q(8))).toBe(undefined);
  });

  test('is the first, whoever else comes', () => {
    const fs = createCrashingFileSystem(FOLDER);
    const one = createAnswerBox(fs, FOLDER);
    const other = createAnswerBox(fs, FOLDER);
    expect([one.claim(Q(7), YES), other.claim(Q(7), NO), one.claim(Q(7), NO), other.claim(Q(8), NO)]).toEqual(
      [true, false, false, true],
    );
    expect([other.find(Q(7)), one.find(Q(8))]).toEqual([theirs(YES), theirs(NO)]);
  });

  test('keeps any values of its fields, names of prototypes too', () => {
    const fields = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')),
      fc.jsonValue({ maxDepth: 3 }),
    );
    fc.assert(
      fc.property(fc.string(), fields, (action, some) => {
        const fs = createCrashingFileSystem(FOLDER);
        const answer = JSON.parse(JSON.stringify({ action, fields: some, sender: null })) as KeptAnswer;
        const question = { start: 1 };
        createAnswerBox(fs, FOLDER).claim(question, answer);
        expect(JSON.stringify(createAnswerBox(fs, FOLDER).find(question))).toBe(
          JSON.stringify(theirs(answer)),
        );
      }),
    );
  });

  test('that is larger than a run takes is refused', () => {
    const box = createAnswerBox(createCrashingFileSystem(FOLDER), FOLDER);
    expect(() => box.claim(Q(1), { ...NO, fields: { text: 'x'.repeat(5_000_000) } })).toThrow(
      /larger than a run takes/,
    );
    expect(box.find(Q(1))).toBe(undefined);
  });

  test('stays through every power cut once it was taken, and before that is there whole or not at all', () => {
    const plain = createCrashingFileSystem(FOLDER);
    createAnswerBox(plain, FOLDER).claim(Q(7), YES);
    const { length: operations } = Array.from({ length: plain.operations() });
    for (let cut = 0; cut <= operations; cut += 1) {
      const fs = createCrashingFileSystem(FOLDER);
      fs.cutAt(cut);
      let taken = false;
      try {
        taken = createAnswerBox(fs, FOLDER).claim(Q(7), YES);
      } catch (thrown) {
        if (!(thrown instanceof PowerCut)) throw thrown;
      }
      for (const after of crashesOf(fs, 200)) {
        const box = createAnswerBox(after, FOLDER);
        const found = box.find(Q(7));
        expect(found === undefined ? !taken : JSON.stringify(found) === JSON.stringify(theirs(YES))).toBe(
          true,
        );
        expect(box.claim(Q(7), NO)).toBe(found === undefined);
        expect(box.find(Q(7))).toEqual(found ?? own(NO));
      }
    }
  });

  test('that comes second finds the first on disk, also where its giver died before it was', () => {
    const fs = createCrashingFileSystem(FOLDER);
    createAnswerBox(fs, FOLDER);
    fs.makeFolder(`${FOLDER}/answers`);
    const file = fs.open(answerPathOf(FOLDER, Q(7)), 'create');
    file.write(Buffer.from(JSON.stringify({ nonce: Q(7).nonce, ...YES })));
    file.sync();
    expect(createAnswerBox(fs, FOLDER).claim(Q(7), NO)).toBe(false);
    for (const after of crashesOf(fs, 200))
      expect(createAnswerBox(after, FOLDER).find(Q(7))).toEqual(theirs(YES));
  });

  test('is told apart from a disk that fails', () => {
    for (const index of [0, 1, 2, 3, 4, 5, 6]) {
      const fs = createCrashingFileSystem(FOLDER);
      fs.failAt(index, 'ENOSPC');
      const box = createAnswerBox(fs, FOLDER);
      let thrown: unknown;
      try {
        box.claim(Q(7), YES);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ code: 'storage-failed', help: expect.stringContaining('space') });
    }
  });
});

test('an answer is named after the record of its question, which is a number from 1', () => {
  expect([answerNameOf({ start: 1 }), answerNameOf({ start: 12, nonce: 'a' })]).toEqual([
    '1.json',
    '12-a.json',
  ]);
  for (const start of [0, -1, 1.5, Number.NaN]) {
    expect(() => answerNameOf({ start })).toThrow('a start is the number of a record');
  }
});

describe('a file in the place of an answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-answers-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const box = createAnswerBox(nodeFileSystem, folder);

  const SENDER = '"sender":{"pid":1,"start":"x"}';
  test.each([
    ['', 'it is not JSON'],
    ['{', 'it is not JSON'],
    ['null', 'it does not have the shape of an answer'],
    ['[]', 'it does not have the shape of an answer'],
    ['{"action":"Yes"}', 'it does not have the shape of an answer'],
    [`{"action":1,"fields":{},${SENDER}}`, 'it does not have the shape of an answer'],
    [`{"action":"Yes","fields":[],${SENDER}}`, 'it does not have the shape of an answer'],
    [
      '{"action":"Yes","fields":{},"sender":{"pid":"1","start":null}}',
      'it does not have the shape of an answer',
    ],
    ['{"action":"Yes","fields":{},"sender":{"pid":1}}', 'it does not have the shape of an answer'],
    [
      `{"action":"Yes","fields":{"deep":${'['.repeat(5000)}${']'.repeat(5000)}},${SENDER}}`,
      'it does not have the shape of an answer',
    ],
    [`{"action":"Yes","fields":{"n":1e999},${SENDER}}`, 'it does not have the shape of an answer'],
    [`{"action":"${'x'.repeat(5_000_000)}","fields":{},${SENDER}}`, 'it is too large for an answer'],
    [`{"action":"Yes","fields":{},${SENDER}}`, 'it does not name its question'],
    [`{"nonce":"${'0'.repeat(32)}","action":"Yes","fields":{},${SENDER}}`, 'it does not name its question'],
    [`{"nonce":"${Q(1).nonce}","action":"Yes","fields":{},"via":"terminal"}`, 'it does not say who gave it'],
  ])('that is none says why, is not replaced, and makes room once it is set aside (%#)', (text, fault) => {
    mkdirSync(join(folder, 'answers'), { recursive: true });
    writeFileSync(answerPathOf(folder, Q(1)), text);
    const box = createAnswerBox(nodeFileSystem, folder);
    expect(box.find(Q(1))).toEqual({ fault });
    expect(box.claim(Q(1), NO)).toBe(false);
    const kept = box.setAside(answerNameOf(Q(1))) ?? '';
    expect(kept).toMatch(/^answers\/refused\//);
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(text);
    expect(box.claim(Q(1), NO)).toBe(true);
    rmSync(answerPathOf(folder, Q(1)));
  });

  test('is an answer with its signature only where that has its three texts and nothing else', () => {
    const directory = mkdtempSync(join(folder, 'slip-'));
    const some = createAnswerBox(nodeFileSystem, directory);
    some.claim(Q(1), NO);
    const proof = { signature: 's', head: 'h', key: 'k' };
    const wrong = [
      null,
      [],
      'x',
      { ...proof, more: 'x' },
      { signature: 's', head: 'h' },
      { ...proof, key: 1 },
      { ...proof, head: null },
      { ...proof, signature: {} },
    ];
    const found = [proof, undefined, ...wrong].map((each) => {
      writeFileSync(
        answerPathOf(directory, Q(2)),
        JSON.stringify({ nonce: Q(2).nonce, ...NO, ...(each === undefined ? {} : { proof: each }) }),
      );
      return some.find(Q(2));
    });
    const none = { fault: 'it does not have the shape of an answer' };
    expect(found).toStrictEqual([theirs({ ...NO, proof }), theirs(NO), ...wrong.map(() => none)]);
  });

  test('is an answer as long as its values are no deeper than a hundred and its sender is a process', () => {
    const directory = mkdtempSync(join(folder, 'slip-'));
    const some = createAnswerBox(nodeFileSystem, directory);
    some.claim(Q(1), NO);
    const isTaken = (change: string): boolean => {
      const sender = '"sender":{"pid":1,"start":"x"}';
      writeFileSync(
        answerPathOf(directory, Q(2)),
        `{"nonce":"${Q(2).nonce}","action":"Yes","fields":{},${sender},${change}}`,
      );
      return 'answer' in (some.find(Q(2)) ?? {});
    };
    const deep = (depth: number): string => `"fields":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect([deep(99), deep(100), deep(101)].map(isTaken)).toEqual([true, false, false]);
    const fields = [
      '"fields":{"x":[1,{"y":2}]}',
      '"fields":{"x":[1,{"y":1e999}]}',
      '"fields":"x"',
      '"fields":null',
    ];
    expect(fields.map(isTaken)).toEqual([true, false, false, false]);
    const senders = [
      '{"pid":1,"start":null}',
      '{"pid":0,"start":null}',
      '{"pid":1.5,"start":null}',
      '"x"',
      '1',
    ];
    expect(senders.map((each) => isTaken(`"sender":${each}`))).toEqual([true, false, false, false, false]);
    expect(isTaken('"sender":{"pid":1,"start":1}')).toBe(false);
  });

  test('may be as long as an answer may be, and no longer', () => {
    const directory = mkdtempSync(join(folder, 'slip-'));
    const some = createAnswerBox(nodeFileSystem, directory);
    some.claim(Q(1), NO);
    const text = `{"nonce":"${Q(2).nonce}","action":"Yes","fields":{},"sender":{"pid":1,"start":"x"}}`;
    const lengths = [4 * 1024 * 1024, 4 * 1024 * 1024 + 1];
    const found = lengths.map((length) => {
      writeFileSync(answerPathOf(directory, Q(2)), text.padEnd(length));
      return some.find(Q(2));
    });
    expect(found).toEqual([
      theirs({ action: 'Yes', fields: {}, sender: { pid: 1, start: 'x' } }),
      { fault: 'it is too large for an answer' },
    ]);
  });

  test('is moved away whatever it is, each to a place of its own', () => {
    const path = answerPathOf(folder, Q(2));
    const make = [
      () => mkdirSync(path),
      () => symlinkSync('/dev/zero', path),
      () => symlinkSync('/nowhere', path),
      () => writeFileSync(path, '{}'),
    ];
    const kept = make.map((each) => {
      each();
      return box.setAside(answerNameOf(Q(2)));
    });
    expect(new Set(kept).size).toBe(make.length);
    expect(box.setAside(answerNameOf(Q(2)))).toBe(undefined);
    expect(box.claim(Q(2), NO)).toBe(true);
  });

  test('of an older journal, without a nonce, is the one named after its start', () => {
    writeFileSync(answerPathOf(folder, { start: 3 }), '{"action":"Yes","fields":{},"via":"terminal"}');
    expect(box.find({ start: 3 })).toEqual(theirs({ action: 'Yes', fields: {}, sender: null }));
    expect(box.find(Q(3))).toBe(undefined);
  });

  test('is listed with others, so many and no more, but for drafts and what was set aside', () => {
    const directory = mkdtempSync(join(folder, 'slip-'));
    const some = createAnswerBox(nodeFileSystem, directory);
    expect(some.list(10)).toEqual({ names: [], isComplete: true });
    some.claim(Q(1), NO);
    for (let index = 0; index < 30; index += 1) writeFileSync(join(directory, `answers/stray-${index}`), '');
    writeFileSync(join(directory, 'answers/answer-00000000-0000-4000-8000-000000000000.tmp'), '');
    some.setAside('stray-0');
    expect(some.list(1000).names).toHaveLength(30);
    expect(some.list(1000).isComplete).toBe(true);
    expect(some.list(10).names.length).toBeLessThanOrEqual(10);
    // Of the 32 names in the folder two are never listed.
    expect([some.list(32).names.length, some.list(32).isComplete]).toEqual([30, false]);
  });

  test('is listed where its name only resembles that of a draft', () => {
    const directory = mkdtempSync(join(folder, 'slip-'));
    const some = createAnswerBox(nodeFileSystem, directory);
    mkdirSync(join(directory, 'answers'));
    const draft = 'answer-00000000-0000-4000-8000-000000000000.tmp';
    const names = [`${draft}.json`, `an-${draft}`];
    for (const name of [draft, ...names]) writeFileSync(join(directory, 'answers', name), '');
    expect(some.list(10)).toEqual({ names: names.toSorted(), isComplete: true });
  });

  test('that is set aside keeps the beginning of its name, however long that is', () => {
    const directory = mkdtempSync(join(folder, 'slip-'));
    const some = createAnswerBox(nodeFileSystem, directory);
    mkdirSync(join(directory, 'answers'));
    const name = `${'a'.repeat(60)}${'b'.repeat(190)}`;
    writeFileSync(join(directory, 'answers', name), '');
    expect(some.setAside(name)).toMatch(/^answers\/refused\/[0-9a-f-]{36}-a{60}$/);
  });

  test('in the place of the whole folder gives way to it', () => {
    const directory = mkdtempSync(join(folder, 'slip-'));
    writeFileSync(join(directory, 'answers'), 'no folder');
    const some = createAnswerBox(nodeFileSystem, directory);
    expect(some.list(10).names).toEqual([]);
    expect(some.claim(Q(1), NO)).toBe(true);
    expect(readdirSync(directory)).toHaveLength(2);
  });

  test('is gone, and no fault of the disk, once the whole folder was moved away', () => {
    const directory = mkdtempSync(join(folder, 'slip-'));
    const some = createAnswerBox(nodeFileSystem, directory);
    some.claim(Q(1), NO);
    renameSync(join(directory, 'answers'), join(directory, 'answers-were'));
    expect(some.setAside(answerNameOf(Q(1)))).toBe(undefined);
    expect(some.claim(Q(1), YES)).toBe(true);
  });

  test('is moved to no place that a link leads to', () => {
    const directory = mkdtempSync(join(folder, 'slip-'));
    const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
    const some = createAnswerBox(nodeFileSystem, directory);
    symlinkSync(elsewhere, join(directory, 'answers'));
    some.claim(Q(1), NO);
    symlinkSync(elsewhere, join(directory, 'answers/refused'));
    writeFileSync(join(directory, 'answers/stray'), '');
    expect(readdirSync(join(directory, some.setAside('stray') ?? '', '..'))).toHaveLength(1);
    symlinkSync(
      join(directory, 'answers', answerNameOf(Q(1))),
      join(directory, 'answers', answerNameOf(Q(2))),
    );
    expect(some.find(Q(2))).toEqual({ fault: 'it is not a file' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('of many at once is the one of exactly one, and drafts are gone', () => {
    const taken = Array.from({ length: 20 }, (_, index) => box.claim(Q(5), { ...NO, action: String(index) }));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(readdirSync(join(folder, 'answers')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('is held open by whoever gave it, where that is to show who it was', () => {
    const holding = createAnswerBox(nodeFileSystem, folder, { holdsOpen: true });
    holding.claim(Q(9), NO);
    expect(lookAtProcess(process.pid, answerPathOf(folder, Q(9)))?.holds).not.toBe(false);
    holding.release();
    expect(lookAtProcess(process.pid, answerPathOf(folder, Q(9)))?.holds).not.toBe(true);
    box.claim(Q(10), NO);
    expect(lookAtProcess(process.pid, answerPathOf(folder, Q(10)))?.holds).not.toBe(true);
  });
});
