import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../../../src/expression/cel/expression-error.ts';
import type { Value } from '../../../../src/model/value.ts';
import { renderHandlebars, type Partials } from '../../../helpers/partials.ts';

/** Handlebars reads own members alone, which is its default, and says nothing about it. */
const QUIET = { allowProtoMethodsByDefault: false, allowProtoPropertiesByDefault: false };

type Values = Readonly<Record<string, Value>>;

const VALUES: Values = {
  name: 'Ada',
  empty: '',
  zero: 0,
  yes: true,
  no: false,
  none: null,
  a: { b: { c: 'deep' }, 'd-e': 'dashed', n: 0 },
  xs: ['x', 'y', 'z'],
  nil: [],
  rows: [
    { id: 1, tags: ['p', 'q'] },
    { id: 2, tags: [] },
  ],
  object: { k1: 'v1', k2: 'v2' },
  html: '<b>"&\'',
};

/** Each gives what Handlebars' own compiler gives, without escaping. */
const LIKE_HANDLEBARS: readonly string[] = [
  '{{name}}',
  '{{ name }}|{{{name}}}|{{&name}}',
  '{{html}}',
  '{{a.b.c}} {{a/b/c}} {{a.[d-e]}} {{[name]}}',
  '{{a.x}}{{a.b.x.y}}|{{none}}|{{no}}|{{zero}}',
  '{{#if yes}}1{{else}}2{{/if}}{{#if no}}1{{else}}2{{/if}}',
  '{{#if empty}}1{{else if name}}{{name}}{{else}}3{{/if}}',
  '{{#if zero}}1{{else}}2{{/if}}{{#if nil}}1{{else}}2{{/if}}{{#if a}}1{{/if}}{{#if none}}1{{^}}2{{/if}}',
  '{{^if no}}1{{else}}2{{/if}}',
  '{{#unless no}}1{{else}}2{{/unless}}{{#unless xs}}1{{else}}2{{/unless}}',
  '{{#if xs.length}}{{xs.length}} {{xs.[1]}}{{/if}}',
  '{{#each xs}}{{@index}}={{this}}{{#if @last}}.{{else}}, {{/if}}{{/each}}',
  '{{#each xs}}{{#if @first}}<{{/if}}{{.}}{{/each}}',
  '{{#each nil}}1{{else}}none{{/each}}{{#each name}}1{{else}}text{{/each}}',
  '{{#each object}}{{@key}}:{{this}}:{{@index}};{{/each}}',
  '{{#each xs as |x i|}}{{i}}{{x}}{{/each}}',
  '{{#each object as |v k|}}{{k}}{{v}}{{/each}}',
  '{{#each rows}}{{id}}:{{#each tags}}{{../id}}{{this}}{{@../index}}{{else}}-{{/each}};{{/each}}',
  '{{#each rows as |row|}}{{#each row.tags as |tag|}}{{row.id}}{{tag}} {{/each}}{{/each}}',
  '{{#each rows}}{{@root.name}}{{../name}}{{this.id}}{{./id}}{{/each}}',
  '{{#with a}}{{b.c}}{{../name}}{{/with}}{{#with none}}1{{else}}2{{/with}}{{#with zero}}0{{/with}}',
  '{{#with a.b as |x|}}{{x.c}}{{c}}{{/with}}',
  '{{#with a}}{{#if b}}{{b.c}}{{../name}}{{/if}}{{/with}}',
  'a{{! no }}b{{!-- {{name}} --}}c',
  'x {{~name~}} y',
  'x\n  {{~#if yes~}}  \n 1 \n{{~else~}} 2 {{~/if~}} \n y',
  'a\n{{#if yes}}\n  b\n{{else}}\n  c\n{{/if}}\nd',
  '  {{#each xs}}\n  - {{this}}\n  {{/each}}\nend\n',
  'a\r\n{{#if yes}}\r\nb\r\n{{/if}}\r\nc',
  '{{! alone }}\nfirst\n  {{!-- alone --}}\nlast',
  '{{#if yes}}\n{{#if name}}\nboth\n{{/if}}\n{{/if}}\n',
  '\\{{name}} and {{name}} and \\\\{{name}}',
  'a \\{{x}} b \\{{y}} c',
  'plain } }} { text',
  '{{> greet}}',
  '{{> greet name="Bob"}}|{{> greet a}}',
  '{{> "greet" name=a.b.c}}',
  'list:\n  {{> lines}}\nend',
  '{{#each rows}}{{> row}}{{/each}}',
  '{{> outer title="T"}}',
  '{{> greet this}}',
  '{{constructor}}{{a.constructor}}{{a.__proto__}}{{xs.push}}{{name.big}}',
];

