import { expect, test } from 'vitest';
import { artifactsOf, ENDS } from './ends.ts';

const FIXTURES = `${import.meta.dirname}/../../../fixtures/artifacts`;

/** Names of runs, commits and times are others each time. */
function fixed(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/("(?:duration|elapsed)\w*": ?)\d+/g, '$1<ms>');
}

test.each(Object.keys(ENDS))('the files of a run that is %s are what stands in the fixture', async (end) => {
  const texts = Object.entries(await artifactsOf(end)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const whole = texts.map(([path, text]) => `== ${path}\n${fixed(text)}\n`).join('\n');
  expect(texts.length).toBeGreaterThan(0);
  await expect(whole).toMatchFileSnapshot(`${FIXTURES}/${end.replaceAll(' ', '-')}.out`);
});
