import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readText } from '../../src/parse/build/read-text.ts';
import { stringOffsets } from '../../src/parse/tree/string-offsets.ts';
import { convertMap, formatMap } from '../../src/print/convert.ts';
import { spellLine, spellText } from '../../src/print/spell.ts';

/** Pieces of texts in which quotes, escapes and placeholders meet. */
const piece = fc.constantFrom(
  ...[
    'a',
    ' ',
    '"',
    "'",
    '\\',
    '\\n',
    '\n',
    '\t',
    '\\"',
    "\\'",
    '${',
    '{',
    '}',
    '$',
    '${x}',
    "${x.join('\\n')}",
  ],
  ...['${x.join("\\n")}', "${x.join('\n')}", '${x ? \'a\' : "b"}', '\\u0041', '${{', 'é', '\u0001', '"""'],
);
const anyValue = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

/** What stands between the quotes of a text on one line, as somebody types it. */
const typed = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        ' ',
        "'",
        '\\n',
        '\\\\',
        '\\"',
        '${x}',
        "${x.join('\\n')}",
        '${x.join("\\n")}',
        '${x.join(", ")}',
      ],
      ...["${x.join('\\\\n')}", '${x ? "a" : \'\\r\'}', '${', '}', '$'],
    ),
    { maxLength: 6 },
  )
  .map((pieces) => `"${pieces.join('')}"`);

const ignore = (): void => undefined;

const mapWith = (literal: string): string =>
  `map "m"\n\ninput x: array\n\nclaude A\n  promptTemplate ${literal}\n  -> Z always\n\nend Z\n`;

describe('a text', () => {
  test('has the value that it was written for', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        for (const written of [spellText(value, '  '), ...(value.includes('\n') ? [] : [spellLine(value)])])
          expect(readText(written)).toEqual({ value });
      }),
    );
  });

  test('that somebody types means the same once it is laid out, and is laid out once', () => {
    let played = 0;
    fc.assert(
      fc.property(typed, (literal) => {
        const text = mapWith(literal);
        const laidOut = formatMap({ name: 'm.wfmap', text }, ignore);
        if (laidOut === undefined) return;
        const json = (source: string) => convertMap({ name: 'm.wfmap', text: source }, 'json', ignore);
        expect(json(laidOut)).toBe(json(text));
        expect(formatMap({ name: 'm.wfmap', text: laidOut }, ignore)).toBe(laidOut);
        played += 1;
      }),
    );
    expect(played).toBeGreaterThan(30);
  });

  test('may have a line end in a text of its placeholder, whichever its quotes', () => {
    expect(readText(String.raw`"a\n${'$'}{x.join('\n')} ${'$'}{x.join("\n")}"`)).toEqual({
      value: 'a\n${x.join(\'\\n\')} ${x.join("\\n")}',
    });
  });

  test('in the JSON form escapes everywhere, and each unit is found where it was written', () => {
    const value = "a ${x.join('\n')} b";
    const literal = JSON.stringify(value);
    const offsetOf = stringOffsets(literal, 0, literal.length, value.length);
    expect(literal.slice(offsetOf(value.indexOf('b')))).toBe('b"');
  });
});
