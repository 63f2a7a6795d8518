import { describe, expect, test } from 'vitest';
import { action, block, end } from '../helpers/block.ts';
import { cpuMsOf } from '../helpers/cpu-ms.ts';
import { evaluate } from '../helpers/expressions.ts';
import { renderHandlebars } from '../helpers/partials.ts';
import { puppetAgent } from '../helpers/puppet-agent.ts';
import { mapOf, programOf, start, testHost } from '../helpers/run-host.ts';
import { decide, when } from '../helpers/tasks.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

const TOO_LONG = /takes too long/;
/** Units: ms. It is about a second; a busy machine may take several times as long, and what has no bound minutes. */
const WIDE_MS = 15_000;

const text = (value: string) => ({ type: 'string', value }) as const;
const any = (value: readonly number[]) => ({ type: 'any', value }) as const;
const list = Array.from({ length: 5000 }, (_, n) => n);

describe('an expression over what an agent gave ends soon', () => {
  const long = 'a'.repeat(1_000_000);
  const half = 'a'.repeat(250_000);
  test.each([
    ['s.contains(t)', `${half}b${half}`],
    ['s.indexOf(t) == 0', `${half}b${half}`],
    ['s.lastIndexOf(t) == 0', `${half}${half}b`],
    ['size(s.split(t)) == 1', `${half}b${half}`],
    ['l.all(x, l.all(y, l.all(z, x + y + z >= 0)))', ''],
    ['l.filter(x, l == l).map(x, l)', ''],
  ])('%s', async (expression, sought) => {
    const names = { s: text(long), t: text(sought), l: any(list) };
    const ms = await cpuMsOf(() => expect(() => evaluate(expression, names)).toThrow(TOO_LONG));
    expect(ms).toBeLessThan(WIDE_MS);
  });

  test('a word is looked for in a long text', () => {
    const names = { s: text(`${long}needle`), t: text('needle') };
    expect(evaluate('s.contains(t) && s.lastIndexOf(t) == 1000000 && size(s.split(t)) == 2', names)).toBe(
      true,
    );
  });
});

describe('the expressions of a prompt share what they may spend', () => {
  test.each([
    ['of each item', '{{#each l}}${size(l.filter(x, x == this))}{{/each}}'],
    ['side by side', '${size(l.filter(x, x > 1))}'.repeat(5000)],
    ['without any', `{{#each l}}${'{{#if this}}{{/if}}'.repeat(1000)}{{/each}}`],
  ])('%s', async (_, template) => {
    const ms = await cpuMsOf(() =>
      expect(() => renderHandlebars(template, { l: list })).toThrow(/too l(ong|arge)/),
    );
    expect(ms).toBeLessThan(WIDE_MS);
  });

  test('a list of some hundred is gone through with an expression for each', () => {
    const l = list.slice(0, 300);
    expect(renderHandlebars('{{#each l}}${l.exists(x, x == this) ? "y" : "n"}{{/each}}', { l })).toBe(
      'y'.repeat(300),
    );
  });
});

test('decisions in a row share what they may spend', async () => {
  const ten = '[0,1,2,3,4,5,6,7,8,9]';
  const heavy = `${ten}.all(a, ${ten}.all(b, ${ten}.all(c, ${ten}.all(d, a + b + c + d >= 0))))`;
  const program = programOf(
    mapOf(block(decide('Spin', {}, when(heavy, action('Again', 'Spin')), action('Out', 'Z')), end('Z'))),
  );
  const host = testHost(createCrashingFileSystem(), '/project', puppetAgent());
  const ms = await cpuMsOf(async () => {
    const { state } = await start(host, program);
    expect(state.paused?.message).toMatch(TOO_LONG);
  });
  expect(ms).toBeLessThan(WIDE_MS);
});
