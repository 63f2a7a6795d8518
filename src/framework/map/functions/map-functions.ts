import type { BuiltIn, FunctionTable } from '../../../expression/functions/function-table.ts';
import { elementOf } from '../../../expression/types/member-of.ts';
import { literalsOf, unionOf } from '../../../expression/types/union-of.ts';
import type { ObjectType, ValueType } from '../../../expression/types/value.ts';
import { callMapFunction, type MapFunctionName } from './call-map-function.ts';

const LIST: ValueType = { kind: 'list', items: 'any' };
const TEXTS: ValueType = { kind: 'list', items: 'string' };
const OBJECT: ValueType = { kind: 'object', members: new Map(), isOpen: true };

/** Parts of the argument of `mapContext`, all of them optional. */
const CONTEXT: ObjectType = {
  kind: 'object',
  members: new Map(
    Object.entries({
      goal: 'string',
      subtask: OBJECT,
      plan: LIST,
      upstream: LIST,
      finished: TEXTS,
      delta: { kind: 'union', of: ['string', TEXTS] },
      budget: 'number',
    } satisfies Record<string, ValueType>).map(([name, type]) => [name, { type, required: false }]),
  ),
  isOpen: false,
};

const TASK: ObjectType = {
  kind: 'object',
  members: new Map(
    Object.entries({
      ...Object.fromEntries(
        ['id', 'title', 'body', 'author', 'url', 'parent'].map((name) => [name, 'string'] as const),
      ),
      labels: TEXTS,
      after: TEXTS,
      done: 'boolean',
    } satisfies Record<string, ValueType>).map(([name, type]) => [name, { type, required: true }]),
  ),
  isOpen: false,
};

const TASKS: ObjectType = {
  kind: 'object',
  members: new Map<string, { type: ValueType; required: boolean }>([
    ['tasks', { type: { kind: 'list', items: TASK }, required: true }],
    ['faults', { type: TEXTS, required: true }],
  ]),
  isOpen: false,
};

/** What the decision table for the monitor goes by. */
const READ_OF_A_REVIEW = [
  'valid',
  'recommendation',
  'failed_checks',
  'contract_compliant',
  'spec_contract_compliant',
  'contract_compliance.failed',
  ...['status', 'criterion', 'evidence'].map((each) => `contract_compliance.details.*.${each}`),
  ...['severity', 'category', 'title', 'location'].map((each) => `issues.*.${each}`),
];

const COMPARED: ObjectType = {
  kind: 'object',
  members: new Map<string, { type: ValueType; required: boolean }>([
    ['files', { type: TEXTS, required: true }],
    ['unreported', { type: TEXTS, required: true }],
    ['unchanged', { type: TEXTS, required: true }],
    ['report', { type: 'any', required: true }],
  ]),
  isOpen: false,
};

const FOUND: ObjectType = {
  kind: 'object',
  members: new Map(
    Object.entries({
      id: 'string',
      severity: literalsOf(['critical', 'high', 'medium', 'low']),
      category: 'string',
      section: literalsOf(['Architecture', 'Quality', 'Tests', 'Performance']),
      title: 'string',
      description: 'string',
      location: 'string',
      file: 'string',
      suggestion: 'string',
      options: LIST,
      found_by: 'string',
    } satisfies Record<string, ValueType>).map(([name, type]) => [name, { type, required: true }]),
  ),
  isOpen: false,
};

const COMPARED_TESTS: ObjectType = {
  kind: 'object',
  members: new Map<string, { type: ValueType; required: boolean }>([
    ['verdict', { type: literalsOf(['red', 'green', 'broken', 'elsewhere', 'unknown']), required: true }],
    ['reason', { type: 'string', required: true }],
    ['failures', { type: TEXTS, required: true }],
    ['own', { type: TEXTS, required: true }],
  ]),
  isOpen: false,
};

