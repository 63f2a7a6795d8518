import { describe, expect, test } from 'vitest';
import '../../../src/framework/install-functions.ts';
import { collect } from '../../../src/diagnostics/diagnostic.ts';
import { parseExpression } from '../../../src/expression/cel/parse-expression.ts';
import { inMember, joined, UNREAD, WHOLE, type Demand } from '../../../src/expression/reads/demand.ts';
import { readExpression } from '../../../src/expression/reads/read-expression.ts';
import { wholeOf } from '../../../src/text/source.ts';

/** What is read of each name, in words: `name` whole, `name?` asked for, `name.a`, `name[].b`. */
function readBy(text: string, demand: Demand = WHOLE): readonly string[] {
  const { diagnostics, report } = collect();
  const expression = parseExpression(wholeOf({ name: 'x', text }), report);
  if (!expression) throw new Error(diagnostics[0]?.message);
  const read = new Map<string, Demand>();
  readExpression(expression, demand, (name) => (more) => {
    read.set(name, joined(read.get(name) ?? UNREAD, more));
  });
  return [...read].flatMap(([name, of]) => wordsOf(name, of)).toSorted();
}

function wordsOf(path: string, { isWhole, members, element }: Demand): readonly string[] {
  if (isWhole) return [path];
  if (members.size === 0 && !element) return [`${path}?`];
  const inside = [...members].flatMap(([name, of]) => wordsOf(`${path}.${name}`, of));
  return element ? [...inside, ...wordsOf(`${path}[]`, element)] : inside;
}

describe('an expression reads', () => {
  test.each([
    ['report', ['report']],
    ['report.issues', ['report.issues']],
    ['report["issues"]', ['report.issues']],
    ['vars["the report"].valid', ['the report.valid']],
    ['report[key].valid', ['key', 'report[].valid']],
    ['has(report.note) && size(report.issues) > 0', ['report.issues?', 'report.note?']],
    ['report.note != null', ['report.note?']],
    ['report.issues == []', ['report.issues?']],
    ['a.valid ? b.x : c.y', ['a.valid', 'b.x', 'c.y']],
    ['list.all(each, each.valid)', ['list[].valid']],
    ['list.filter(each, each.valid)', ['list']],
    ['list.filter(each, each.valid).map(each, each.title)', ['list[].title', 'list[].valid']],
    ['size(list.filter(each, each.valid))', ['list[].valid']],
    ['a.exists(x, b.exists(y, y.id == x.id && x.on))', ['a[].id', 'a[].on', 'b[].id']],
    ['signature(report)', ['report']],
    ['take(list, 3).map(each, each.title)', ['list[].title']],
    ['string(report.count) + "."', ['report.count']],
    ['{"a": report.x, "b": other}', ['other', 'report.x']],
    ['[first.a, second].map(each, each.title)', ['first.a.title', 'second.title']],
    ['(old + new).all(each, each.valid)', ['new[].valid', 'old[].valid']],
    ['report.title.contains(word)', ['report.title', 'word']],
    ['"a" in report', ['report']],
  ])('%s', (text, names) => {
    expect(readBy(text)).toEqual(names);
  });
});

test('of an object that is made only what is read goes on', () => {
  const valid = inMember('valid', WHOLE);
  expect(readBy('{"valid": report.valid, "note": report.note}', valid)).toEqual([
    'report.note?',
    'report.valid',
  ]);
  expect(readBy('report', valid)).toEqual(['report.valid']);
});

test('what lies very deep counts as read', () => {
  const path = Array.from({ length: 30 }, (_, index) => `a${index}`).join('.');
  const one = readBy(`x.${path}`);
  expect(one).toEqual([`x.${path}`]);
  const both = readBy(`x.${path} + x.${path.replace('a29', 'b')}`);
  expect(both).toEqual([`x.${path.slice(0, path.indexOf('.a8'))}`]);
});
