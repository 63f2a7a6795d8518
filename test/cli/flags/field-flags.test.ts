import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { completeAnswer, completeFields, readFieldFlags } from '../../../src/cli/flags/field-flags.ts';
import { fieldHelp } from '../../../src/cli/flags/field-help.ts';
import type { FlagField } from '../../../src/cli/flags/flag-field.ts';
import { UsageError } from '../../../src/cli/io/usage-error.ts';
import type { Field } from '../../../src/model/field.ts';
import { fieldMismatch } from '../../../src/run/scope/field-mismatch.ts';
import type { Value } from '../../../src/model/value.ts';
import { ProjectError } from '../../../src/project/project-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'wfmap-flags-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const field = <T extends FlagField['type']>(name: string, type: T, more: Partial<Field> = {}) => ({
  name,
  description: `the ${name}`,
  required: false,
  default: undefined,
  enum: undefined,
  schema: undefined,
  ...more,
  type,
});
const read = (given: FlagField, ...tokens: readonly string[]): Value | undefined =>
  readFieldFlags(tokens, [given], ['goal'])[given.name];
const listOf = (type: string): Partial<Field> => ({
  schema: { kind: 'inline', schema: { type: 'array', items: { type } } },
});

function faultOf(given: FlagField, ...tokens: readonly string[]): string {
  try {
    return `read as ${JSON.stringify(read(given, ...tokens))}`;
  } catch (thrown) {
    if (thrown instanceof UsageError || thrown instanceof ProjectError) {
      return [thrown.message, thrown.help].filter(Boolean).join(' ');
    }
    throw thrown;
  }
}

describe('plain values', () => {
  it.each<readonly [FlagField, readonly string[], Value]>([
    [field('storyId', 'string'), ['--story-id=@me'], '@me'],
    [field('storyId', 'string'), ['--storyId', 'a=b'], 'a=b'],
    [field('n', 'number'), ['--n', '-1'], -1],
    [field('n', 'number'), ['--set', 'n=1.5'], 1.5],
    [field('n', 'number'), ['--set=n:=1.5'], 1.5],
    [field('storyId', 'string'), ['--set', 'story-id=a=b'], 'a=b'],
    [field('storyId', 'string'), ['--set', 'storyId:="a=b"'], 'a=b'],
    [field('maxCost', 'number'), ['--set', 'maxCost=3'], 3],
    [field('help', 'string'), ['--set', 'help='], ''],
    [field('selfMoa', 'boolean'), ['--self-moa'], true],
    [field('selfMoa', 'boolean'), ['--selfMoa=false'], false],
    [field('selfMoa', 'boolean'), ['--no-self-moa'], false],
    [field('selfMoa', 'boolean'), ['--selfMoa', '0'], false],
  ])('of %j: %j', (given, tokens, value) => {
    expect(read(given, ...tokens)).toBe(value);
  });

  it('that do not fit are told with what would', () => {
    expect(faultOf(field('n', 'number'), '--n=many')).toBe(
      'The value "many" of "--n" is not a decimal number such as 42 or -1.5.',
    );
    expect(faultOf(field('n', 'number'), '--n')).toContain('--n has no value. Write --n=<number>.');
  });
});

describe('a command', () => {
  const command = { ...field('testCommand', 'string'), isCommand: true } as const;

  it('is any text on one line, and may be empty', () => {
    for (const text of ['npm test', `cd a && "./b c" | tail 2>&1`, '', 'é'.repeat(2_000)]) {
      expect(read(command, `--testCommand=${text}`)).toBe(text);
    }
  });

  it.each(['a\nb', 'a\tb', '\u001b[2J', '\0'])('is not %j', (text) => {
    expect(faultOf(command, `--testCommand=${text}`)).toContain('is not a command on one line');
    expect(fieldMismatch(command, text, undefined)).toContain('is not a command on one line');
  });

  it('has an end', () => {
    expect(faultOf(command, `--testCommand=${'x'.repeat(2_001)}`)).toContain('at most 2000 characters');
    expect(fieldMismatch(command, 'x'.repeat(2_000), undefined)).toBeUndefined();
    expect(fieldMismatch(command, 7, undefined)).toContain('is not text');
  });

  it('is called so in help and in what is missing', () => {
    expect(fieldHelp([command])).toContain('--testCommand=<command>');
    expect(faultOf(command, '--testCommand')).toContain('--testCommand has no value');
    expect(() => completeFields({}, [{ ...command, required: true }])).toThrow(/needs --testCommand/);
  });
});

