import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentReply } from '../../src/agent/agent.ts';
import type { ForeachTask } from '../../src/model/block.ts';
import type { RunEvent, RunEventData, RunEventType } from '../../src/model/run-event.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import type { Program } from '../../src/run/program/program.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { broken, exited, GIVER, memoryBox, puppetShell, questionIn } from '../helpers/performers.ts';
import { answered, failed, interrupted, puppetAgent, rejected } from '../helpers/puppet-agent.ts';
import { mapOf, programOf, resume, start, testHost } from '../helpers/run-host.ts';
import { decide, foreach, human, parallel, shell, when } from '../helpers/tasks.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';
import { nestedProgram } from './nested-program.ts';

const GOLDEN = join(import.meta.dirname, '../fixtures/run/reasons.out');

/** What a person is told by a record: why something failed, was skipped or paused, and what is asked. */
const LINES: { readonly [T in RunEventType]?: (data: RunEventData[T]) => string } = {
  'task.failed': ({ task, fault, reason }) => `fail ${task} (${fault}): ${reason}`,
  'agent.finished': ({ task, outcome, reason }) => (reason === null ? '' : `${task} ${outcome}: ${reason}`),
  'shell.finished': ({ task, outcome, reason }) => (reason === null ? '' : `${task} ${outcome}: ${reason}`),
  'item.skipped': ({ task, key, reason }) => `skip ${task}/${key}: ${reason}`,
  'human.asked': ({ task, about, text, choices }) => {
    const lines = choices.map(({ name, choose }) => `  ${name}: ${choose ?? '-'}`);
    return [`ask ${task} (${about}): ${text}`, ...lines].join('\n');
  },
  'human.answered': ({ task, action: chosen }) => `answer ${task}: ${chosen}`,
  'run.paused': ({ reason, exitCode, message }) => `pause (${reason}, exit code ${exitCode}): ${message}`,
  'run.finished': ({ outcome, result }) => `end ${outcome}: ${JSON.stringify(result)}`,
};

function reportedBy({ type, data }: RunEvent): readonly string[] {
  // The line of a type takes the data of that type.
  const line = LINES[type] as ((given: RunEvent['data']) => string) | undefined;
  return [line?.(data) ?? ''].filter((each) => each !== '');
}

interface Case {
  readonly law: string;
  readonly program: Program;
  readonly more?: Partial<RunHost>;
  readonly limits?: Parameters<typeof start>[2];
  /** The answers of a person, one each time that the run is gone on with; empty for none. */
  readonly answers?: readonly string[];
}

const nothing = block(claude('Look', action('Go', 'End')), end('End'));
const each = (items: string, more: Partial<ForeachTask> = {}): Program =>
  programOf(mapOf(block({ ...foreach('Each', items, nothing, action('Go', 'Done')), ...more }, end('Done'))));
const expression = (text: string) => ({ text });

const deploying = (command: readonly string[] = ['deploy', 'it']): Program =>
  programOf(mapOf(block(shell('Deploy', command, action('Go', 'Done')), end('Done'))));

const choosing = (...actions: Parameters<typeof decide>[2][]): Program =>
  programOf(mapOf(block(decide('Choose', {}, ...actions), end('Done'), end('Other'))));

const working = (name = 'Work'): Program =>
  programOf(mapOf(block(claude(name, action('Go', 'Again')), claude('Again', action('Go', name)))));

const asking = (count: number): Program =>
  programOf(
    mapOf(
      block(
        parallel(
          'All',
          Object.fromEntries(
            Array.from({ length: count }, (_, index) => [
              `b${index}`,
              block(human(`Ask ${index}`, action('Yes', 'End')), end('End')),
            ]),
          ),
          action('Go', 'Done'),
        ),
        end('Done'),
      ),
    ),
  );

const INNER = JSON.stringify({
  description: 'A map inside',
  startTaskDefinition: 'End',
  workslipFields: {
    count: { type: 'number', description: 'How many', required: true },
    name: { type: 'string', description: 'Whose', required: true },
  },
  taskDefinitions: { End: { type: 'end' } },
});
/** Its inputs are what a command has printed: nobody knows before what that is. */
const withInputs = (inputs: object): Program =>
  nestedProgram(
    JSON.stringify({
      description: 'A map around',
      startTaskDefinition: 'Begin',
      taskDefinitions: {
        Begin: { type: 'shell', command: ['print'], as: 'out', actions: { Go: { target: 'Inner' } } },
        Inner: { type: 'workflow', map: 'inner.json', with: inputs, actions: { Go: { target: 'Done' } } },
        Done: { type: 'end' },
      },
    }),
    { 'inner.json': INNER },
  ).program;

