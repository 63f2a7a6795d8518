import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSection, isFault } from '../../src/context/sections/find-section.ts';
import { putSection, withoutSection } from '../../src/context/sections/put-section.ts';
import { anyText } from '../helpers/any-text.ts';

const CONTENT = '## wfmap\n\n- Read @.sdlc/context/constitution.md\n\n> and nothing else';
const BEGIN = '<!-- BEGIN WFMAP MANAGED SECTION v1 -->';
const END = '<!-- END WFMAP MANAGED SECTION -->';

const written = (content: string): string => {
  const put = putSection('', content, { force: false });
  return isFault(put) ? '' : put.block;
};

/** Lines of files, and what is hard about them. */
const line = fc.oneof(
  { weight: 4, arbitrary: anyText(12) },
  { weight: 1, arbitrary: fc.constantFrom(BEGIN, END, `  ${BEGIN}`, `${END} `, BEGIN.replace('v1', 'v2')) },
  { weight: 1, arbitrary: fc.constantFrom('```', '~~~', '````md', '    ```', '# A title', '', ' ') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      written(CONTENT),
      written('Older.'),
      written('Older.').replace('Older.', 'Mine.'),
    ),
  },
);
const eol = fc.constantFrom('\n', '\r\n', '\r');
const file = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    fc.array(fc.tuple(line, eol), { maxLength: 12 }),
    fc.string({ maxLength: 5 }),
    eol,
  )
  .map(([mark, lines, rest, inside]) =>
    (mark + lines.map(([text, end]) => text.replaceAll('\n', inside) + end).join('') + rest).toWellFormed(),
  );
const RUNS = { numRuns: 3_000 };

test('no byte outside of the section changes', () => {
  fc.assert(
    fc.property(file, fc.boolean(), (text, force) => {
      const before = findSection(text);
      const put = putSection(text, CONTENT, { force });
      if (isFault(put)) return;
      const old = Buffer.from(text);
      const now = Buffer.from(put.text);
      if (before === undefined) {
        expect(now.subarray(0, old.length).equals(old)).toBe(true);
      } else if (!isFault(before)) {
        const head = Buffer.from(text.slice(0, before.start));
        const tail = Buffer.from(text.slice(before.end));
        expect(now.subarray(0, head.length).equals(head)).toBe(true);
        expect(now.subarray(now.length - tail.length).equals(tail)).toBe(true);
      }
    }),
    RUNS,
  );
});

test('written twice is written once', () => {
  fc.assert(
    fc.property(file, fc.boolean(), (text, force) => {
      const once = putSection(text, CONTENT, { force });
      if (isFault(once)) return;
      const twice = putSection(once.text, CONTENT, { force });
      expect(twice).toMatchObject({
        state: once.state === 'edited' ? 'edited' : 'unchanged',
        text: once.text,
      });
    }),
    RUNS,
  );
});

test('what is written is found again as it was written, and can be taken out', () => {
  fc.assert(
    fc.property(file, (text) => {
      const put = putSection(text, CONTENT, { force: true });
      if (isFault(put)) return;
      expect(findSection(put.text)).toMatchObject({ content: CONTENT, version: 1, line: put.line });
      if (put.state !== 'added') return;
      const back = withoutSection(put.text) ?? 'nothing';
      // But for the end of a last line: it may have got one, and one of several blank lines may be gone.
      expect(back.startsWith(text) || text.startsWith(back)).toBe(true);
      expect(Math.abs(back.length - text.length)).toBeLessThanOrEqual(2);
    }),
    RUNS,
  );
});

test('a file that is refused has a fault in a line that it has', () => {
  fc.assert(
    fc.property(file, (text) => {
      const put = putSection(text, CONTENT, { force: true });
      if (!isFault(put)) return;
      expect(put.line).toBeGreaterThan(0);
      expect(put.line).toBeLessThanOrEqual(text.split(/\r\n|\n|\r/).length);
    }),
    RUNS,
  );
});