describe('lists', () => {
  it.each<readonly [string, readonly string[], Value]>([
    ['string', ['--ids=["a","b"]'], ['a', 'b']],
    ['string', ['--ids=a', '--ids', 'b'], ['a', 'b']],
    ['string', ['--ids=a,b'], ['a,b']],
    ['string', ['--ids=007'], ['007']],
    ['number', ['--ids=007', '--ids=1.5'], [7, 1.5]],
    ['integer', ['--ids=[1]', '--ids=2'], [1, 2]],
    ['boolean', ['--ids=true'], [true]],
    ['object', ['--ids=[{"a":1}]', '--ids=[{"a":2}]'], [{ a: 1 }, { a: 2 }]],
    ['string', ['--ids='], []],
    ['array', ['--ids=[[1]]'], [[1]]],
  ])('of %s: %j', (type, tokens, value) => {
    expect(read(field('ids', 'array', listOf(type)), ...tokens)).toEqual(value);
  });

  it('without a schema take texts', () => {
    expect(read(field('ids', 'array'), '--ids=1')).toEqual(['1']);
  });

  it('are told how to be written', () => {
    expect(faultOf(field('ids', 'array'), '--ids=["a"')).toBe(
      'The value "[\\"a\\"" of "--ids" is not a JSON list such as ["a", "b"]. ' +
        'Write --ids=\'["a", "b"]\', or --ids=@file.json, or --ids=a --ids=b.',
    );
    expect(faultOf(field('ids', 'array', listOf('object')), '--ids=a')).toMatch(/or --ids=@file\.json\.$/);
    expect(faultOf(field('ids', 'array', listOf('number')), '--ids=a')).toContain('is not a JSON list');
  });

  it('come from schemas in files as well', () => {
    const given = field('ids', 'array', { schema: { kind: 'file', path: 's.json' } });
    const schemaOf = () => ({ items: { type: 'number' } });
    expect(readFieldFlags(['--ids=1'], [given], [], { schemaOf })).toEqual({ ids: [1] });
  });
});

