import { describe, expect, it } from 'vitest';
import { declaredType } from '../../../src/expression/types/declared-type.ts';
import { resultTypeOf } from '../../../src/expression/types/result-type.ts';
import type { ClaudeTask, DecideTask, HumanTask, ShellTask } from '../../../src/model/block.ts';
import type { Action } from '../../../src/model/action.ts';
import type { Field, SchemaSource, ValueDeclaration } from '../../../src/model/field.ts';

const schemaOf = (source: SchemaSource) => (source.kind === 'inline' ? source.schema : undefined);
const action = (name: string): Action => ({
  name,
  target: 'End',
  args: [],
  choose: undefined,
  when: undefined,
  limit: undefined,
  resets: [],
});
const head = {
  name: 'Task',
  description: undefined,
  actions: [action('Yes'), action('No')],
  as: undefined,
  onError: undefined,
  timeoutMs: undefined,
  retry: { max: undefined, reply: undefined },
  maxVisits: undefined,
};
const claude = (output: SchemaSource | undefined): ClaudeTask => ({
  ...head,
  type: 'claude',
  prompt: { kind: 'verbatim', text: 'Do it.' },
  params: [],
  agent: undefined,
  model: undefined,
  permissionMode: undefined,
  unruledCalls: undefined,
  writes: undefined,
  frozen: undefined,
  mayCommit: false,
  allowedTools: undefined,
  disallowedTools: undefined,
  reminder: undefined,
  maxTurns: undefined,
  silenceMs: undefined,
  outlineTokens: undefined,
  outlineFocus: undefined,
  budgetUsd: undefined,
  session: { kind: 'new' },
  output,
  signal: undefined,
  appendActions: true,
});
const field = (name: string, more: Partial<Field>): Field => ({
  name,
  description: 'A field.',
  type: 'string',
  default: undefined,
  enum: undefined,
  schema: undefined,
  required: false,
  ...more,
});

describe('the type of a result', () => {
  it('of a claude task is what its schema says, else its text', () => {
    const inline: SchemaSource = { kind: 'inline', schema: { type: 'array', items: { type: 'string' } } };
    expect(resultTypeOf(claude(inline), schemaOf)).toEqual({ kind: 'list', items: 'string' });
    expect(resultTypeOf(claude({ kind: 'file', path: 'x.json' }), schemaOf)).toBe('any');
    expect(resultTypeOf(claude(undefined), schemaOf)).toMatchObject({
      members: new Map([['text', { type: 'string', required: true }]]),
      isOpen: false,
    });
  });

  it('of a shell task is exit code, output, and JSON where there is some', () => {
    const task: ShellTask = {
      ...head,
      type: 'shell',
      command: { kind: 'argv', parts: [] },
      idempotent: false,
      writes: undefined,
      frozen: undefined,
      mayCommit: false,
    };
    expect(resultTypeOf(task, schemaOf)).toMatchObject({
      members: new Map([
        ['exitCode', { type: 'integer', required: true }],
        ['stdout', { type: 'string', required: true }],
        ['json', { type: 'any', required: false }],
      ]),
    });
  });

  it('of a human task is the choice and the fields', () => {
    const task: HumanTask = {
      ...head,
      type: 'human',
      signed: false,
      evidence: undefined,
      seen: false,
      prompt: { kind: 'verbatim', text: 'Which?' },
      params: [],
      fields: [field('why', { required: true }), field('size', { type: 'number' })],
    };
    expect(resultTypeOf(task, schemaOf)).toMatchObject({
      members: new Map<string, unknown>([
        ['action', { type: { kind: 'literals', values: ['Yes', 'No'] }, required: true }],
        [
          'fields',
          {
            type: {
              kind: 'object',
              members: new Map([
                ['why', { type: 'string', required: true }],
                ['size', { type: 'number', required: false }],
              ]),
              isOpen: false,
            },
            required: true,
          },
        ],
      ]),
    });
  });

  it('of all else is not known', () => {
    const task: DecideTask = { ...head, type: 'decide', set: [] };
    expect(resultTypeOf(task, schemaOf)).toBe('any');
  });
});

describe('the type of a declaration', () => {
  const declare = (more: Partial<ValueDeclaration> & { readonly required?: boolean }) =>
    declaredType(
      { type: 'string', default: undefined, enum: undefined, schema: undefined, ...more },
      schemaOf,
    );

  it.each([
    [{ type: 'number' } as const, 'number'],
    [{ enum: ['a', 'b'] }, { kind: 'literals', values: ['a', 'b'] }],
    [
      { enum: ['a', 'b'], required: false },
      { kind: 'literals', values: ['a', 'b', ''] },
    ],
    [
      { enum: ['a', 'b'], required: false, default: 'a' },
      { kind: 'literals', values: ['a', 'b'] },
    ],
    [{ type: 'boolean', enum: [true] } as const, { kind: 'literals', values: [true] }],
    [{ type: 'array' } as const, { kind: 'list', items: 'any' }],
    [{ type: 'array', schema: { kind: 'file', path: 'x' } } as const, { kind: 'list', items: 'any' }],
    [
      { type: 'array', schema: { kind: 'inline', schema: { type: 'string' } } } as const,
      { kind: 'list', items: 'any' },
    ],
    [
      {
        type: 'array',
        schema: { kind: 'inline', schema: { type: 'array', items: { type: 'integer' } } },
      } as const,
      { kind: 'list', items: 'integer' },
    ],
    [{ type: 'object' } as const, { kind: 'object', members: new Map(), isOpen: true }],
  ])('%j', (more, type) => {
    expect(declare(more)).toEqual(type);
  });
});
