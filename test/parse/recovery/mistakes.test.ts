import { describe, expect, test } from 'vitest';
import { nearestWord } from '../../../src/parse/recovery/mistakes.ts';

describe('a word of another form or language leads to that of the language', () => {
  test.each([
    ['mapItem', 'task state step', 'claude'],
    ['mapItem', 'bash', 'shell'],
    ['mapItem', 'ask', 'human'],
    ['mapItem', 'switch', 'decide'],
    ['mapItem', 'loop', 'foreach'],
    ['mapItem', 'finish', 'end'],
    ['mapItem', 'inputs workslipFields', 'input'],
    ['mapItem', 'startTaskDefinition', 'start'],
    ['taskItem', 'params parameters parameter promptParams', 'param'],
    ['taskItem', 'promptFile promptTemplatePath', 'template'],
    ['taskItem', 'tools', 'allowedTools'],
    ['taskItem', 'forEach for', 'each'],
    ['taskItem', 'run script cmd exec', 'command'],
    ['limit', 'cost budget usd', 'costUsd'],
    ['limit', 'time timeout', 'duration'],
  ])('%s: %s', (place, words, meant) => {
    expect(words.split(' ').map((word) => nearestWord(place, word))).toEqual(
      words.split(' ').map(() => meant),
    );
  });
});

test('a word leads to none that cannot stand there', () => {
  expect(nearestWord('limit', 'bash')).toBeUndefined();
  expect(nearestWord('blockItem', 'inputs')).toBeUndefined();
  expect(nearestWord('nowhere', 'step')).toBeUndefined();
});

test('a long word is mended by a letter, a short one only by its case', () => {
  expect(nearestWord('mapItem', 'shel')).toBe('shell');
  expect(nearestWord('mapItem', 'END')).toBe('end');
  expect(nearestWord('mapItem', 'edn')).toBeUndefined();
});
