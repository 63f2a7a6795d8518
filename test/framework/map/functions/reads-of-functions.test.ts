import { expect, test } from 'vitest';
import { expressionOf } from '../../../../src/expression/cel/expression-of.ts';
import {
  ofElement,
  ofMember,
  UNREAD,
  WHOLE,
  joined,
  type Demand,
} from '../../../../src/expression/reads/demand.ts';
import { readExpression } from '../../../../src/expression/reads/read-expression.ts';
import '../../../../src/framework/install-functions.ts';

/** What an expression reads of the name `report`. */
function readOf(text: string): Demand {
  let read: Demand = UNREAD;
  readExpression(expressionOf({ text }), WHOLE, (name) => (demand) => {
    if (name === 'report') read = joined(read, demand);
  });
  return read;
}

test('the decision table for a monitor reads the fields that it goes by, and hides no other that nothing reads', () => {
  const read = readOf('size(whyRefused(report)) == 0');
  const isRead = (...names: readonly string[]): boolean =>
    names.reduce((demand, name) => (name === '*' ? ofElement(demand) : ofMember(demand, name)), read).isRead;
  expect(isRead('valid') && isRead('issues', '*', 'title')).toBe(true);
  expect(isRead('contract_compliance', 'details', '*', 'status')).toBe(true);
  expect(isRead('summary') || isRead('issues', '*', 'suggestion')).toBe(false);
});

test('a function that does not say what it reads reads its arguments whole', () => {
  expect(readOf('signature(report)').isWhole).toBe(true);
});
