import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testVerdict } from '../../../../src/framework/map/functions/test-verdict.ts';
import type { Value } from '../../../../src/model/value.ts';
import { cpuMsOf } from '../../../helpers/cpu-ms.ts';

const OUTPUTS = `${import.meta.dirname}/../../../fixtures/outputs`;
const files = globSync(`${OUTPUTS}/*/*.txt`).toSorted();
/** `<runner>/<case>.<exit code>.<verdict>.txt` */
const cases = files.map((file) => {
  const [, name = '', exitCode, verdict] = /^(.*)\.(\d+)\.(\w+)\.txt$/.exec(relative(OUTPUTS, file)) ?? [];
  return { name, exitCode: Number(exitCode), verdict, output: readFileSync(file, 'utf8') };
});
const RUNNERS = [
  'cargo-test',
  'go-test',
  'jest',
  'mocha',
  'node-test',
  'pytest',
  'tsc',
  'unittest',
  'vitest',
];

describe('outputs of test runners', () => {
  it.each(cases)('$name is $verdict', ({ exitCode, verdict, output }) => {
    expect(testVerdict(exitCode, output)).toBe(verdict);
  });

  it.each(cases)('$name is the same with the line ends of Windows', ({ exitCode, verdict, output }) => {
    expect(testVerdict(exitCode, output.replaceAll('\n', '\r\n'))).toBe(verdict);
  });

  it.each(RUNNERS)('there is each verdict of %s', (runner) => {
    const own = cases.filter(({ name }) => name.startsWith(`${runner}/`)).map(({ verdict }) => verdict);
    expect(new Set(own)).toEqual(new Set(['broken', 'green', 'red']));
  });
});

describe('what holds of all outputs', () => {
  const any = fc.oneof(fc.string(), fc.constantFrom(...cases.map(({ output }) => output)));

  it('the exit code 0 is green, whatever is printed', () => {
    fc.assert(fc.property(any, (output) => testVerdict(0, output) === 'green'));
  });

  it('no other exit code is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), any, (exitCode, output) => {
        fc.pre(exitCode !== 0);
        return testVerdict(exitCode as Value, output) !== 'green';
      }),
    );
  });

  it('one broken file makes the run broken', () => {
    const broken = cases.find(({ name }) => name === 'vitest/syntax-error')?.output ?? '';
    for (const { output } of cases) expect(testVerdict(1, `${output}\n${broken}`)).toBe('broken');
  });

  it.each([null, true, 'one', [], {}])('the exit code %j is broken: nothing ended', (exitCode) => {
    expect(testVerdict(exitCode, 'AssertionError: 1 != 2')).toBe('broken');
  });

  it.each([126, 127])('the exit code %d is broken: nothing began', (exitCode) => {
    expect(testVerdict(exitCode, 'AssertionError: 1 != 2')).toBe('broken');
  });

  it.each([null, 3, [], {}])('the output %j says nothing', (output) => {
    expect(testVerdict(1, output)).toBe('broken');
  });

  it('the two ends of a long output count, and what is between them does not', () => {
    const long = 'all is well\n'.repeat(20_000);
    expect(testVerdict(1, `AssertionError: 1\n${long}`)).toBe('red');
    expect(testVerdict(1, `${long}AssertionError: 1`)).toBe('red');
    expect(testVerdict(1, `${long}\nAssertionError: 1\n${long}`)).toBe('broken');
  });

  it('an output of a million characters is read in no time, whatever repeats in it', async () => {
    const hostile = ['SyntaxError: ', 'sh: ', '.go:1:1', "Cannot find module '", 'File "<string>"', '1 '];
    const readAll = (): void => {
      for (const part of hostile) testVerdict(1, part.repeat(1_000_000 / part.length));
    };
    readAll();
    expect(await cpuMsOf(readAll)).toBeLessThan(1000);
  });
});
