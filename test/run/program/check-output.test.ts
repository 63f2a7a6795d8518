import { expect, test } from 'vitest';
import type { SchemaSource } from '../../../src/model/field.ts';
import type { Value } from '../../../src/model/value.ts';
import { checkOutput } from '../../../src/run/program/check-output.ts';
import { block, end } from '../../helpers/block.ts';
import { mapOf, programOf } from '../../helpers/run-host.ts';

const schema: Value = {
  type: 'object',
  properties: Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, { type: 'number' }]),
  ),
};
const source: SchemaSource = { kind: 'inline', schema };
const program = { ...programOf(mapOf(block(end('End')))), schemas: new Map([[source, schema]]) };
const outputOf = (names: string): Value => Object.fromEntries(Array.from(names, (name) => [name, 'x']));

test('a result that fits its schema has no fault', () => {
  expect(checkOutput(program, source, { a: 1 })).toBeUndefined();
});

test('an agent is told that its result is missing, or of the first five faults of it', () => {
  expect(checkOutput(program, source, undefined)).toBe('The result that was asked for is missing.');
  const reported = (names: string): string | undefined => checkOutput(program, source, outputOf(names));
  const faults = Array.from('abcde', (name) => FAULT.replace('?', name));
  expect(reported('a')).toBe(`The result does not fit its schema: ${faults[0]}`);
  expect(reported('abcde')).toBe(`The result does not fit its schema: ${faults.join(' ')}`);
  expect(reported('abcdefg')).toBe(`The result does not fit its schema: ${faults.join(' ')}`);
});

const FAULT = '"$.?" must be a number, not "x".';
