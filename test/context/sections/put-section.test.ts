import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isFault } from '../../../src/context/sections/find-section.ts';
import { putSection, withoutSection } from '../../../src/context/sections/put-section.ts';

const FOLDER = `${import.meta.dirname}/../../fixtures/sections`;
const CONTENT = '## wfmap\n\nWhat agents are to know.';
const cases = readdirSync(FOLDER).filter((file) => file.endsWith('.md'));

/** What becomes of a file, with every sign of it to be seen. */
function outcomeOf(text: string | undefined, force: boolean): string {
  const put = putSection(text, CONTENT, { force });
  if (isFault(put)) return `line ${put.line} ${put.reason}\n  ${put.help}\n`;
  const lines = put.text.split(/(?<=\n)/).map((line) => `|${JSON.stringify(line).slice(1, -1)}\n`);
  return `${put.state}, in line ${put.line}\n${put.text === text ? 'all of it as it was\n' : lines.join('')}`;
}

test.each(cases)('%s gets its section, keeps it, or is refused with the line', async (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
  const plain = outcomeOf(text, false);
  const forced = outcomeOf(text, true);
  const both = forced === plain ? plain : `${plain}with force: ${forced}`;
  await expect(both).toMatchFileSnapshot(`${FOLDER}/${file.replace(/\.md$/, '.out')}`);
});

test('there are more than forty kinds of files', () => {
  expect(cases.length).toBeGreaterThan(40);
});

test('a file that is not there begins with the section', () => {
  const put = putSection(undefined, CONTENT, { force: false });
  expect(put).toMatchObject({ state: 'created', line: 1 });
  expect(isFault(put) ? '' : put.text).toBe(isFault(put) ? '' : `${put.block}\n`);
});

test('a section is not written with what would end it', () => {
  const content = 'One.\n<!-- END WFMAP MANAGED SECTION -->\nTwo.';
  expect(() => putSection('', content, { force: false })).toThrow('a section is read as it was written');
});

test.each(['one\n', '', 'one\r\ntwo\r\n', 'one\n\n', '\uFEFFone\n'])(
  'what is taken out of %j is what was put in',
  (text) => {
    const put = putSection(text, CONTENT, { force: false });
    expect(isFault(put) ? put : withoutSection(put.text)?.trimEnd()).toBe(text.trimEnd());
  },
);