const PARTIALS: Partials = {
  greet: 'Hi {{name}}!',
  lines: 'one\ntwo {{name}}\n',
  row: '[{{id}}{{@index}}]',
  dot: '{{this}}{{mark}}',
  outer: '{{title}}{{> inner}}',
  inner: '({{title}})',
  up: '{{b.c}}{{../name}}',
};

describe('what Handlebars renders, a template renders', () => {
  const own = Handlebars.create();
  for (const [name, text] of Object.entries(PARTIALS)) own.registerPartial(name, text);
  it.each(LIKE_HANDLEBARS)('%j', (body) => {
    // A name that the check would refuse is declared here without a value.
    const values = body.includes('constructor') ? { ...VALUES, constructor: null } : VALUES;
    expect(renderHandlebars(body, values, PARTIALS)).toBe(
      own.compile(body, { noEscape: true })(values, QUIET),
    );
  });
});

describe('what is not as in Handlebars, or not in it', () => {
  it.each<readonly [string, string]>([
    ['{{a.b}} {{xs}}', '{"c":"deep"} ["x","y","z"]'],
    ['${name} {{name}}', 'Ada Ada'],
    ['{{#each xs}}${this + "!"}{{/each}}', 'x!y!z!'],
    ['{{#each xs as |x i|}}${x + name}${i + 1} {{/each}}', 'xAda1 yAda2 zAda3 '],
    ['{{#each rows}}${this.id * 2}{{/each}}', '24'],
    ['{{#with a}}${this.b.c + name}{{/with}}', 'deepAda'],
    ['{{#if ${xs.size() > 2}}}many{{else}}few{{/if}}', 'many'],
    ['{{#each ${[1, 2].map(n, n * 2)}}}{{this}}{{/each}}', '24'],
    ['{{#if ${name == "}}"}}}1{{else}}2{{/if}}', '2'],
    ['{{${name}}}', 'Ada'],
    ['{{> greet name="${name} {{x}} ${1 + 1}"}}', 'Hi Ada {{x}} 2!'],
    ['{{> cel title="T"}}', 'TAda'],
    ['{{#each xs}}{{> dot mark=@index}}{{/each}}', 'x0y1z2'],
    ['{{#with a}}{{> up}}{{/with}}', 'deepAda'],
    ['${{ github.ref }} {{name}}', '${{ github.ref }} Ada'],
    ['\\${name} {{name}}', '${name} Ada'],
    ['\\\\${name}{{! }}', '\\${name}'],
    ['{{{{raw}}}} {{name}} ${name} {{#if}} {{{{/raw}}}}', ' {{name}} Ada {{#if}} '],
    ['a\0b{{name}}', 'a\0bAda'],
    ['  ${name}\n{{#if yes}}\n${\n"x"\n}\n{{/if}}\n', '  Ada\nx\n'],
    ['${name}{{~! }} x', 'Ada x'],
  ])('%j gives %j', (body, expected) => {
    expect(renderHandlebars(body, VALUES, { ...PARTIALS, cel: '${title}${name}' })).toBe(expected);
  });

  it('the section of actions is a value like others', () => {
    expect(renderHandlebars('{{actions}}|{{#if actions}}x{{/if}}', { actions: '{{name}}' })).toBe(
      '{{name}}|x',
    );
  });

  it('a prompt that grows too long has no value', () => {
    const long = 'x'.repeat(1_000_000);
    const body = '{{#each xs}}{{#each @root.xs}}{{@root.long}}{{/each}}{{/each}}';
    const xs = Array.from({ length: 10 }, () => 0);
    expect(() => renderHandlebars(body, { long, xs })).toThrow(ExpressionError);
  });

  it('the deepest template that is read is rendered', () => {
    const open = '{{#if yes}}'.repeat(63);
    const close = '{{/if}}'.repeat(63);
    const partials = Object.fromEntries(
      Array.from({ length: 16 }, (_, depth) => [
        `p${depth}`,
        open + (depth < 15 ? `{{> p${depth + 1}}}` : 'end') + close,
      ]),
    );
    expect(renderHandlebars('{{> p0}}', VALUES, partials)).toBe('end');
  });
});
