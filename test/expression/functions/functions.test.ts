import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as functions from '../../../src/expression/functions/functions.ts';
import type { BuiltIn } from '../../../src/expression/functions/function-table.ts';

let registry: typeof functions;
// A module is evaluated once a program: each of these tests is a program of its own.
beforeEach(async () => {
  vi.resetModules();
  registry = await import('../../../src/expression/functions/functions.ts');
});

const named = (name: string): BuiltIn => ({
  name,
  parameters: [],
  typeOf: () => 'string',
  call: () => name,
});

describe('functions are installed', () => {
  test('before they are read: a program that forgot them is told so at the first expression', () => {
    expect(() => registry.findBuiltIn('take')).toThrow('The program installs its tables of functions');
    expect(() => registry.builtInNames()).toThrow('The program installs its tables of functions');
  });

  test('never after that, when an expression may have been read without them', () => {
    registry.installFunctions([named('one')]);
    expect(registry.findBuiltIn('two')).toBeUndefined();
    expect(() => registry.installFunctions([named('two')])).toThrow('before the first expression');
  });

  test.each(['one', 'take'])('once: %s() is taken', (name) => {
    registry.installFunctions([named('one')]);
    expect(() => registry.installFunctions([named(name)])).toThrow(
      `The function ${name}() is installed once.`,
    );
  });

  test('from several tables, an empty one for none; those of the engine are always there, and last', () => {
    registry.installFunctions([]);
    registry.installFunctions([named('one'), named('two')]);
    registry.installFunctions([named('three')]);
    expect(registry.builtInNames()).toEqual(['one', 'two', 'three', 'take', 'fenced', 'raw', 'signature']);
    expect(registry.findBuiltIn('two')?.call([])).toBe('two');
    expect(registry.findBuiltIn('constructor')).toBeUndefined();
  });
});
