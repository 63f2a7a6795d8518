import { ask, mapOf } from './maps.ts';

const optional = { description: 'Any', required: false };
export const NEXT = { Next: 'Done' };
/** A map that asks an agent for an output. */
export const withOutput = (schema: object): object => mapOf({ A: ask(NEXT, { output: { schema } }) });
/** A map that asks a person for fields. */
export const person = (fields: object): object =>
  mapOf({ A: { type: 'human', prompt: 'Well?', fields, actions: { Yes: { target: 'Done' } } } });
const decide = (when: string): object =>
  mapOf({
    A: { type: 'decide', actions: { Yes: { target: 'Done', when }, No: { target: 'Done' } } },
  });

const HUGE = Object.fromEntries(
  Array.from({ length: 6000 }, (_, index) => [`p${index}`, { type: 'string' }]),
);

/** Maps, and all that is told of each: `line:column: severity: message [code]`. */
export const BAD_MAPS: readonly (readonly [string, object, readonly string[]])[] = [
  [
    'guards',
    mapOf({
      A: {
        type: 'decide',
        set: { n: 'visits + 1' },
        actions: { More: { target: 'Done', when: 'n > 5' }, Less: { target: 'Done', when: 'n < 5' } },
      },
    }),
    [
      '6:5: error: All guards of task "A" can be false at the same time, for example when n = 5. [inexhaustive-guards]',
    ],
  ],
  [
    'budget',
    mapOf({ A: ask(NEXT, { budgetUsd: 0 }) }),
    ['9:20: error: "budgetUsd" of task "A" must be more than 0. [number-out-of-range]'],
  ],
  [
    'limit',
    mapOf({ A: ask(NEXT) }, { limits: { costUsd: 0, steps: 0 } }),
    [
      '6:16: error: "costUsd" of "limits" must be more than 0. [number-out-of-range]',
      '7:14: error: "steps" of "limits" must be at least 1. [number-out-of-range]',
    ],
  ],
  [
    'role',
    mapOf({ A: ask(NEXT, { agent: 'reviewr' }) }),
    [
      '9:16: error: The role "reviewr" of task "A" was not found; looked for "prompts/agents/reviewr.md". [unknown-role]',
    ],
  ],
  [
    'no-schema',
    withOutput({ type: 'objekt' }),
    [
      '10:9: error: The schema of the output of task "A" cannot be used: "$.type" must be one of "array", "boolean", "integer", "null", "number", "object", "string", not "objekt". [unusable-schema]',
    ],
  ],
  [
    'circle',
    withOutput({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
    [
      '10:9: error: The schema of the output of task "A" cannot be used: a part of it refers to itself without going into the value. [unusable-schema]',
    ],
  ],
  [
    'elsewhere',
    withOutput({ $ref: 'https://example.com/x.json' }),
    [
      '10:9: error: The schema of the output of task "A" cannot be used: it refers to "https://example.com/x.json", which it does not have. [unusable-schema]',
    ],
  ],
  [
    'huge',
    withOutput({ properties: HUGE }),
    ['10:9: error: The schema of "output" of task "A" is made of more than 10000 values. [excessive-schema]'],
  ],
  [
    'human-fields',
    person({
      a: { type: 'string', description: 'Any', required: 'yes' },
      b: { type: 'string', description: 'Any' },
      c: { type: 'string', ...optional, enum: [] },
    }),
    [
      '13:23: error: "required" of field "a" of task "A" must be true or false, not text. [wrong-type]',
      '15:9: error: Field "b" of task "A" has no "required". [missing-field]',
      '23:19: error: "enum" of field "c" of task "A" is empty. [empty-value]',
    ],
  ],
  [
    'human-values',
    person({
      a: { type: 'string', ...optional, enum: ['1', '2'], default: '3' },
      b: { type: 'number', ...optional, default: 'many' },
    }),
    [
      '18:22: error: The default of field "a" of task "A" is not allowed: "3" is not one of "1", "2". [unfit-default]',
      '24:22: error: The default of field "b" of task "A" must be a number, not "many". [wrong-default-type]',
    ],
  ],
  [
    'human-enum',
    person({ a: { type: 'string', ...optional, enum: [1, 2] } }),
    [
      '14:19: error: The allowed values of field "a" of task "A" include 1, which is not a string. [unfit-enum-value]',
    ],
  ],
  [
    'words',
    mapOf({
      A: ask({ Next: 'B' }, { as: 'package' }),
      B: ask(NEXT, { as: 'true', promptTemplate: '${package.text}' }),
    }),
    [
      '19:13: error: Task "B" binds "true", which is the name of a word of the expression language. [reserved-bound-name]',
    ],
  ],
  [
    'arguments',
    mapOf({
      A: {
        type: 'claude',
        prompt: 'Do it.',
        actions: { Next: { target: 'B', args: { n: 'five', s: { expr: 'visits' } } } },
      },
      B: ask(NEXT, {
        promptTemplate: '${n} ${s}',
        promptParams: { n: { type: 'number' }, s: { type: 'string' } },
      }),
    }),
    [
      '13:13: error: The argument "n" for task "B" is "five", and a number is declared. [unfit-argument]',
      '14:13: error: The argument "s" for task "B" is a number, and a text is declared. [unfit-argument]',
    ],
  ],
  [
    'long',
    decide(`${'1 + '.repeat(10_000)}1 > 0`),
    [
      '11:20: error: This expression cannot be read: it has 40005 characters; at most 10000 are read. [invalid-expression]',
    ],
  ],
  [
    'deep',
    decide(`${'('.repeat(300)}true${')'.repeat(300)}`),
    [
      '11:68: error: This expression cannot be read: it is nested too deep or has too many parts. [invalid-expression]',
    ],
  ],
];
