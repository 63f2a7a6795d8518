import { expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import { typeOfSchema } from '../../src/expression/types/type-of-schema.ts';
import { unionOf } from '../../src/expression/types/union-of.ts';
import type { ValueType } from '../../src/expression/types/value.ts';
import { parsePartial, parseTemplate } from '../../src/prompt/parse/parse-template.ts';
import { renderHandlebars, handlebars, type Partials } from '../helpers/partials.ts';
import { diagnosticLines } from '../helpers/diagnostic-lines.ts';

const GOLDENS = `${import.meta.dirname}/../fixtures/prompt`;
const CUT = 120;

function shown(text: string): string {
  const json = JSON.stringify(text);
  return json.length > CUT ? `${json.slice(0, CUT)}… (${text.length} characters)` : json;
}

const FRONT_MATTERS: readonly string[] = [
  '---\na: 1\n',
  '\uFEFF---\na: 1\n',
  '---\na:\n  b: 1\n c: 2\n---\n',
  '---\na:\n\tb: 1\n---\n',
  '---\na: b: c\n---\n',
  '---\na: "b\n---\n',
  '---\n"a" 1\n---\n',
  '---\na\nb: 1\n---\n',
  '---\na b\nc d: 1\n---\n',
  '---\na: b\nc\n---\n',
  '---\na: ]\n---\n',
  '---\na: @b\n---\n',
  '---\na: `b`\n---\n',
  '---\na: %b\n---\n',
  '---\na: "\\q"\n---\n',
  '---\na: *b\n---\n',
  '---\na: !\n---\n',
  '---\na: &x &y 1\n---\n',
  '---\n- a\n---\n',
  '---\ntext\n---\n',
  '---\n1: 2\n---\n',
  '---\na: 1\n--- {b: 2}\n---\n',
  '---\na: *\n---\n',
  `---\na: ${'['.repeat(3000)}\n---\n`,
  '---\na: |x\n  y\n---\n',
  '---\n%YAML 9\n---\n',
  '---\n? [a]\n: b\n---\n',
  '---\nparams:\nparameters:\n---\n',
  '---\nparams: 3\n---\n',
  '---\nparameters: [a]\n---\n',
  '---\nsyntax: mustache\n---\n{{a}}',
  '---\nsyntax: handlebar\n---\n{{a}}',
  '---\nsyntax: [handlebars]\n---\n{{a}}',
  '---\nparams:\n  a: {type: int}\n---\n',
  '---\nparams:\n  a: {type: [string]}\n---\n',
  '---\nparams:\n  a: string\n---\n',
  '---\nparams:\n  a: {required: yes}\n---\n',
  '---\nparams:\n  a: {required: []}\n---\n',
  '---\nparams:\n  a: {type: number, default: many}\n---\n',
  '---\nparams:\n  a: {type: array, default: {}}\n---\n',
  '---\nparams:\n  a: {type: object, default: []}\n---\n',
  '---\nparams:\n  a: {type: string, default: []}\n---\n',
  '---\nparams:\n  a: {type: int, default: many}\n---\n',
  '---\nparams:\n  a: {enum: a}\n---\n',
  '---\nparams:\n  a: {enum: []}\n---\n',
  '---\nparams:\n  a: {type: number, enum: [1, b]}\n---\n',
  '---\nparams:\n  a: {type: number, enum: [1, 2], default: 3}\n---\n',
  '---\nparams:\n  a: {enum: [x], default: x}\n---\n',
  '---\nparams:\n  a: {description: [b]}\n---\n',
  '---\nparams:\n  a:\n  b:\n  a:\n---\n',
  '---\nparams:\n  a: {type: string, type: number}\n---\n',
  '---\nparams:\n  true:\n  in:\n  "":\n---\n',
  '---\nparams:\n  a: &x {}\n  b: *x\n---\n',
  '---\nparams:\n  a: {requierd: true, descripton: x, defualt: 1, enums: [1], typ: string, other: 1}\n---\n',
  '${a',
  `\${${'a'.repeat(38)}`,
  `\${${'a'.repeat(39)}`,
  '${a\r\nb',
  '${a +} ${b',
  '${'.repeat(21),
  `---\na: ${'x'.repeat(64 * 1024 - 4)}\n---\n`,
  `---\na: ${'x'.repeat(64 * 1024 - 3)}\n---\n`,
  'x'.repeat(4 * 1024 * 1024),
  'x'.repeat(4 * 1024 * 1024 + 1),
];

test('what is wrong with a template is told with its place', async () => {
  const text = FRONT_MATTERS.map((each) => {
    const { diagnostics, report } = collect();
    parseTemplate({ name: 'prompt.md', text: each }, report);
    return [shown(each), ...diagnosticLines(diagnostics)].join('\n');
  });
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(`${GOLDENS}/templates.txt`);
});

test('a partial that declares parameters is told of the first', () => {
  const { diagnostics, report } = collect();
  const text = '---\nparams:\n  a:\n  b:\n---\n{{a}}';
  const partial = parsePartial({ name: 'prompts/a.md', text }, report);
  expect(partial.parameters).toEqual([]);
  expect(diagnosticLines(diagnostics).slice(0, 2)).toEqual([
    '  invalid-front-matter at prompts/a.md 14-15 "a"',
    '    The front matter cannot be read: a partial declares no parameters; it sees those of the prompt, and gets others where it is taken in.',
  ]);
});

const shut = { type: 'object', additionalProperties: false };
const TYPES: Readonly<Record<string, ValueType>> = {
  name: 'string',
  count: 'number',
  done: 'boolean',
  'story-id': 'string',
  'odd name': 'string',
  list: typeOfSchema({ type: 'array', items: { ...shut, properties: { path: { type: 'string' } } } }),
  report: typeOfSchema({
    ...shut,
    properties: { valid: { type: 'boolean' }, 'odd key': {}, deep: { ...shut, properties: { x: {} } } },
    required: ['valid', 'deep'],
  }),
  kind: typeOfSchema({ enum: ['bug', 'feature'] }),
  risk: unionOf([typeOfSchema({ ...shut, properties: { level: {} }, required: ['level'] }), 'null']),
  any: 'any',
  unset: 'any',
};
const PARTIALS: Partials = {
  rules: 'Rules of {{name}}.',
  wrong: '{{nam}}',
  outer: '{{> wrong}}',
  ring: '{{> ring2}}',
  ring2: '{{> ring}}',
  self: '{{> self}}',
  given: '{{file.path}}{{file.pth}}{{this.path}}',
  broken: '{{#if}}',
  ...Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`deep${at}`, `{{> deep${at + 1}}}`])),
  deep18: 'x',
  large: 'x'.repeat(3 * 1024 * 1024),
};
const open = (count: number): string => '{{#if name}}'.repeat(count) + '{{/if}}'.repeat(count);

