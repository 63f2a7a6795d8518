import { mkdtempSync, readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { answerPathOf, createAnswerBox, type KeptAnswer } from '../../src/journal/answer-box.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { crashesOf, createCrashingFileSystem, PowerCut } from './crashing-file-system.ts';

const FOLDER = '/project';
const YES: KeptAnswer = {
  action: 'Yes',
  fields: { note: 'a\n"b"', n: 1.5, list: [null, { __proto__x: true }] },
  via: 'answer',
};
const NO: KeptAnswer = { action: 'No', fields: {}, via: 'terminal' };

describe('an answer', () => {
  test('is found as it was given, by the question that it answers', () => {
    const box = createAnswerBox(createCrashingFileSystem(FOLDER), FOLDER);
    expect(box.find(7)).toBe(undefined);
    expect(box.claim(7, YES)).toBe(true);
    expect(box.find(7)).toEqual(YES);
    expect(box.find(8)).toBe(undefined);
  });

  test('is the first, whoever else comes', () => {
    const fs = createCrashingFileSystem(FOLDER);
    const one = createAnswerBox(fs, FOLDER);
    const other = createAnswerBox(fs, FOLDER);
    expect([one.claim(7, YES), other.claim(7, NO), one.claim(7, NO), other.claim(8, NO)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([other.find(7), one.find(8)]).toEqual([YES, NO]);
  });

  test('keeps any values of its fields, names of prototypes too', () => {
    const fields = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')),
      fc.jsonValue({ maxDepth: 3 }),
    );
    fc.assert(
      fc.property(fc.string(), fields, (action, some) => {
        const box = createAnswerBox(createCrashingFileSystem(FOLDER), FOLDER);
        const answer = JSON.parse(JSON.stringify({ action, fields: some, via: 'answer' })) as KeptAnswer;
        box.claim(1, answer);
        expect(JSON.stringify(box.find(1))).toBe(JSON.stringify(answer));
      }),
    );
  });

  test('that is larger than a run takes is refused', () => {
    const box = createAnswerBox(createCrashingFileSystem(FOLDER), FOLDER);
    expect(() => box.claim(1, { ...NO, fields: { text: 'x'.repeat(5_000_000) } })).toThrow(
      /larger than a run takes/,
    );
    expect(box.find(1)).toBe(undefined);
  });

  test('stays through every power cut once it was taken, and before that is there whole or not at all', () => {
    const plain = createCrashingFileSystem(FOLDER);
    createAnswerBox(plain, FOLDER).claim(7, YES);
    const { length: operations } = Array.from({ length: plain.operations() });
    for (let cut = 0; cut <= operations; cut += 1) {
      const fs = createCrashingFileSystem(FOLDER);
      fs.cutAt(cut);
      let taken = false;
      try {
        taken = createAnswerBox(fs, FOLDER).claim(7, YES);
      } catch (thrown) {
        if (!(thrown instanceof PowerCut)) throw thrown;
      }
      for (const after of crashesOf(fs, 200)) {
        const box = createAnswerBox(after, FOLDER);
        const found = box.find(7);
        expect(found === undefined ? !taken : JSON.stringify(found) === JSON.stringify(YES)).toBe(true);
        expect(box.claim(7, NO)).toBe(found === undefined);
        expect(box.find(7)).toEqual(found ?? NO);
      }
    }
  });

  test('that comes second finds the first on disk, also where its giver died before it was', () => {
    const fs = createCrashingFileSystem(FOLDER);
    createAnswerBox(fs, FOLDER);
    fs.makeFolder(`${FOLDER}/answers`);
    const file = fs.open(`${FOLDER}/answers/7.json`, 'create');
    file.write(Buffer.from(JSON.stringify(YES)));
    file.sync();
    expect(createAnswerBox(fs, FOLDER).claim(7, NO)).toBe(false);
    for (const after of crashesOf(fs, 200)) expect(createAnswerBox(after, FOLDER).find(7)).toEqual(YES);
  });

  test('is told apart from a disk that fails', () => {
    for (const index of [0, 1, 2, 3, 4, 5, 6]) {
      const fs = createCrashingFileSystem(FOLDER);
      fs.failAt(index, 'ENOSPC');
      const box = createAnswerBox(fs, FOLDER);
      let thrown: unknown;
      try {
        box.claim(7, YES);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ code: 'storage-failed', help: expect.stringContaining('space') });
    }
  });
});

describe('a file in the place of an answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-answers-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const box = createAnswerBox(nodeFileSystem, folder);

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"action":"Yes"}',
    '{"action":1,"fields":{},"via":"answer"}',
    '{"action":"Yes","fields":[],"via":"answer"}',
    '{"action":"Yes","fields":{},"via":"elsewhere"}',
    `{"action":"Yes","fields":{"deep":${'['.repeat(5000)}${']'.repeat(5000)}},"via":"answer"}`,
    '{"action":"Yes","fields":{"n":1e999},"via":"answer"}',
    `{"action":"${'x'.repeat(5_000_000)}","fields":{},"via":"answer"}`,
  ])('that makes no sense is none, and is not replaced (%#)', (text) => {
    mkdirSync(join(folder, 'answers'), { recursive: true });
    writeFileSync(answerPathOf(folder, 1), text);
    expect(box.find(1)).toBe(undefined);
    expect(box.claim(1, NO)).toBe(false);
  });

  test('of many at once is the one of exactly one, and drafts are gone', () => {
    const taken = Array.from({ length: 20 }, (_, index) => box.claim(5, { ...NO, action: String(index) }));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(readdirSync(join(folder, 'answers')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
