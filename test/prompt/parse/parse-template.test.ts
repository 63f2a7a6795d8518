import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_FRONT_MATTER_LENGTH, MAX_TEMPLATE_LENGTH } from '../../../src/prompt/parse/parse-template.ts';
import { readTemplate, render, spelled } from '../../helpers/templates.ts';

const parametersOf = (text: string) =>
  readTemplate(text).template.parameters.map(({ name, type, description, required, default: value }) => ({
    name,
    type,
    description,
    required,
    default: value,
  }));
const faults = (text: string) =>
  readTemplate(text).diagnostics.map((each) => [each.code, each.message, spelled(each)]);

const codesOf = (text: string) => readTemplate(text).diagnostics.map((each) => each.code);

describe('front matter', () => {
  it('is there only if line 1 is exactly three dashes', () => {
    for (const text of ['\n---\na: 1\n---\n', '--- \na: 1\n---\n', '----\n---\n', '# x\n---\na\n---\n']) {
      expect(render(text)).toBe(text);
    }
  });

  it('never reaches the prompt', () => {
    expect(render('---\nname: x\n---\nBody')).toBe('Body');
    expect(render('---\n---\nBody')).toBe('Body');
    expect(render('---\n---')).toBe('');
  });

  it('tolerates a byte order mark and Windows line breaks', () => {
    const text = '\uFEFF---\r\nparameters:\r\n  a: {type: number}\r\n---\r\nA ${a}\r\n';
    expect(parametersOf(text)).toMatchObject([{ name: 'a', type: 'number' }]);
    expect(render(text, { a: { type: 'number', value: 1 } })).toBe('A 1\r\n');
  });

  it('takes the empty lines after it, and no others', () => {
    expect(render('---\na: 1\n---\n\n\n  Body\n\n')).toBe('  Body\n\n');
    expect(render('\n\nBody')).toBe('\n\nBody');
  });

  it('declares parameters under either key, with what is absent filled in', () => {
    const rest = ':\n  a:\n  b: {type: number, required: true, default: 5, description: "B: it"}\n---\n';
    for (const key of ['parameters', 'params']) {
      expect(parametersOf(`---\n${key}${rest}`)).toEqual([
        { name: 'a', type: 'string', description: undefined, required: false, default: undefined },
        { name: 'b', type: 'number', description: 'B: it', required: true, default: 5 },
      ]);
    }
  });

  it('takes a default by its declared type, as it is written', () => {
    const text =
      '---\nparams:\n  a: {default: 007}\n  b: {type: number, default: "007"}\n  c: {type: boolean, default: 1}\n---\n';
    expect(parametersOf(text).map((each) => each.default)).toEqual(['007', 7, true]);
  });

  it('gives each parameter the place of its name', () => {
    const text = '---\nparams:\n  "a b": {}\n  c:\n---\n';
    const { template } = readTemplate(text);
    expect(template.parameters.map(({ span }) => text.slice(span.start, span.end))).toEqual(['"a b"', 'c']);
  });

  it('passes over the keys of other tools', () => {
    const text = '---\nname: reviewer\nsynopsis:\n  - Knowledge\ntools: [Read, Grep]\nmodel: opus\n---\nBody';
    expect(faults(text)).toEqual([]);
    expect(parametersOf(text)).toEqual([]);
  });

  it('takes names such as constructor as they are', () => {
    expect(parametersOf('---\nparams:\n  __proto__: {type: number}\n  constructor:\n---\n')).toMatchObject([
      { name: '__proto__', type: 'number' },
      { name: 'constructor', type: 'string' },
    ]);
  });

  it.each<readonly [string, string, string, string]>([
    [
      '---\na: 1\n',
      'unclosed-front-matter',
      'The front matter that starts with "---" is never closed.',
      '---',
    ],
    [
      '---\na: b: c\n---\n',
      'invalid-front-matter',
      'The front matter cannot be read: a second ":" follows on the line; put the value in quotes.',
      'b',
    ],
    [
      '---\n- a\n---\n',
      'invalid-front-matter',
      'The front matter cannot be read: it is not a list of keys and values.',
      '- a\n',
    ],
    [
      '---\na: "b\n---\n',
      'invalid-front-matter',
      'The front matter cannot be read: a closing quote or bracket, or a ":" after the key, is missing.',
      '',
    ],
    [
      '---\nparams: 3\n---\n',
      'invalid-front-matter',
      'The front matter cannot be read: "params" holds no names with what they are.',
      '3',
    ],
    [
      '---\nparams:\nparameters:\n---\n',
      'invalid-front-matter',
      'The front matter cannot be read: it has parameters twice.',
      'parameters',
    ],
    [
      '---\nsyntax: mustache\n---\n{{a}}',
      'unsupported-syntax',
      'The template syntax "mustache" is not supported.',
      'mustache',
    ],
    [
      '---\nparams:\n  a: {type: int}\n---\n',
      'invalid-parameter',
      'Parameter "a" has the type "int", which is not string, number, boolean, array or object.',
      'int',
    ],
    [
      '---\nparams:\n  a: {type: [string]}\n---\n',
      'invalid-parameter',
      'Parameter "a" has the type "", which is not string, number, boolean, array or object.',
      '[string]',
    ],
    [
      '---\nparams:\n  a: string\n---\n',
      'invalid-parameter',
      'Parameter "a" has a value where type, description and so on belong.',
      'string',
    ],
    [
      '---\nparams:\n  a: {required: yes}\n---\n',
      'invalid-parameter',
      'Parameter "a" has a "required" that is neither true nor false.',
      'yes',
    ],
    [
      '---\nparams:\n  a: {type: number, default: many}\n---\n',
      'invalid-parameter',
      'Parameter "a" has a default that is no number.',
      'many',
    ],
    [
      '---\nparams:\n  a: {description: [b]}\n---\n',
      'invalid-parameter',
      'Parameter "a" has a description that is no text.',
      '[b]',
    ],
    ['---\nparams:\n  a:\n  a:\n---\n', 'invalid-parameter', 'Parameter "a" is declared twice.', 'a'],
    [
      '---\nparams:\n  a: {type: string, type: number}\n---\n',
      'invalid-parameter',
      'Parameter "a" has "type" twice.',
      'type',
    ],
    [
      '---\nparams:\n  true:\n---\n',
      'invalid-parameter',
      'Parameter "true" has a name that expressions read as something else.',
      'true',
    ],
    [
      '---\nparams:\n  a: &x {}\n  b: *x\n---\n',
      'invalid-parameter',
      'Parameter "b" has a value where type, description and so on belong.',
      '*x',
    ],
    [
      '---\nparams:\n  a: {requierd: true}\n---\n',
      'unknown-parameter-key',
      'Parameter "a" has a key "requierd", which has no meaning.',
      'requierd',
    ],
  ])('%j is told at its place', (text, code, message, place) => {
    expect(faults(text)).toEqual([[code, message, place]]);
  });

  it('expands no aliases', () => {
    const levels = Array.from(
      { length: 30 },
      (_, at) => `l${at + 1}: &l${at + 1} [*l${at}, *l${at}, *l${at}]`,
    );
    expect(faults(`---\nl0: &l0 [x]\n${levels.join('\n')}\n---\n`)).toEqual([]);
  });

  it.each([
    ['[', 60_000],
    ['- ', 30_000],
    ['{a: ', 15_000],
    ['!', 60_000],
    ['"', 60_000],
  ])('a row of %j, %d long, is one diagnostic', (piece, count) => {
    expect(codesOf(`---\n${piece.repeat(count)}\n---\n`)).toEqual(['invalid-front-matter']);
  });

  it('is read up to a size', () => {
    expect(codesOf(`---\na: ${'x'.repeat(MAX_FRONT_MATTER_LENGTH)}\n---\n`)).toEqual(['excessive-template']);
  });
});

