import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chooseAgent, type AgentFlags } from '../../../src/cli/flags/agent-choice.ts';
import { agentToResume } from '../../../src/cli/flags/agent-to-resume.ts';
import type { RunEventData } from '../../../src/model/run-event.ts';
import { captured } from '../../helpers/captured.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/flags`;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-agent-')));
afterAll(() => rmSync(folder, { recursive: true }));

const mapWith = (task: object) =>
  checkedProgram({
    description: 'One task',
    startTaskDefinition: 'Do',
    taskDefinitions: { Do: task, Done: { type: 'end' } },
  }).program;
const actions = { Next: { target: 'Done' } };
const COMMAND = mapWith({ type: 'shell', command: ['true'], actions });
const AGENT = mapWith({ type: 'claude', promptTemplate: 'Go.', actions });

const choose = (agent: string, more: Partial<AgentFlags> = {}, program = COMMAND) =>
  captured(() =>
    chooseAgent(
      {
        agent,
        claude: undefined,
        choose: undefined,
        seed: 1,
        workFolder: folder,
        passed: undefined,
        ...more,
      },
      program,
    ),
  );

test('a map without an agent needs none that is installed', async () => {
  const { value } = await choose('claude', { claude: join(folder, 'nowhere') });
  expect(value).toMatchObject({ agent: { kind: 'claude' }, asker: undefined, channel: 'structured' });
  expect((await choose('claude', { choose: 'text' })).value?.channel).toBe('text');
});

test('a simulation has performers for all that a map asks, and needs no agent', async () => {
  const { value } = await choose('scripted', {}, AGENT);
  expect(value).toMatchObject({ agent: { kind: 'scripted' }, channel: 'structured' });
  expect(value?.asker).toBeDefined();
  expect((await choose('scripted', { choose: 'text' })).value?.channel).toBe('text');
  writeFileSync(join(folder, 'story.json'), '{"answers": {"Do": ["Next"]}}');
  expect((await choose(`scripted:${join(folder, 'story.json')}`)).value?.agent.kind).toBe('scripted');
});

test('an agent that cannot be had is told with what can', async () => {
  writeFileSync(join(folder, 'odd.json'), '{"answers": 7}');
  writeFileSync(join(folder, 'text.json'), 'Next');
  const names = [
    'gpt',
    'Claude',
    'claude:x',
    'scripted:',
    `scripted:${folder}/odd.json`,
    `scripted:${folder}/gone.json`,
    '',
  ];
  const reported: string[] = [];
  for (const name of names) reported.push(`# ${name}\n${(await choose(name)).fault}`);
  reported.push(
    `# claude, which is not there\n${(await choose('claude', { claude: join(folder, 'nowhere') }, AGENT)).fault}`,
  );
  await expect(reported.join('\n').replaceAll(folder, '<folder>')).toMatchFileSnapshot(
    `${FIXTURES}/agents.out`,
  );
});

test('a run resumes with the kind of agent that it started with, and no other', async () => {
  const resumes = async (begun: 'claude' | 'scripted', flag: string | undefined): Promise<string> => {
    const started = {
      agent: begun,
      map: { path: 'maps/my map.json', digest: '' },
    } as RunEventData['run.started'];
    const { value, fault } = await captured(() => agentToResume(flag, started, 'my map/slip-001'));
    return `# ${begun}, asked for ${flag ?? 'nothing'}\n${value === undefined ? fault : `${value}\n`}`;
  };
  const reported: string[] = [];
  for (const begun of ['claude', 'scripted'] as const) {
    for (const flag of [undefined, 'claude', 'scripted', 'scripted:a.json', 'scripted-x', 'gpt'])
      reported.push(await resumes(begun, flag));
  }
  await expect(reported.join('\n')).toMatchFileSnapshot(`${FIXTURES}/agent-to-resume.out`);
});
