import { expect, test } from 'vitest';
import { nearestWord, NEEDED_BEHIND, PLACES, READ_ANYWAY } from '../../../src/parse/recovery/mistakes.ts';

const GOLDEN = `${import.meta.dirname}/../../fixtures/parse/nearest-words.txt`;

/** What people write for a word of the language, and what is none of them. */
const WRITTEN =
  `params parameters parameter promptFile tools forEach for catch run script cmd exec task state step bash ask if switch inputs arg
loop startTaskDefinition workslipFields finish cost budget usd time timeout promptTemplatePath promptParams actions branches set
onError maxVisits items item fields allowdTools alowedTools disalowedTools deniedTools claud shel humn decied paralel foreech
workflw ends strat stat template tempalte schema limit default properties artifact extras input Input KEY Map map MAP as AS on On
ed n x nothing sessions reminders retry times keys workspaces joins steps goal bluprint subtask maxRetry recipe stage files
duratoin token stepss costUSD`.split(/\s+/);

test('what is nearly a word of a place, or is called so elsewhere, is taken for it', async () => {
  const reported = Object.keys(PLACES).map((place) => {
    const meant = WRITTEN.map((word) => `  ${word}: ${nearestWord(place, word) ?? '-'}`);
    return `${place}: ${PLACES[place]?.join(' ') ?? ''}\n${meant.filter((each) => !each.endsWith(': -')).join('\n')}`;
  });
  const others = [...READ_ANYWAY].map(
    ([word, { expected, instead }]) =>
      `  ${word}: ${expected}; ${instead === '' ? 'nothing' : (instead ?? 'nobody knows what')} instead`,
  );
  const needed = [...NEEDED_BEHIND].map(([word, what]) => `  ${word}: ${what}`);
  const text = [...reported, `read anyway\n${others.join('\n')}`, `needed behind\n${needed.join('\n')}`].join(
    '\n',
  );
  await expect(`${text}\n`).toMatchFileSnapshot(GOLDEN);
});

test('of a place that has no words, nothing is meant', () => {
  expect(nearestWord('operand', 'claud')).toBeUndefined();
});