describe('body', () => {
  const partsOf = (text: string) =>
    readTemplate(text).template.parts.map((part) =>
      part.kind === 'text' ? part.text : part.kind === 'expression' ? [part.expression.text] : [],
    );

  it.each<readonly [string, readonly (string | string[])[]]>([
    ['a ${x} b', ['a ', ['x'], ' b']],
    ['${x}${ y }', [['x'], [' y ']]],
    ['${ {"a": {"b": 1}}.a.b }', [[' {"a": {"b": 1}}.a.b ']]],
    ['${"}" + \'}\' + r"\\}" + """}"}"""}', [['"}" + \'}\' + r"\\}" + """}"}"""']]],
    ['${"a\\"}" + x}', [['"a\\"}" + x']]],
    ['${x // }\n}', [['x // }\n']]],
    ['\\${x} and \\\\${x}', ['${x} and \\${x}']],
    ['${{ github.ref }} ${x}', ['${{ github.ref }} ', ['x']]],
    ['\\${{ x }}', ['${{ x }}']],
    ['$ {x} $x $$ {{x}}', ['$ {x} $x $$ {{x}}']],
    ['$${x}', ['$', ['x']]],
    ['$', ['$']],
    ['', []],
  ])('%j is cut at its placeholders', (text, expected) => {
    expect(readTemplate(text).diagnostics).toEqual([]);
    expect(partsOf(text)).toEqual(expected);
  });

  it('says whether it places the actions itself', () => {
    const places = (text: string) => readTemplate(text).template.placesActions;
    expect(
      ['${actions}', '${ actions }', '${"a" + actions}', '${x}', '\\${actions}', 'actions'].map(places),
    ).toEqual([true, true, true, false, false, false]);
  });

  it('an expression that is never closed is told from its opening, once', () => {
    expect(faults('a ${x\n${y} {')).toEqual([
      ['unclosed-expression', 'The expression that starts with "${x" is never closed.', '${x'],
    ]);
  });

  it('an unclosed quote hides no closing brace', () => {
    expect(faults("${it's} and ${x}")).toEqual([
      [
        'invalid-expression',
        "This expression cannot be read: the text that starts with ' is not closed on its line.",
        "'s",
      ],
    ]);
  });

  it('an expression fault has its place in the whole file', () => {
    const [fault] = readTemplate('---\nparams:\n---\nOne\nTwo ${a b} three').diagnostics;
    expect(fault?.span.start).toBe('---\nparams:\n---\nOne\nTwo ${a '.length);
  });

  it('several faults are several diagnostics', () => {
    expect(faults('${a b} ${1 +} ${} ${ok}').map(([code]) => code)).toEqual(
      Array(3).fill('invalid-expression'),
    );
  });

  it('is read up to a size', () => {
    expect(codesOf('x'.repeat(MAX_TEMPLATE_LENGTH + 1))).toEqual(['excessive-template']);
  });

  it.each(['${', "${'", '${"', "${'''", "${'\\", '${//', '\\${', '{', '$', '${{', '${a'])(
    'a row of 100,000 %j has at most 20 diagnostics of its own',
    (piece) => {
      const { diagnostics } = readTemplate(piece.repeat(100_000));
      expect(diagnostics.length).toBeLessThanOrEqual(20);
    },
  );
});