const BODIES: readonly string[] = [
  '{{name',
  '{{name}',
  `{{${'n'.repeat(50)}`,
  'a {{name\nb',
  '{{{name}}',
  '{{name}}}',
  '{{}}',
  '{{ }}',
  '{{#if}}{{/if}}',
  '{{#}}{{/}}',
  '{{#if name}}',
  '{{#if name}}{{#each list}}{{/each}}',
  '{{^name}}',
  '{{#> rules}}',
  '{{{{raw}}}} x',
  '{{#if name}}{{{{raw}}}} x',
  '{{{{raw}}}}{{#if name}}',
  '{{{{raw}}}}{{name}}{{{{/raw}}}}',
  '{{{{other}}}}{{name}}{{{{/other}}}}',
  '{{/if}}',
  'a {{/if name}} b',
  '{{else}}',
  '{{^}}',
  '{{else if name}}',
  '{{#if name}}{{else}}{{else}}{{/if}}',
  '{{#if name}}{{else}}{{else if name}}{{/if}}',
  '{{#if name}}{{/each}}',
  `{{#if name}}{{/${'e'.repeat(41)}}}`,
  `{{#if name}}{{/${'e'.repeat(40)}}}`,
  '{{#if ${name}}}{{/${name}}}',
  '{{#${name}}}{{/if}}',
  '{{=name}}',
  '{{name =1}}',
  '{{name a=}}',
  '{{"name}}',
  "{{'name}}",
  '{{#if "name}}{{/if}}',
  '{{;}}',
  '{{name %}}',
  '{{> }}',
  '{{#if name}} {{/if',
  '{{a/../b}}',
  '{{a.this}}',
  '{{a/./b}}',
  '{{name name}}',
  '{{name a=1}}',
  '{{lookup list 0}}',
  '{{"text"}}',
  '{{1}}',
  '{{true}}',
  '{{null}}',
  '{{undefined}}',
  '{{(name)}}',
  '{{#if (eq name 1)}}{{/if}}',
  '{{#if name count}}{{/if}}',
  '{{#each list includeZero=true}}{{/each}}',
  '{{#if name includeZero=true}}{{/if}}',
  '{{#iff name}}a{{/iff}}',
  '{{#iff name}}a{{~/iff~}}',
  '{{#iff name}}iff{{else}}b{{/iff}}',
  '{{#foreach list}}{{/foreach}}',
  '{{#iff name}}{{/iff }} iff',
  '{{#if name as |x|}}{{/if}}',
  '{{#unless name as |x|}}{{/unless}}',
  '{{#each list as |${name}|}}{{/each}}',
  '{{#each list as |}}{{/each}}',
  '{{#*inline "a"}}{{/inline}}',
  '{{* decorator}}',
  '{{#> rules}}a{{/rules}}',
  '{{> (name)}}',
  '{{> ${name}}}',
  '{{> "${name}"}}',
  '{{> @name}}',
  '{{> ../rules}}',
  '{{> "../rules"}}',
  '{{> "/etc/passwd"}}',
  '{{> "~/x"}}',
  '{{> "C:x"}}',
  '{{> "a\\\\b"}}',
  '{{> "a/"}}',
  '{{> "a/."}}',
  '{{> this}}',
  '{{> "a/this"}}',
  '{{> [rules]}}',
  '{{> rules name count}}',
  '{{> rules ${name}=1}}',
  '{{> rules a=(b)}}',
  '{{> wrong}}',
  '{{> outer}}',
  '{{> ring}}',
  '{{> self}}',
  '{{> broken}}',
  '{{> deep2}}',
  '{{> deep3}}',
  '{{> large}}',
  '{{> large}}{{> large}}{{> rules}}',
  '{{#each list}}{{> given file=this}}{{/each}}',
  '{{> given list}}',
  '{{name.${count}}}',
  '{{${name}.a}}',
  '{{${name}}}',
  '{{${nam}}}',
  '{{${name +}}}',
  '{{../${name}}}',
  '{{@${name}}}',
  '{{#if "a ${nam} b"}}{{/if}}',
  '{{nam}}',
  '{{storyid}} {{odd_name}}',
  '{{nothing.at.all}}',
  '{{this}}',
  '{{.}}',
  '{{../name}}',
  '{{../../name}}',
  '{{#each list}}{{../nam}}{{../../name}}{{/each}}',
  '{{@root}}',
  '{{@root.nam}}',
  '{{@root.report.vald}}',
  '{{@index}}',
  '{{#each list}}{{@indx}}{{@../index}}{{@index.a}}{{@key}}{{@first}}{{@last}}{{/each}}',
  '{{#each list}}{{#each ../list}}{{@../index}}{{@../../index}}{{/each}}{{/each}}',
  '{{report.vald}}',
  '{{report.odd_key}}',
  '{{report.deep.y}}',
  '{{this.report.deep.y}}',
  '{{report.valid.x}}',
  '{{list.foo}}',
  '{{list.0.pth}}',
  '{{list.00}}',
  '{{list.length.x}}',
  '{{name.length}}{{name.size}}',
  '{{kind.length}}{{kind.size}}',
  '{{count.length}}',
  '{{risk.level}}{{risk.lvel}}',
  '{{#each list}}{{pth}}{{/each}}',
  '{{#each list}}{{name}}{{/each}}',
  '{{#each list}}{{this.name}}{{/each}}',
  '{{#each list as |file at|}}{{file.pth}}{{at.x}}{{/each}}',
  '{{#each name}}{{/each}}',
  '{{#each count}}{{/each}}',
  '{{#each "text"}}{{/each}}',
  '{{#each 1}}{{/each}}',
  '{{#each true}}{{/each}}',
  '{{#each report}}{{this.x}}{{/each}}',
  '{{#each kind}}{{/each}}',
  '{{#each risk}}{{/each}}',
  '{{#with report}}{{vald}}{{/with}}',
  '{{#with this}}{{nam}}{{/with}}',
  '{{unset}}',
  '{{#if unset}}{{unset}}{{/if}}{{unset}}',
  '{{[odd name]}}',
  '{{#if ${done > 1}}}{{/if}}',
  '{{#if ${nam == "x"}}}${nam}{{/if}}',
  '{{#if ${name ? 1 : 2}}}{{/if}}',
  '\uE000{{name}}',
  'a\uF8FF{{name}}',
  `${' '.repeat(500)}{{name}}`,
  `a${' '.repeat(501)}{{name}}`,
  `{{name}}${'x'.repeat(512 * 1024 - 8)}`,
  `{{name}}${'x'.repeat(512 * 1024 - 7)}`,
  open(64),
  open(65),
  `{{#if name}}${'{{else if name}}'.repeat(63)}{{/if}}`,
  `{{#if name}}${'{{else if name}}'.repeat(64)}{{/if}}`,
  `{{^name}}`.repeat(65),
  `{{#> rules}}`.repeat(65),
  `{{name ${'('.repeat(65)}`,
  `{{name ${'(a)'.repeat(65)}}}`,
  Array.from({ length: 201 }, () => '{{nam}}').join(''),
];

test('what is wrong with Handlebars is told with its place and what to do', async () => {
  const text = BODIES.map((body) => {
    const { diagnostics } = handlebars(body, TYPES, PARTIALS, new Set(['unset']));
    const reported = diagnosticLines(diagnostics);
    const some =
      reported.length > 40 ? [...reported.slice(0, 8), `  … ${diagnostics.length} in all`] : reported;
    return [shown(body), ...some].join('\n');
  });
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(`${GOLDENS}/handlebars.txt`);
});

test('a prompt that becomes too large is refused', () => {
  const list = Array.from({ length: 1000 }, () => 0);
  // A unit for the block, and for each of the list one for the round, one for the value and one for 16 characters of it.
  const repeating = (length: number): string =>
    renderHandlebars('{{#each list}}{{@root.text}}{{/each}}', { list, text: 'x'.repeat(length) });
  expect(repeating(998 * 16 - 1)).toHaveLength(15_967_000);
  expect(() => repeating(998 * 16)).toThrow(
    'The expression "{{…}}" has no value: the prompt takes too long, or becomes too large.',
  );
});
