import { expect, test } from 'vitest';
import { serversFor, serversNamedIn } from '../../../src/agent/claude/mcp-servers.ts';

test('rules name a server by its tools, or as a whole', () => {
  const rules = [
    'mcp__a__list',
    'mcp__b',
    ' mcp__c__* ',
    'mcp__a_b__list_all__x',
    'mcp__',
    'Bash(mcp__d__x)',
    'Read',
    'xmcp__e__f',
  ];
  expect([...serversNamedIn(rules)]).toEqual(['a', 'b', 'c', 'a_b']);
});

test('a task gets the servers that it names, and no others', () => {
  const all = { a: { command: 'a' }, b: { command: 'b' } };
  expect(serversFor({ allowedTools: ['mcp__b__list', 'mcp__c__list'] }, all)).toEqual({ b: all.b });
  expect(serversFor({ allowedTools: ['Read'] }, all)).toBeUndefined();
  expect(serversFor({ allowedTools: undefined }, all)).toBeUndefined();
  expect(serversFor({ allowedTools: ['mcp__constructor'] }, {})).toBeUndefined();
});
