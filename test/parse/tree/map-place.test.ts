import { expect, test } from 'vitest';
import { partAt } from '../../../src/language/place.ts';
import { describePlace, describePlaceInside } from '../../../src/parse/tree/map-place.ts';

test.each<[string, string, string | undefined]>([
  ['', 'The map', 'map'],
  ['limits', '"limits"', 'limits'],
  ['limits/steps', '"steps" of "limits"', undefined],
  ['workslipFields/a', 'Field "a"', 'field'],
  ['workslipFields/a/enum/0', 'Entry 1 of "enum" of field "a"', undefined],
  ['taskDefinitions', '"taskDefinitions"', undefined],
  ['taskDefinitions/A/timeout', '"timeout" of task "A"', undefined],
  ['taskDefinitions/A/allowedTools/1', 'Entry 2 of "allowedTools" of task "A"', undefined],
  ['taskDefinitions/A/set/0', '"0" of "set" of task "A"', undefined],
  ['taskDefinitions/A/actions/x/limit/max', '"max" of the limit of action "x" of task "A"', undefined],
  ['taskDefinitions/A/actions/x/args/y', 'Argument "y" of action "x" of task "A"', 'argument'],
  ['taskDefinitions/A/fields/f', 'Field "f" of task "A"', 'field'],
  ['taskDefinitions/A/branches/x/taskDefinitions/B', 'Task "B" of branch "x" of task "A"', 'task'],
  ['taskDefinitions/A/body/taskDefinitions/B', 'Task "B" of the body of task "A"', 'task'],
  [
    'taskDefinitions/A/workspace/worktree/merge',
    '"merge" of "worktree" of "workspace" of task "A"',
    undefined,
  ],
  ['properties/p/leadsTo/first', '"first" of "leadsTo" of property "p"', 'situation'],
  ['taskDefinitions/taskDefinitions/actions/actions', 'Action "actions" of task "taskDefinitions"', 'action'],
  ['constructor/__proto__', '"__proto__" of "constructor"', undefined],
])('%j is called %s', (pointer, called, kind) => {
  const path = pointer === '' ? [] : pointer.split('/');
  expect([describePlace(path), partAt(path)]).toEqual([called, kind]);
});

test('inside of a sentence a place begins small, and a name stays as it is', () => {
  expect(describePlaceInside(['taskDefinitions', 'A'])).toBe('task "A"');
  expect(describePlaceInside(['limits'])).toBe('"limits"');
});