describe('properties', () => {
  const pieces = fc.constantFrom(
    '---\n',
    '---\r\n',
    'params:\n',
    '  a: {type: number}\n',
    '${',
    '}',
    '\\',
    '{',
    '"',
    "'",
    'a',
    ' ',
    '\n',
    '\uFEFF',
    'actions',
    ' + ',
    'syntax: x\n',
    '&x',
    '*x',
    ': ',
    '- ',
    '//',
    '1',
    '?',
  );
  const source = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 20 }).map((all) => all.join('')),
    fc.array(pieces, { maxLength: 12 }).map((all) => `---\nparams:\n${all.join('')}\n---\n`),
  );

  it('any text is read without a throw, and all spans lie in it', () => {
    fc.assert(
      fc.property(source, (text) => {
        const { template, diagnostics } = readTemplate(text);
        const names = template.parts.flatMap((part) =>
          part.kind === 'expression' ? part.expression.names : [],
        );
        for (const { span } of [...diagnostics, ...template.parameters, ...names]) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('a template without placeholders and front matter renders to itself, to the byte', () => {
    const plain = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !text.includes('${') && !/^\uFEFF|^---/.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(render(text)).toBe(text);
      }),
    );
  });

  it('a value arrives literally, whatever it holds', () => {
    const odd = fc.constantFrom('${x}', '$&', '$1', '"', "'", '\n', '{{x}}', '\\', '<b>');
    const value = fc.array(fc.oneof(odd, fc.string({ unit: 'grapheme' }))).map((all) => all.join(''));
    fc.assert(
      fc.property(value, (text) => {
        const names = { x: { type: 'string', value: text } } as const;
        expect(render('[${x}|${x + ""}]', names)).toBe(`[${text}|${text}]`);
      }),
    );
  });
});