/** The functions of the MAP framework. */
export const MAP_FUNCTIONS: FunctionTable = [
  functionOf('blueprintFaults', {
    parameters: [
      { name: 'subtasks', type: LIST },
      { name: 'max', type: 'number' },
    ],
    typeOf: () => TEXTS,
  }),
  functionOf('replan', {
    parameters: [
      { name: 'before', type: LIST },
      { name: 'after', type: LIST },
      { name: 'invalidated', type: TEXTS },
    ],
    typeOf: ([before = 'any', after = 'any']) => ({
      kind: 'list',
      items: unionOf([elementOf(before) ?? 'any', elementOf(after) ?? 'any']),
    }),
  }),
  functionOf('revisePlan', {
    parameters: [
      { name: 'before', type: LIST },
      { name: 'after', type: LIST },
      { name: 'ids', type: TEXTS },
    ],
    typeOf: ([before = 'any', after = 'any']) => ({
      kind: 'list',
      items: unionOf([elementOf(before) ?? 'any', elementOf(after) ?? 'any']),
    }),
  }),
  functionOf('planDifferences', {
    parameters: [
      { name: 'before', type: LIST },
      { name: 'after', type: LIST },
    ],
    typeOf: () => TEXTS,
  }),
  functionOf('testVerdict', {
    parameters: [
      { name: 'exitCode', type: 'number' },
      { name: 'output', type: 'string' },
    ],
    typeOf: () => literalsOf(['green', 'red', 'broken']),
  }),
  functionOf('compareReport', {
    parameters: [
      { name: 'report', type: OBJECT },
      { name: 'changed', type: { kind: 'union', of: [TEXTS, 'null'] } },
      { name: 'before', type: TEXTS },
    ],
    typeOf: () => COMPARED,
  }),
  functionOf('reviewFindings', {
    parameters: [{ name: 'reports', type: OBJECT }],
    typeOf: () => ({ kind: 'list', items: FOUND }),
  }),
  functionOf('compareTests', {
    parameters: [
      { name: 'before', type: OBJECT },
      { name: 'after', type: OBJECT },
      { name: 'files', type: TEXTS },
    ],
    typeOf: () => COMPARED_TESTS,
  }),
  functionOf('whyRefused', {
    parameters: [{ name: 'report', type: OBJECT, reads: READ_OF_A_REVIEW }],
    typeOf: () => TEXTS,
  }),
  functionOf('headAndTail', {
    parameters: [
      { name: 'text', type: 'string' },
      { name: 'lines', type: 'number' },
    ],
    typeOf: () => 'string',
  }),
  functionOf('nextVersion', {
    parameters: [
      { name: 'current', type: 'string' },
      { name: 'bump', type: 'string' },
    ],
    typeOf: () => 'string',
  }),
  functionOf('taskList', { parameters: [{ name: 'source', type: 'any' }], typeOf: () => TASKS }),
  functionOf('closeTask', {
    parameters: [
      { name: 'text', type: 'string' },
      { name: 'task', type: OBJECT },
    ],
    typeOf: () => 'string',
  }),
  functionOf('handoffRead', {
    parameters: [
      { name: 'metrics', type: OBJECT },
      { name: 'at', type: 'string' },
      { name: 'immediate', type: 'boolean' },
      { name: 'repeated', type: TEXTS },
    ],
    typeOf: () => ({ kind: 'union', of: [OBJECT, 'null'] }),
  }),
  functionOf('lessonText', {
    parameters: [{ name: 'lesson', type: OBJECT, reads: ['title', 'content', 'rationale', 'code_example'] }],
    typeOf: () => 'string',
  }),
  functionOf('mapContext', { parameters: [{ name: 'context', type: CONTEXT }], typeOf: () => 'string' }),
];

function functionOf(name: MapFunctionName, signature: Pick<BuiltIn, 'parameters' | 'typeOf'>): BuiltIn {
  return { ...signature, name, call: (args) => callMapFunction(name, args) };
}
