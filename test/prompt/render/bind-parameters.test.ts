import { describe, expect, it } from 'vitest';
import type { ValueType } from '../../../src/expression/types/value.ts';
import type { Field, FieldType, Param, Scalar } from '../../../src/model/field.ts';
import type { Value } from '../../../src/model/value.ts';
import {
  bindParameters,
  type Binding,
  type ParameterSources,
} from '../../../src/prompt/render/bind-parameters.ts';
import type { TemplateParameter } from '../../../src/prompt/parse/template.ts';
import { wholeOf } from '../../../src/text/source.ts';

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

describe('bound names', () => {
  const bound = (type: ValueType, value?: Value): Pick<ParameterSources, 'bound'> => ({
    bound: { types: new Map([['x', type]]), values: new Map(value === undefined ? [] : [['x', value]]) },
  });
  const REVIEW = { valid: true, files: ['a'] };

  it('stand where fields do: over defaults, under arguments', () => {
    const parameters = [parameter('x', { default: 'front matter' })];
    const params = [param('x', { default: 'promptParams' })];
    expect(valueOf({ parameters, ...bound('string', 'bound') })).toBe('bound');
    expect(valueOf({ parameters, params, ...bound('string', 'bound') })).toBe('bound');
    expect(valueOf({ params: [literal('x', 'fixed')], ...bound('string', 'bound') })).toBe('bound');
    expect(valueOf({ ...bound('string', 'bound'), args: { x: 'arg' } })).toBe('arg');
  });

  it('have the type that they are bound with, over that of front matter and under that of promptParams', () => {
    const type: ValueType = { kind: 'list', items: 'integer' };
    expect(bind(bound(type, [1])).scope.types.get('x')).toBe(type);
    expect(bind({ parameters: [parameter('x')], ...bound(type, [1]) }).scope.types.get('x')).toBe(type);
    expect(bind({ params: [param('x')], ...bound('any', 'a') }).scope.types.get('x')).toBe('string');
    expect(valueOf({ parameters: [parameter('x')], ...bound('any', REVIEW) })).toEqual(REVIEW);
  });

  it('are declared and absent while nothing is bound', () => {
    const { scope, problems } = bind(bound('any'));
    expect([scope.types.has('x'), scope.values.get('x'), problems]).toEqual([true, undefined, []]);
    expect(bind({ params: [param('x', { required: true })], ...bound('string') }).problems).toHaveLength(1);
    expect(valueOf({ parameters: [parameter('x', { default: 'd' })], ...bound('string') })).toBe('d');
  });

  it('keep a null that they are bound to', () => {
    expect(valueOf({ parameters: [parameter('x', { default: 'd' })], ...bound('any', null) })).toBeNull();
    expect(valueOf({ params: [param('x')], ...bound('any', null) })).toBeNull();
  });

  it('that are not of the type that promptParams declare are a problem', () => {
    const { problems } = bind({ params: [param('x', { type: 'number' })], ...bound('any', '5') });
    expect(problems).toMatchObject([
      { kind: 'unfit', message: expect.stringContaining('The value "5" of "x"') },
    ]);
  });
});

describe('arguments', () => {
  it.each<readonly [FieldType, Value, Value | undefined]>([
    ['number', '5', 5],
    ['number', 5, 5],
    ['boolean', 'true', true],
    ['array', '["a"]', ['a']],
    ['array', ['a'], ['a']],
    ['object', '{"a":1}', { a: 1 }],
    ['string', 5, undefined],
    ['string', true, undefined],
    ['string', ['a'], undefined],
    ['number', true, undefined],
    ['array', 'a', undefined],
    ['array', { a: 1 }, undefined],
    ['object', '[1]', undefined],
  ])('for a %s: %j gives %j', (type, given, value) => {
    const { scope, problems } = bind({ params: [param('x', { type })], args: { x: given } });
    expect(scope.values.get('x')).toEqual(value);
    expect(problems.map(({ kind }) => kind)).toEqual(value === undefined ? ['unfit'] : []);
  });

  it('that are null supply nothing', () => {
    expect(valueOf({ params: [param('x', { default: 'd' })], args: { x: null } })).toBe('d');
    expect(bind({ params: [param('x', { required: true })], args: { x: null } }).problems).toHaveLength(1);
    expect(bind({ args: { x: null } })).toMatchObject({ problems: [] });
  });

  it('that nobody declares are what they are', () => {
    const { scope } = bind({ args: { a: { b: 1 }, n: 5 } });
    expect([scope.values.get('a'), scope.types.get('a'), scope.values.get('n')]).toEqual([
      { b: 1 },
      'any',
      5,
    ]);
  });
});

describe('what is allowed', () => {
  it('an enum holds for whatever supplies the value', () => {
    const one = { enum: ['fast', 'slow'] };
    const args = { x: 'quick' };
    const message = 'The value "quick" of "x" is not one of "fast", "slow".';
    expect(bind({ params: [param('x', one)], args }).problems).toMatchObject([{ message }]);
    expect(bind({ parameters: [parameter('x', one)], args }).problems).toMatchObject([{ message }]);
    expect(bind({ fields: [field('x', one)], params: [param('x')], args }).problems).toHaveLength(1);
    expect(bind({ params: [param('x', one)], args: { x: 'slow' } }).problems).toEqual([]);
    expect(bind({ params: [param('x', one)] }).problems).toEqual([]);
  });

  it('a schema says what a list holds, and its type', () => {
    const schema = { type: 'array', items: { type: 'integer' } };
    const source = { kind: 'file', path: 'ids.json' } as const;
    const sources = { params: [param('x', { type: 'array', schema: source })], schemaOf: () => schema };
    expect(bind({ ...sources, args: { x: [1] } })).toMatchObject({ problems: [] });
    expect(bind(sources).scope.types.get('x')).toEqual({ kind: 'list', items: 'integer' });
    const [problem] = bind({ ...sources, args: { x: '[1, "a"]' } }).problems;
    expect(problem?.message).toMatch(
      /^The value of "x" does not fit its schema: "\$\[1\]" must be a whole number/,
    );
  });

  it('the default of a field stands in for its value', () => {
    expect(valueOf({ fields: [field('x', { default: 'd' })] })).toBe('d');
    expect(valueOf({ fields: [field('x', { default: 'd' })], values: { x: 'v' } })).toBe('v');
  });
});

it('of a role and a template that declare one name, the template says what it is', () => {
  const parameters = [parameter('x', { type: 'number', default: 1 }), parameter('x', { default: 'role' })];
  expect(valueOf({ parameters })).toBe(1);
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

  it('a declaration that describes nothing leaves the description below it', () => {
    const sources = {
      params: [param('a', { required: true })],
      parameters: [parameter('a', { description: 'the a' })],
    };
    expect(bind(sources).problems.map((each) => each.message)).toEqual([
      'Parameter "a" (the a) is required and has no value.',
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