describe('objects', () => {
  const options = field('options', 'object');

  it('are JSON', () => {
    expect(read(options, '--options={"b":[null]}')).toEqual({ b: [null] });
    expect(read(options, '--set', 'options:={"b":[null]}')).toEqual({ b: [null] });
  });

  it.each(['[]', 'null', '1', '{a:1}', '', '{"a":1e999}', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`])(
    '%s is none',
    (text) => {
      expect(faultOf(options, `--options=${text}`)).toContain('is not a JSON object such as {"a": 1}.');
    },
  );

  it('have the members that they name, whatever their names', () => {
    const value = read(options, '--options={"__proto__":{"x":1},"constructor":2}');
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1},"constructor":2}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe('files', () => {
  it('hold lists and objects', () => {
    expect(read(field('ids', 'array'), `--ids=@${put('ids.json', '\uFEFF["a"]\n')}`)).toEqual(['a']);
    expect(read(field('o', 'object'), '--o', `@${put('o.json', '{"a": 1}')}`)).toEqual({ a: 1 });
  });

  it('that cannot be used are told with what to do', () => {
    const ids = field('ids', 'array');
    expect(faultOf(ids, '--ids=@')).toContain('names no file. Write --ids=@file.json');
    expect(faultOf(ids, `--ids=@${folder}/nothing`)).toContain('there is no such file');
    expect(faultOf(ids, `--ids=@${folder}`)).toContain('it is a folder');
    expect(faultOf(ids, `--ids=@${put('o.json', '{}')}`)).toContain('does not hold a JSON list');
    expect(faultOf(ids, `--ids=@${put('big', new Uint8Array(5_000_000))}`)).toContain('larger than 4 MiB');
    expect(faultOf(ids, `--ids=@${put('odd', new Uint8Array([255]))}`)).toContain('not valid UTF-8');
  });
});

describe('names of no declared type', () => {
  it.each<readonly [string, Value]>([
    ['{"valid":true}', { valid: true }],
    ['1', 1],
    ['"1"', '1'],
    ['word', 'word'],
    ['', ''],
  ])('take %j as JSON, else as text', (text, value) => {
    expect(read(field('review', 'any'), `--review=${text}`)).toEqual(value);
  });
});

describe('an enum', () => {
  it('allows its values alone, and names the one that was most likely meant', () => {
    const mode = field('mode', 'string', { enum: ['fast', 'thorough'] });
    expect(read(mode, '--mode=fast')).toBe('fast');
    expect(faultOf(mode, '--mode=Thorough')).toBe(
      'The value "Thorough" of "--mode" is not one of "fast", "thorough". Did you mean --mode=thorough?',
    );
    expect(faultOf(mode, '--mode=else')).toMatch(/"thorough"\.$/);
  });

  it('compares whole values', () => {
    const pair = field('pair', 'object', { enum: [{ a: 1, b: [2] }] });
    expect(read(pair, '--pair={"b":[2],"a":1}')).toEqual({ a: 1, b: [2] });
    expect(faultOf(pair, '--pair={"a":1}')).toContain('is not one of {"a":1,"b":[2]}.');
    expect(faultOf(field('n', 'number', { enum: [1, 2] }), '--n=3')).toContain('not one of 1, 2.');
  });
});

describe('a schema', () => {
  const described = field('rows', 'array', {
    schema: { kind: 'inline', schema: { items: { type: 'object', required: ['id'] }, maxItems: 2 } },
  });

  it('says what fits, and where it does not', () => {
    expect(read(described, '--rows=[{"id":1}]')).toEqual([{ id: 1 }]);
    expect(faultOf(described, '--rows=[{"id":1}]', '--rows=[{}]')).toBe(
      'The value of "--rows" does not fit its schema: "$[1]" lacks "id".',
    );
    expect(faultOf(described, '--rows=[{"id":1},{"id":2},{"id":3}]')).toContain('at most 2 items');
  });

  it('holds for the elements of a repeated flag', () => {
    const ids = field('ids', 'array', {
      schema: { kind: 'inline', schema: { items: { type: 'integer' } } },
    });
    expect(faultOf(ids, '--ids=1', '--ids=1.5')).toContain('"$[1]" must be a whole number');
  });
});

describe('completeFields', () => {
  const fields: readonly Field[] = [
    field('a', 'string', { required: true }),
    field('b', 'number', { default: 5, required: true }),
    field('c', 'array', { default: ['x'] }),
    field('constructor', 'string'),
  ];

  it('fills in defaults, and leaves the rest out', () => {
    expect(completeFields({ a: 'given' }, fields)).toEqual({ a: 'given', b: 5, c: ['x'] });
    expect(completeFields({ a: '', b: 0, c: [] }, fields)).toEqual({ a: '', b: 0, c: [] });
  });

  it('names what is required and has neither value nor default', () => {
    expect(() => completeFields({}, fields)).toThrow('The map needs --a (the a).');
  });
});

describe('the help', () => {
  it('says type, allowed values and default', () => {
    const text = fieldHelp(
      [
        field('storyId', 'string', { required: true }),
        field('mode', 'string', { enum: ['fast', 'slow'], default: 'fast', required: true }),
        field('tdd', 'boolean', { default: false }),
        field('ids', 'array'),
      ],
      'this map',
      100,
    );
    expect(text.split('\n')).toEqual([
      'The fields of this map:',
      '  --storyId=<string>  the storyId (required)',
      '  --mode=<string>     the mode (one of "fast", "slow"; default "fast")',
      '  --[no-]tdd          the tdd (default false)',
      '  --ids=<array>       the ids',
      'An array or object is written as JSON, or as @file with JSON in it; an array of plain values also by',
      'repeating the flag.',
    ]);
  });
});

describe('what --set gives', () => {
  it.each<readonly [FlagField, readonly string[], string]>([
    [field('n', 'number'), ['--set'], '--set needs a value. Write --set name=value, or --set name:=JSON.'],
    [
      field('n', 'number'),
      ['--set', 'n'],
      '--set "n" has no "=". Write --set name=value, or --set name:=JSON.',
    ],
    [
      field('n', 'number'),
      ['--set', 'n:="1"'],
      'The value of "--set n:=" is string in JSON, and the field takes number.',
    ],
    [
      field('n', 'number'),
      ['--set', 'n:=null'],
      'The value of "--set n:=" is null in JSON, and the field takes number.',
    ],
    [field('n', 'number'), ['--set', 'n:={'], 'The value of "--set n:=" is not JSON.'],
    [field('n', 'number'), ['--n=1', '--set', 'n=1'], '--n is given twice.'],
    [field('n', 'number'), ['--n=1', '--n=2'], '--n is given twice.'],
  ])('of %o: %j', (given, tokens, fault) => {
    expect(faultOf(given, ...tokens)).toBe(fault);
  });

  it('is a field; a near miss is named', () => {
    expect(faultOf(field('goal', 'string'), '--set', 'gaol=x')).toMatch(
      /^There is no field "gaol" to set\. Did you mean "goal"\?\s+The fields of this map:\s+--set goal=<string>/,
    );
  });

  it('is the only way to a field with the name of a flag, which says so', () => {
    expect(faultOf(field('from', 'string'), '--from=x')).toContain('--set from=<string>');
    expect(faultOf(field('from', 'string'), '--input.from=x')).toMatch(/^There is no flag --input\.from\./);
  });
});

it('a value in JSON is read back whole, and any text without a throw other than a told fault', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string(), (json, text) => {
      const written = JSON.stringify(json);
      expect(read(field('o', 'object'), `--o=${JSON.stringify({ json })}`)).toEqual(
        JSON.parse(`{"json":${written}}`),
      );
      for (const type of ['string', 'number', 'boolean', 'array', 'object', 'any'] as const) {
        if (!text.startsWith('@')) faultOf(field('x', type), `--x=${text}`);
      }
    }),
  );
});

describe('what a command line says of fields', () => {
  const fields: readonly FlagField[] = [
    field('storyId', 'string', { required: true }),
    field('selfMoa', 'boolean', { default: true }),
    field('ids', 'array', listOf('number')),
    field('rows', 'array', { schema: { kind: 'inline', schema: { items: { type: 'object' } } } }),
    field('options', 'object'),
    field('extra', 'any'),
    field('mode', 'string', { enum: ['fast', 'slow'] }),
  ];
  const reported = (...tokens: readonly string[]): string => {
    try {
      return JSON.stringify(readFieldFlags(tokens, fields, ['goal', 'max-steps'], { name: 'task "Plan"' }));
    } catch (thrown) {
      if (thrown instanceof UsageError || thrown instanceof ProjectError)
        return `${thrown.message}\n  ${thrown.help ?? ''}`;
      throw thrown;
    }
  };

  it('is read, or told with what would be', async () => {
    const empty = put('empty.json', '"x"');
    const lines: readonly (readonly string[])[] = [
      [],
      [
        '--story-id',
        'a',
        '--storyId=b',
        '--ids=1',
        '--no-selfMoa',
        '--ids',
        '[2, 3]',
        '--extra=x',
        '--extra',
        '{"a": 1}',
      ],
      ['--self-moa', 'no', '--extra=@' + empty],
      ['--selfMoa', 'yes'],
      ['--selfMoa', 'x'],
      ['word'],
      ['-x'],
      ['--'],
      ['--=x'],
      ['--storyID=x'],
      ['--max-step=3'],
      ['--no-mode'],
      ['--no-selfMoa=true'],
      ['--nothing-like-it'],
      ['--storyId'],
      ['--storyId', '--selfMoa'],
      ['--ids=x'],
      ['--ids=[x'],
      ['--rows=x'],
      ['--ids=@'],
      ['--ids=@' + empty],
      ['--options=@' + empty],
      ['--options=x'],
      ['--extra=@' + put('none.json', 'no JSON')],
      ['--mode=fats'],
      ['--mode=other'],
      ['--story-id=a\nb'],
    ];
    const text = lines.map((line) => `$ ${line.join(' ')}\n${reported(...line)}\n`).join('\n');
    await expect(text.replaceAll(folder, '<folder>')).toMatchFileSnapshot(
      `${import.meta.dirname}/../../fixtures/flags/fields.out`,
    );
  });

  it('is completed by defaults, and what is missing is named with how it is given', async () => {
    const story = [field('story', 'string'), field('storyId', 'string', { required: true })];
    const more = [field('one', 'number', { required: true }), field('two', 'array', { required: true })];
    const missing = (act: () => unknown): string => {
      try {
        return JSON.stringify(act());
      } catch (thrown) {
        if (thrown instanceof UsageError) return `${thrown.message}\n  ${thrown.help ?? ''}`;
        throw thrown;
      }
    };
    const text = [
      missing(() => completeFields({}, story)),
      missing(() => completeFields({}, story.slice(1), 'The map a.json')),
      missing(() => completeFields({}, [...story, ...more])),
      missing(() => completeFields({}, [field('story', 'string'), ...more.slice(1)])),
      missing(() => completeFields({ storyId: 'x' }, story)),
      missing(() => completeAnswer({}, story, '"Ask" also asks for')),
      missing(() => completeAnswer({ one: 1 }, more, '"Ask" also asks for')),
      missing(() =>
        completeAnswer({}, [field('note', 'string', { default: 'so', required: true })], 'It asks for'),
      ),
    ].join('\n\n');
    await expect(`${text}\n`).toMatchFileSnapshot(`${import.meta.dirname}/../../fixtures/flags/missing.out`);
  });

  it('stands in its help, whatever the width', async () => {
    const shown = [100, 60, 20].map((width) => fieldHelp(fields, 'task "Plan"', width));
    const texts = [
      ...shown,
      fieldHelp([], 'task "Plan"'),
      fieldHelp([]),
      fieldHelp(fields.slice(0, 1)),
      fieldHelp(fields.slice(4, 5)),
    ];
    await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot(
      `${import.meta.dirname}/../../fixtures/flags/field-help.out`,
    );
  });
});
