import fc from 'fast-check';
import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';
import { handlebars, renderHandlebars } from '../../../helpers/partials.ts';

/** Handlebars reads own members alone, which is its default, and says nothing about it. */
const QUIET = { allowProtoMethodsByDefault: false, allowProtoPropertiesByDefault: false };

/** Texts that are half templates: marks of both kinds, names, quotes, white space. */
const PIECES =
  '{{ }} {{{ }}} {{{{raw}}}} {{{{/raw}}}} {{#if {{#each {{#with {{#unless {{else}} {{else if {{/if}} {{/each}} {{/with}} {{^}} ' +
  '{{! {{!-- --}} {{> rules {{& ~ ${ } ${name} ${{ \\${ \\{{ \\\\{{ name this .. ../ @index @root. | as |x| " \' = ( ) [ ] . / \\ a=1 ' +
  'true 1 null -';
const body = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(...PIECES.split(' '), ' ', '\n', '\r\n', '\r', '\t', '\0', '\u2028'),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    ),
    { maxLength: 24 },
  )
  .map((pieces) => pieces.join(''));

describe('any text', () => {
  it('is read without a throw, and every span lies in the text it speaks of', () => {
    fc.assert(
      fc.property(body, body, (text, rules) => {
        const { diagnostics } = handlebars(text, { name: 'string' }, { rules });
        for (const { span, related, fix } of diagnostics) {
          const spans = [
            span,
            ...related.map((each) => each.span),
            ...(fix?.edits ?? []).map((each) => each.span),
          ];
          for (const { source, start, end } of spans) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(source.text.length);
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('without "{{" and "${" renders to itself', () => {
    const plain = fc
      .string({ unit: 'binary' })
      .filter((text) => !text.includes('{{') && !text.includes('${') && !/^[\r\n]/.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(renderHandlebars(text)).toBe(text);
      }),
    );
  });

  it('beside a comment renders to itself, whatever Handlebars cannot read in it', () => {
    const plain = fc
      .string({ unit: 'binary' })
      .filter((text) => !/\{\{|\$\{|^[\r\n]|[\uE000-\uF8FF]|[\\{]$|^[\s]|\s$|\s{500}/.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(renderHandlebars(`${text}{{! }}|`)).toBe(`${text}|`);
      }),
    );
  });

  it('that is no expression and has no fault renders as by Handlebars itself', () => {
    const own = Handlebars.create();
    const values = { name: 'N', x: 'X' };
    const safe = body.filter((text) => !/\$\{|^[\r\n]|raw|\(|@|\0/.test(text));
    let compared = 0;
    fc.assert(
      fc.property(safe, (text) => {
        const found = handlebars(text, { name: 'any', x: 'any' });
        if (found.diagnostics.length > 0 || found.template.inclusions.length > 0) return;
        compared += 1;
        expect(renderHandlebars(text, values)).toBe(own.compile(text, { noEscape: true })(values, QUIET));
      }),
      { numRuns: 3000 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});

describe('a value', () => {
  it('arrives literally, whatever it holds', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '{{x}}',
        '${x}',
        '{{> rules}}',
        '\\{{x}}',
        '${{ x }}',
        '<b>&"',
        '\uE000\uE002\uE002',
        '$&',
      ),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(hostile, (value) => {
        const text =
          '{{v}}|${v}|{{#if true}}{{{v}}}{{/if}}|{{> p t=v}}|{{> p t="${v}"}}|{{#each ${[v]}}}{{this}}{{/each}}';
        const expected = Array.from({ length: 6 }, () => value).join('|');
        expect(renderHandlebars(text, { v: value }, { p: '{{t}}' })).toBe(expected);
      }),
    );
  });
});

describe('bounds', () => {
  it.each<readonly [string, string]>([
    ['tags that are not closed', '{{'.repeat(50_000)],
    ['blocks that are not closed', '{{#if name}}'.repeat(20_000)],
    ['brackets', `{{${'('.repeat(100_000)}`],
    ['comments that are not closed', '{{!'.repeat(50_000)],
    ['quotes', `{{> rules a=${'"\\'.repeat(50_000)}`],
    ['brackets around keys', `{{[${'\\'.repeat(100_000)}`],
    ['raw blocks', '{{{{raw}}}}'.repeat(20_000)],
    ['escaped tags', '\\{{'.repeat(50_000)],
    ['white space in lines', `${`x${'\n'.repeat(400)}`.repeat(500)}{{name}}`],
    ['tags', '{{name}}'.repeat(30_000)],
    ['undeclared names', Array.from({ length: 30_000 }, (_, index) => `{{n${index}}}`).join('')],
    ['else-ifs', `{{#if name}}${'{{else if name}}'.repeat(20_000)}{{/if}}`],
  ])('a long row of %s is read without a throw, and told of in few words', (_, text) => {
    expect(handlebars(text, { name: 'string' }).diagnostics.length).toBeLessThanOrEqual(200);
  });

  it('partials that double each time are told where they become too many', () => {
    const partials = Object.fromEntries(
      Array.from({ length: 16 }, (_, index) => [
        `p${index}`,
        `${'x'.repeat(100)}{{> p${index + 1}}}{{> p${index + 1}}}`,
      ]),
    );
    const codes = handlebars('{{> p0}}', {}, { ...partials, p15: 'x'.repeat(200) }).diagnostics.map(
      ({ code }) => code,
    );
    expect(codes).toContain('excessive-template');
  });
});
