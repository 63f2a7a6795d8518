import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../src/schema/compile-schema.ts';
import { Budget } from '../../src/schema/budget.ts';
import { toPattern } from '../../src/schema/pattern/pattern.ts';
import { cpuMsOf } from '../helpers/cpu-ms.ts';
import { tries } from '../helpers/tries.ts';

/** Patterns that take engines which try one way after the other without end, each with what to repeat for that, and an end. */
const HOSTILE: readonly (readonly [pattern: string, repeated: string, end: string])[] = [
  ['a*a*a*a*a*a*a*a*b', 'a', ''],
  ['^.*a.*b.*c.*d$', 'abc', ''],
  ['(a+)+$', 'a', '!'],
  ['^(a+)+$', 'a', '!'],
  ['(a|a)*b', 'a', ''],
  ['(.*)*x', 'a', ''],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a', ''],
  ['(a|aa)+$', 'a', '!'],
  ['(a|a?)+$', 'a', '!'],
  ['^(a*)*$', 'a', '!'],
  ['^(a*){2,}$', 'a', '!'],
  ['((a*)*)*b', 'a', ''],
  ['(((a+)+)+)+b', 'a', ''],
  ['(a?){30}a{30}$', 'a', '!'],
  ['(?:a?){50}b', 'a', ''],
  ['(?:a{0,20}){20}b', 'a', ''],
  ['(?:(?:a{1,4}){1,4}){1,4}b', 'a', ''],
  ['a{1,40}a{1,40}a{1,40}b', 'a', ''],
  ['[a-z]+[a-z]+[a-z]+[a-z]+1', 'a', ''],
  ['\\w*\\w*\\w*\\w*\\w*!', 'w', ''],
  ['(\\w+\\s?)*$', 'aa ', '!'],
  ['^(\\w+\\s?)*$', 'a', '!'],
  ['^\\s+|\\s+$', ' ', 'x'],
  ['\\s*\\s*\\s*\\s*x', ' ', ''],
  ['^(\\d+)*[^\\d]x', '1', ''],
  ['^\\d+\\d*\\d*\\d*$', '1', 'x'],
  ['(x+x+)+y', 'x', ''],
  ['(x+)*(x+)*(x+)*y', 'x', ''],
  ['^(?:.*,){11}P', '1,', ''],
  ['(.*?,){11}P', '1,', ''],
  ['(.*a){20}b', 'a', ''],
  ['^(.+)+@(.+)+$', 'a', ''],
  ['^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$', 'a', '!'],
  ['^[\\w.+-]+@([\\w-]+\\.)+[\\w-]{2,4}$', 'a@a.', ''],
  ['^(https?://)?([\\w-]+\\.?)+/$', 'a', '!'],
  ['(([^/]+/)*)*\\.ts$', 'a/', ''],
  ['^(/[^/]*)*/\\.\\.(/[^/]*)*$', '/a', ''],
  ['^"(\\\\.|[^"\\\\]|.)*"$', 'a', ''],
  ['("[^"]*"|[^,]*)*;', '"a",', ''],
  ['(<!--.*-->)*$', '<!--', ''],
  ['<.*>.*</.*>', '<a>', ''],
  ['^(\\[.*\\])*$', '[', ''],
  ['(\\(|\\)|.)*x', '(', ''],
  ['^(0|1|01|10)*2', '01', ''],
  ['(ab|a|b)*c', 'ab', ''],
  ['(.|\\n)*x', 'a\n', ''],
  ['([\\s\\S]*)*x', 'a', ''],
  ['([^]|[^])*x', 'a', ''],
  ['(\\p{L}+)*\\d', 'ä', ''],
  ['(\\p{L}|[a-z])*!', 'a', ''],
  ['(😀+)+x', '😀', ''],
  ['(?=(a+))a*b', 'a', ''],
  ['(?=.*a)(?=.*b)(?=.*c)(?=.*d).*e', 'abcd', ''],
  ['(?!.*(a+)+b).*c', 'a', ''],
  ['(?:(?=a)a|(?!b)a)*b', 'a', ''],
  ['(?<=a*a*a*a*)b', 'a', ''],
  ['(?<!(a|a)*)b', 'a', ''],
  ['(?=(?=(?=.*z).*y).*x).*', 'a', ''],
  ['\\b(\\w+\\b\\W*)*$', 'a ', '!'],
  ['(^|a)*($|b)*c', 'ab', ''],
  ['(a*)+(b*)+(a*)+(b*)+c', 'ab', ''],
  ['.*.*=.*', 'x', ''],
  ['^(a?b?c?d?)*e', 'abcd', ''],
  ['[a-z]{0,200}9', 'a', ''],
];

class Counter extends Budget {
  steps = 0;
  override spend(steps: number): void {
    this.steps += steps;
  }
}

function stepsOf(source: string, text: string): number {
  const pattern = toPattern(source);
  if ('fault' in pattern) throw new Error(pattern.fault);
  const counter = new Counter();
  expect(pattern.isIn(text, counter)).toBeTypeOf('boolean');
  return counter.steps;
}

const LENGTH = tries(16_000, 1000);
/** Units: ms. What is promised is 100; a busy machine has its caches elsewhere. */
const WIDE_MS = 2000;

describe('a hostile pattern takes time in proportion to the text', () => {
  test('there are at least 60', () => {
    expect(new Set(HOSTILE.map(([pattern]) => pattern)).size).toBeGreaterThanOrEqual(60);
  });

  test.each(HOSTILE)('%s on many %j', async (pattern, repeated, end) => {
    const text = (length: number) => repeated.repeat(length / repeated.length) + end;
    const [short, long] = [stepsOf(pattern, text(LENGTH)), stepsOf(pattern, text(2 * LENGTH))];
    expect(long).toBeLessThan(2.2 * short + 100);
    const compiled = compileSchema({ type: 'string', pattern });
    if ('fault' in compiled) throw new Error(compiled.fault);
    expect(await cpuMsOf(() => compiled.check(text(4000)))).toBeLessThan(WIDE_MS);
  });
});
