import { expect, test } from 'vitest';
import type { AgentRequest } from '../../../src/agent/agent.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';
import { answered, puppetAgent } from '../../helpers/puppet-agent.ts';
import { start, testHost } from '../../helpers/run-host.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';

const ROLE = `---
model: opus
effort: max
tools: [Read, "Bash(npm test)"]
disallowedTools: [Edit]
permissionMode: plan
maxTurns: 7
---
You look at things.`;

/** What the agent of a task is started with. */
async function requestOf(task: object, more: object = {}): Promise<Partial<AgentRequest>> {
  const actions = { Go: { target: 'Done' } };
  const map = {
    description: 'A map',
    startTaskDefinition: 'Look',
    taskDefinitions: {
      Look: { type: 'claude', prompt: 'Look.', agent: 'looker', writes: ['anything'], ...task, actions },
      Done: { type: 'end' },
    },
    ...more,
  };
  const { program, texts } = checkedProgram(map, { 'prompts/agents/looker.md': ROLE });
  const agent = puppetAgent(answered('Go'));
  const host = testHost(createCrashingFileSystem('/project'), '/project', agent, { allowedTools: ['Glob'] });
  await start(host, program, { texts });
  const [request] = agent.turns;
  if (request === undefined) throw new Error('no agent was started');
  const { model, effort, allowedTools, disallowedTools, permissionMode, maxTurns } = request;
  return { model, effort, allowedTools, disallowedTools, permissionMode, maxTurns };
}

const OF_ROLE = {
  model: 'opus',
  effort: 'max',
  allowedTools: ['Read', 'Bash(npm test)', 'Glob'],
  disallowedTools: ['Edit'],
  permissionMode: 'plan',
  maxTurns: 7,
};

test('an agent works as its role says where the task says nothing', async () => {
  expect(await requestOf({})).toEqual(OF_ROLE);
});

test('what the task says comes before its role, each setting by itself', async () => {
  expect(await requestOf({ model: 'haiku', allowedTools: [] })).toEqual({
    ...OF_ROLE,
    model: 'haiku',
    allowedTools: ['Glob'],
  });
  expect(await requestOf({ disallowedTools: ['Write'], permissionMode: 'default', maxTurns: 3 })).toEqual({
    ...OF_ROLE,
    disallowedTools: ['Write'],
    permissionMode: 'default',
    maxTurns: 3,
  });
});

test('what a map says for all its tasks comes before a role', async () => {
  const defaults = { model: 'haiku', maxTurns: 2 };
  expect(await requestOf({}, { defaults })).toEqual({ ...OF_ROLE, ...defaults });
});

test('a prompt that is no role may have keys of other tools', async () => {
  const template = '---\nmodel: [1]\ntools: {}\n---\nLook.';
  const map = {
    description: 'A map',
    startTaskDefinition: 'Look',
    taskDefinitions: {
      Look: { type: 'claude', promptTemplatePath: 'look.md', actions: { Go: { target: 'Done' } } },
      Done: { type: 'end' },
    },
  };
  expect(() => checkedProgram(map, { 'look.md': template })).not.toThrow();
});
