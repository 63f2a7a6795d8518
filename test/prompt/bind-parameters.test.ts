import { describe, expect, it } from 'vitest';
import type { Field, Param, Scalar } from '../../src/model/field.ts';
import { bindParameters, type Binding, type ParameterSources } from '../../src/prompt/bind-parameters.ts';
import type { TemplateParameter } from '../../src/prompt/template.ts';
import { wholeOf } from '../../src/text/source.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  type: 'string',
  description: `the ${name}`,
  required: false,
  default: undefined,
  enum: undefined,
  schema: undefined,
  ...more,
});
const param = (name: string, more: Partial<Extract<Param, { kind: 'definition' }>> = {}): Param => ({
  kind: 'definition',
  name,
  type: 'string',
  description: undefined,
  required: false,
  default: undefined,
  enum: undefined,
  schema: undefined,
  ...more,
});
const literal = (name: string, value: Scalar): Param => ({ kind: 'literal', name, value });
const parameter = (name: string, more: Partial<TemplateParameter> = {}): TemplateParameter => ({
  name,
  type: 'string',
  description: undefined,
  required: false,
  default: undefined,
  enum: undefined,
  schema: undefined,
  span: wholeOf({ name: 't', text: '' }),
  ...more,
});
const bind = (sources: Partial<ParameterSources>): Binding =>
  bindParameters({ fields: [], params: [], parameters: [], values: {}, args: {}, ...sources });
const valueOf = (sources: Partial<ParameterSources>, name = 'x') => bind(sources).scope.values.get(name);

describe('precedence, low to high', () => {
  const parameters = [parameter('x', { default: 'front matter' })];
  const params = [param('x', { default: 'promptParams' })];
  const fields = [field('x')];
  it.each<readonly [string, Partial<ParameterSources>]>([
    ['front matter', { parameters }],
    ['promptParams', { parameters, params }],
    ['fixed', { parameters, params: [literal('x', 'fixed')] }],
    ['field', { parameters, params, fields, values: { x: 'field' } }],
    ['field', { parameters, params: [literal('x', 'fixed')], fields, values: { x: 'field' } }],
    ['arg', { parameters, params, fields, values: { x: 'field' }, args: { x: 'arg' } }],
    ['front matter', { parameters, params: [param('x')], fields }],
  ])('%s', (expected, sources) => {
    expect(valueOf(sources)).toBe(expected);
  });
});

describe('types', () => {
  it('that of promptParams counts, else the field, else the front matter', () => {
    const parameters = [parameter('x', { type: 'boolean' })];
    const fields = [field('x', { type: 'number' })];
    const args = { x: '1' };
    expect(valueOf({ parameters, args })).toBe(true);
    expect(valueOf({ parameters, fields, args })).toBe(1);
    expect(valueOf({ parameters, fields, params: [param('x')], args })).toBe('1');
    expect(valueOf({ fields, params: [literal('x', false)], args })).toBe(true);
  });

  it('--continue=false is false, not a text', () => {
    const { scope } = bind({ params: [param('continue', { type: 'boolean' })], args: { continue: 'false' } });
    expect(scope.values.get('continue')).toBe(false);
    expect(scope.types.get('continue')).toBe('boolean');
  });

  it('a value of another type is brought to the one that counts', () => {
    expect(
      valueOf({ parameters: [parameter('x', { type: 'number', default: 5 })], fields: [field('x')] }),
    ).toBe('5');
  });

  it('a value that does not fit is a problem', () => {
    const { problems, scope } = bind({ fields: [field('n', { type: 'number' })], args: { n: '12abc' } });
    expect(problems).toMatchObject([
      { kind: 'unfit', name: 'n', message: expect.stringContaining('"12abc"') },
    ]);
    expect(scope.values.get('n')).toBeUndefined();
  });

  it('an argument that nobody declares is a text', () => {
    const { scope, problems } = bind({ args: { extra: '1' } });
    expect([scope.values.get('extra'), scope.types.get('extra'), problems]).toEqual(['1', 'string', []]);
  });
});

describe('what is missing', () => {
  it('a required parameter without a value is told with its description', () => {
    const sources = {
      fields: [field('a', { required: true })],
      params: [param('b', { required: true, description: 'B of it' })],
      parameters: [parameter('c', { required: true })],
    };
    expect(bind(sources).problems.map((each) => each.message)).toEqual([
      'Parameter "a" (the a) is required and has no value.',
      'Parameter "b" (B of it) is required and has no value.',
      'Parameter "c" is required and has no value.',
    ]);
  });

  it('is told once, and not when anything gives a value', () => {
    const both = {
      fields: [field('a', { required: true })],
      parameters: [parameter('a', { required: true })],
    };
    expect(bind(both).problems).toHaveLength(1);
    expect(bind({ ...both, args: { a: '' } }).problems).toEqual([]);
    expect(bind({ parameters: [parameter('a', { required: true, default: 'x' })] }).problems).toEqual([]);
  });

  it('an optional one is declared and absent', () => {
    const { values, types } = bind({ params: [param('a')] }).scope;
    expect([values.has('a'), values.get('a'), types.get('a')]).toEqual([true, undefined, 'string']);
  });

  it('records have no values by inheritance', () => {
    expect(bind({ fields: [field('constructor', { required: true })] }).problems).toHaveLength(1);
    expect(valueOf({ fields: [field('toString')] }, 'toString')).toBeUndefined();
  });
});
