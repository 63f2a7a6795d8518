import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lessonText } from '../../../../src/framework/map/functions/lesson-text.ts';

const LESSON = {
  section: 'TESTING_STRATEGIES',
  title: 'Pass the clock',
  content: 'When a result depends on the time,\nalways pass it.',
  rationale: 'Five attempts\nwere lost.',
  code_example: 'const now = clock();\n\n  wait(now);\n',
};

describe('a lesson in its file', () => {
  test('is its rule in one line, what taught it, and its example', () => {
    expect(lessonText(LESSON)).toBe(
      [
        '- Pass the clock: When a result depends on the time, always pass it.',
        '  What taught it: Five attempts were lost.',
        '',
        '  ```',
        '  const now = clock();',
        '',
        '    wait(now);',
        '  ```',
      ].join('\n'),
    );
  });

  test.each([
    [{ title: 'A', content: 'B' }, '- A: B'],
    [{ title: 'A', content: 'B', rationale: ' ', code_example: '\n' }, '- A: B'],
    [{ rationale: 'C' }, ''],
    [null, ''],
    ['text', ''],
  ])('of %j has what there is', (lesson, text) => {
    expect(lessonText(lesson)).toBe(text);
  });

  test('has an example that came in a fence once in a fence, which the code cannot end', () => {
    const text = lessonText({ title: 'A', content: 'B', code_example: '```js\nfence("````")\n```' });
    expect(text.split('\n').slice(1)).toEqual(['', '  `````', '  fence("````")', '  `````']);
  });

  test('has thirty lines of code at most', () => {
    const text = lessonText({ title: 'A', content: 'B', code_example: 'x\n'.repeat(100) });
    expect(text.split('\n').filter((line) => line === '  x')).toHaveLength(30);
  });

  test('is in a fence that those lines cannot end, however many fences are behind them', () => {
    const code_example = `${'x\n'.repeat(30)}${'````\n'.repeat(200_000)}`;
    const lines = lessonText({ title: 'A', content: 'B', code_example }).split('\n');
    expect([lines[2], lines.at(-1)]).toEqual(['  ```', '  ```']);
  });

  test('is one rule by the lines that begin with "- ", whatever its texts are', () => {
    const text = fc.string({ unit: fc.constantFrom('- ', '\n', '\r', 'a', '`', '```', ' ', '\u2028') });
    fc.assert(
      fc.property(text, text, text, text, (title, content, rationale, code_example) => {
        const lines = lessonText({ title: `t${title}`, content, rationale, code_example }).split('\n');
        expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(1);
        expect(lines[0]?.startsWith('- t')).toBe(true);
      }),
    );
  });
});