const spinning = programOf(
  mapOf(block(decide('Here', {}, action('On', 'There')), decide('There', {}, action('Back', 'Here')))),
);

/** Four items, the second and third of which wait for the one before. */
const looking = (more: Partial<ForeachTask>): Program =>
  each("['a', 'b', 'c', 'd']", {
    key: expression('item'),
    after: expression("item == 'b' ? ['a'] : item == 'c' ? ['b'] : []"),
    concurrency: 1,
    body: block(
      claude('Look', action('Good', 'End'), action('Bad', 'Failed')),
      end('End'),
      end('Failed', true),
    ),
    ...more,
  });

const withHelp = (reason: string): AgentReply => {
  const { durationMs, costUsd, tokens, denials, sessionKnown } = failed('permanent');
  const settled = { durationMs, costUsd, tokens, denials, sessionKnown };
  const fault = { fault: 'permanent', reason, help: 'Mend it.', text: '', resetsAt: undefined } as const;
  return { ...settled, outcome: 'failed', ...fault };
};

const CASES: readonly Case[] = [
  { law: 'items that are not a list', program: each("{'a': 1}") },
  {
    law: 'items that are not a list, at length',
    program: each(`'${'x'.repeat(200)}'`),
  },
  { law: 'a key twice', program: each("['a', 'b', 'a']", { key: expression('item') }) },
  { law: 'a key that is neither text nor a number', program: each('[1, true]', { key: expression('item') }) },
  {
    law: 'an item that waits for what is not a list',
    program: each("['a']", { key: expression('item'), after: expression('item') }),
  },
  {
    law: 'an item that waits for what is no key',
    program: each("['a']", { key: expression('item'), after: expression('[[item]]') }),
  },
  {
    law: 'an item that waits for one that is not there',
    program: each("['a', 'b']", { key: expression('item'), after: expression("['a', 'c']") }),
  },
  {
    law: 'items that wait for each other',
    program: each("['a', 'b', 'c', 'd', 'e', 'f', 'g']", {
      key: expression('item'),
      after: expression("item == 'g' ? [] : item == 'f' ? ['e'] : ['a', 'f']"),
    }),
  },
  {
    law: 'an item that waits for itself',
    program: each("['a', 'b']", { key: expression('item'), after: expression('[item]') }),
  },
  {
    law: 'an item that shares what is not a list',
    program: each('[7]', { key: expression('item'), exclusive: expression('item') }),
  },
  { law: 'an expression without a value', program: each('nothing.at.all') },
  {
    law: 'no guard holds',
    program: choosing(when('1 == 2', action('Go', 'Done')), when('size([]) > 0', action('Else', 'Other'))),
  },
  { law: 'a guard that is neither true nor false', program: choosing(when("'yes'", action('Go', 'Done'))) },
  { law: 'a guard without a value', program: choosing(when('nothing', action('Go', 'Done'))) },
  {
    law: 'a person who is offered nothing',
    program: programOf(mapOf(block(human('Ask', when('false', action('Yes', 'Done'))), end('Done')))),
  },
  {
    law: 'a person whose choices cannot be worked out',
    program: programOf(mapOf(block(human('Ask', when('1', action('Yes', 'Done'))), end('Done')))),
  },
  { law: 'decisions without an end', program: spinning },
  {
    law: 'inputs of a map that do not fit',
    program: withInputs({
      count: 'has(out.json) ? out.json.count : 1',
      name: 'has(out.json) ? out.json.name : ""',
    }),
    more: { shell: puppetShell(exited(0, '{"count": "three", "name": ["x"]}')) },
  },
  {
    law: 'a command that was run and broke, and is run again',
    program: deploying(),
    more: { shell: puppetShell(broken('transport'), exited(0)) },
    answers: ['', 'Run again'],
  },
  {
    law: 'a command that was run and broke, and is not run again',
    program: deploying(),
    more: { shell: puppetShell(broken('transport')) },
    answers: ['', 'Take as failed'],
  },
  {
    law: 'a command that cannot be started',
    program: deploying(),
    more: { shell: puppetShell(broken('permanent')) },
  },
  {
    law: 'a command that was interrupted',
    program: deploying(['deploy', 'x'.repeat(3000)]),
    more: { shell: puppetShell({ outcome: 'interrupted', durationMs: 1 }) },
    answers: ['', 'Take as failed'],
  },
  {
    law: 'an agent that was interrupted',
    program: working(),
    more: { agent: puppetAgent(interrupted()) },
  },
  { law: 'an agent that broke', program: working(), more: { agent: puppetAgent(failed('permanent')) } },
  {
    law: 'an agent that never names an action',
    program: working(),
    more: { agent: puppetAgent(...Array.from({ length: 9 }, () => rejected())) },
  },
  {
    law: 'a subscription that is used up',
    program: working(),
    more: { agent: puppetAgent(failed('limit')) },
  },
  {
    law: 'a subscription that is used up until some time',
    program: working(),
    more: { agent: puppetAgent(failed('limit', { resetsAt: '2026-01-02T03:04:05.000Z' })) },
  },
  {
    law: 'the limit of steps',
    program: working(),
    more: { agent: puppetAgent(answered('Go'), answered('Go')) },
    limits: { limits: { steps: 2 } },
  },
  {
    law: 'the limit of tokens',
    program: working(),
    more: { agent: puppetAgent(answered('Go', { tokens: 250 })) },
    limits: { limits: { tokens: 200 } },
  },
  {
    law: 'the limit of costs',
    program: working(),
    more: { agent: puppetAgent(answered('Go', { costUsd: 1.256 })) },
    limits: { limits: { costUsd: 1.25 } },
  },
  {
    law: 'the first failure of an item ends all',
    program: looking({ onItemFailure: 'stop' }),
    more: { agent: puppetAgent(answered('Bad')) },
  },
  {
    law: 'the failure of an item is in the way of those that wait for it',
    program: looking({ onItemFailure: 'continue' }),
    more: { agent: puppetAgent(answered('Bad'), answered('Good')) },
  },
  {
    law: 'a fault with help, behind a sentence and behind words',
    program: programOf(
      mapOf(
        block(
          { ...claude('One', action('Go', 'Done')), onError: 'Two' },
          { ...claude('Two', action('Go', 'Done')), onError: 'Three' },
          claude('Three', action('Go', 'Done')),
          end('Done'),
        ),
      ),
    ),
    more: {
      agent: puppetAgent(withHelp('It broke.'), withHelp('It broke …'), withHelp('exit code 1')),
    },
  },
  {
    law: 'a command that cannot be worked out',
    program: programOf(
      mapOf(
        block(
          {
            ...shell('Deploy', [], action('Go', 'Done')),
            command: { kind: 'line', line: { text: 'deploy ${1 / 0}' } },
          },
          end('Done'),
        ),
      ),
    ),
  },
  { law: 'a run that is ended at once', program: working(), more: { kill: AbortSignal.abort() } },
  {
    law: 'a run that is stopped',
    program: working(),
    more: { stop: AbortSignal.abort({ message: 'Stopped by "wfmap stop".', exitCode: 143 }) },
  },
  { law: 'one question', program: asking(1) },
  { law: 'as many questions as are named', program: asking(5) },
  { law: 'more questions than are named', program: asking(7) },
];

async function reportOf({ law, program, more = {}, limits = {}, answers = [] }: Case): Promise<string> {
  const box = memoryBox();
  const fs = createCrashingFileSystem('/project');
  const host = testHost(fs, '/project', puppetAgent(), { concurrency: 8, answerBox: () => box, ...more });
  let { state, directory } = await start(host, program, limits);
  for (const answer of answers) {
    if (answer !== '') box.claim(questionIn(state), { action: answer, fields: {}, sender: GIVER });
    state = await resume(host, program, directory);
  }
  return [`== ${law}`, ...host.events.flatMap(reportedBy), ''].join('\n');
}

test('a run says why it failed, paused or asks in these words', async () => {
  const reported: string[] = [];
  for (const each of CASES) reported.push(await reportOf(each));
  const text = reported.join('\n').replaceAll(/x{50,}/g, (run) => `<${run.length} times x>`);
  await expect(text).toMatchFileSnapshot(GOLDEN);
});
