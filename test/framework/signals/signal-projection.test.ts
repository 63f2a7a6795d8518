/** The file of a goal cycle and its archives, over all that the scenarios of the shipped loop do, and over kills. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadProgram } from '../../../src/cli/io/load-program.ts';
import { readArchiveName } from '../../../src/framework/signals/archive-name.ts';
import { SIGNAL_PROJECTION } from '../../../src/framework/signals/signal-projection.ts';
import { findRuns } from '../../../src/journal/find-runs.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import type { Memory } from '../../../src/artifact/artifact-ledger.ts';
import type { FollowedRun } from '../../../src/run/host/projection.ts';
import type { RunHost } from '../../../src/run/host/host.ts';
import type { Program } from '../../../src/run/program/program.ts';
import { createRunState } from '../../../src/run/state/run-state.ts';
import { fold } from '../../../src/run/state/fold.ts';
import { spellSignal } from '../../../src/signal/spell-signal.ts';
import { neededContext } from '../../../src/signal/words.ts';
import { findSignals } from '../../../src/signal/find-signals.ts';
import { readSignal } from '../../../src/signal/read-signal.ts';
import { playScenario } from '../../../src/scenario/play-scenario.ts';
import { readScenarioFile } from '../../../src/scenario/read-scenario-file.ts';
import { startFields } from '../../../src/scenario/start-fields.ts';
import { applyEvent } from '../../../src/view/apply-event.ts';
import { createRunView } from '../../../src/view/run-view.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';
import { textsBelow } from '../../helpers/map-sample.ts';
import { answered } from '../../helpers/puppet-agent.ts';
import { resume, start, testHost } from '../../helpers/run-host.ts';
import type { Agent } from '../../../src/agent/agent.ts';
import type { FileSystem } from '../../../src/journal/file-system.ts';
import { createCrashingFileSystem, PowerCut } from '../../journal/crashing-file-system.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CYCLE = 'docs/context/current_cycle.md';
const EMPTY = '# Cycle:\n\n## Goal\n\n## Current State\n\n## Context Docs\n\n---\n';

/** What the projection gives after each event: its files by path. */
function filesAfterEach(program: Program, events: readonly RunEvent[], memories: readonly Memory[] = []) {
  const state = createRunState();
  const view = createRunView();
  const run = { id: 'map/slip-001', branch: 'goal/x', root: '/project', artifacts: '/project/.map/goal-x' };
  const followed: FollowedRun = { program, state, view, run, memories, warn: () => undefined };
  const projection = SIGNAL_PROJECTION.follow(followed);
  return events.map((event) => {
    fold(state, event, program);
    projection.apply(event, applyEvent(view, event));
    return Object.fromEntries(projection.files().files.map(({ path, text }) => [path, text]));
  });
}

const name = 'workflows/scenarios/signal-loop.scenario.yaml';
const file = readScenarioFile({ name, text: readFileSync(join(ROOT, name), 'utf8') });
if ('problems' in file) throw new Error('It is no file of scenarios.');
const loaded = loadProgram('workflows/signal-loop.json', ROOT, ROOT);

async function eventsOf(scenario: (typeof scenarios)[number], more: Readonly<Record<string, string>> = {}) {
  const fields = startFields(loaded.program, { ...scenario.fields, ...more });
  if ('problems' in fields) throw new Error(fields.problems.join(' '));
  return (await playScenario(loaded, scenario, fields.values)).events;
}

const { scenarios } = file;
const first = scenarios[0];
if (first === undefined) throw new Error('There is a scenario.');

describe.each(scenarios)('in the scenario "$name"', (scenario) => {
  test('the cycle file only grows, each block in it can be read, and a cycle leaves one archive of a suffix', async () => {
    const events = await eventsOf(scenario);
    let before = '';
    const archives = new Set<string>();
    for (const [at, files] of filesAfterEach(loaded.program, events).entries()) {
      const { [CYCLE]: text = '', ...others } = files;
      for (const path of Object.keys(others)) archives.add(path);
      if (events[at]?.type === 'run.finished') {
        expect([text, ''], 'a fresh file').toContain(text);
        continue;
      }
      expect(text.startsWith(before), `event ${at + 1}`).toBe(true);
      before = text === '' ? before : text.slice(0, -1);
    }
    const names = [...archives].map((path) => readArchiveName(path.replace('docs/context/archive/', '')));
    expect(names).not.toContain(undefined);
    expect(new Set(names.map((each) => each?.suffix)).size).toBe(names.length);
    const blocks = before.split(/^(?=### SIGNAL BLOCK$)/m).slice(1);
    expect(blocks.length).toBe([...findSignals(before)].length);
    for (const block of blocks) expect(readSignal(block, 'strict')).toHaveProperty('signal');
    const said = events.filter(
      ({ type, data }) => type === 'task.finished' && ('block' in data.bindings || isHandOver(data.result)),
    );
    expect(blocks.length).toBe(said.length);
  });
});

function isHandOver(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'signature' in value;
}

describe('an archive', () => {
  const endOf = (all: readonly Readonly<Record<string, string>>[]) => all.at(-1) ?? {};

  test('has the whole history at the end of a goal, and the cycle file is fresh then', async () => {
    const { [CYCLE]: text, ...archives } = endOf(filesAfterEach(loaded.program, await eventsOf(first)));
    expect(text).toBe(EMPTY);
    const [[path, archive] = ['', '']] = Object.entries(archives);
    expect(path).toBe('docs/context/archive/20260101_000000_users-can-reset-their-password.md');
    const begin = [
      '# Cycle: 2026-11-25-005',
      '## Goal',
      'Users can reset their password',
      '## Current State',
      '## Context Docs',
      '---',
      '## Iteration 0',
      '### Human Output',
      '### SIGNAL BLOCK',
      '- Agent: Human\n- Result: INIT\n- Goal Summary: Users can reset their password\n- Next: Planner\n- Context: none',
      '**Signature**: 4:0:0',
      '---',
      '### Planner Output',
      '### SIGNAL BLOCK',
      '- Agent: Planner\n- Result: PLAN_CREATED\n',
    ].join('\n\n');
    expect(archive.slice(0, begin.length)).toBe(begin);
    expect(archive.match(/^## Iteration \S+$/gm)).toEqual([
      '## Iteration 0',
      '## Iteration 1',
      '## Iteration 2',
      '## Iteration FINAL',
    ]);
  });

  test('is called after the pull request where that is asked for, and never as one of an earlier run', async () => {
    const events = await eventsOf(first, { archiveBy: 'pull request' });
    const path = 'docs/context/archive/57_users-can-reset-their-password.md';
    expect(Object.keys(endOf(filesAfterEach(loaded.program, events)))).toContain(path);
    const again = endOf(filesAfterEach(loaded.program, events, [{ cycleArchives: [path] }]));
    expect(Object.keys(again)).toEqual([expect.stringMatching(/archive\/\d{8}_\d{6}_users/), CYCLE]);
  });

  test('is incomplete where the cycle pauses, and has the rest of the history where it ends there', async () => {
    const stopped = scenarios.find(({ name: title }) => title.startsWith('a Judge that passes begins'));
    if (stopped === undefined) throw new Error('There is such a scenario.');
    const events = await eventsOf(stopped);
    const all = filesAfterEach(loaded.program, events);
    const paused = all.findIndex((files) =>
      Object.keys(files).some((path) => path.endsWith('_incomplete.md')),
    );
    expect(events[paused]).toMatchObject({ type: 'human.asked', data: { task: 'Paused' } });
    const [path = ''] = Object.keys(all[paused] ?? {}).filter((each) => each.endsWith('_incomplete.md'));
    expect(Object.keys(endOf(all)).filter((each) => each !== CYCLE)).toEqual([path]);
  });
});

/** Two blocks of agents and one of a person. */
const SMALL = {
  description: 'A cycle',
  startTaskDefinition: 'Begin',
  artifacts: { signals: { cycle: "{'id': cycle, 'goal': goal}", block: 'block' } },
  taskDefinitions: {
    Begin: {
      type: 'decide',
      set: {
        cycle: "'2026-11-25-001'",
        goal: "'Add'",
        block:
          "{'role': 'Human', 'result': 'INIT', 'summary': goal, 'next': 'Planner', 'signature': '1:0:0'}",
      },
      actions: { Plan: { target: 'Plan' } },
    },
    Plan: {
      type: 'claude',
      prompt: 'Plan.',
      protocol: 'signal-block',
      signs: 'Planner',
      signature: "'1:1:1'",
      actions: { Actor: { target: 'Act' }, Human: { target: 'Done' } },
    },
    Act: {
      type: 'claude',
      prompt: 'Act.',
      protocol: 'signal-block',
      signs: 'Actor',
      signature: "'1:1:2'",
      actions: { Judge: { target: 'Done' }, Planner: { target: 'Done' }, Human: { target: 'Done' } },
    },
    Done: { type: 'end' },
  },
};

describe('a run that is killed at any moment and resumed', () => {
  const { program, texts } = checkedProgram(SMALL);
  const message = (role: string, result: string, named: string, signature: string): string => {
    const needed = neededContext(role, result, named).map(([name = '']) => `- **${name}**: said`);
    const block = { role, result, summary: 'Done', confidence: role === 'Actor' ? 3 : 9, named, signature };
    return `I am the ${role}.\n\n${spellSignal({ ...block, context: needed.join('\n'), fields: {} })}`;
  };

  function hostOf(fs: FileSystem): RunHost {
    const agent: Agent = {
      kind: 'claude',
      start: ({ task }) => {
        const text =
          task === 'Plan'
            ? message('Planner', 'PLAN_CREATED', 'Actor', '1:1:1')
            : message('Actor', 'SUCCESS', 'Judge', '1:1:2');
        const nothing = (): void => undefined;
        return { reply: Promise.resolve({ ...answered(undefined), text }), stop: nothing, kill: nothing };
      },
    };
    return testHost(fs, '/project', agent, { artifacts: { realPath: (path) => path, say: () => undefined } });
  }

  const run = (fs: FileSystem) => start(hostOf(fs), program, { texts, fields: {} });

  test('has every block once, and one archive', async () => {
    const whole = createCrashingFileSystem();
    await run(whole);
    const before = textsBelow(whole, '/project');
    expect(before[CYCLE]).toBe(EMPTY);
    const [path = ''] = Object.keys(before).filter((each) => each.includes('/archive/'));
    expect(before[path]).toContain(
      '> I am the Planner.\n\n### SIGNAL BLOCK\n\n- Agent: Planner\n- Result: PLAN_CREATED\n',
    );
    expect(before[path]).toContain(
      '**Signature**: 1:1:2\n\nEffective next: Human, as the confidence is 3.\n\n---\n',
    );
    let resumed = 0;
    for (let cut = 1; cut < whole.operations(); cut += 1) {
      const killed = createCrashingFileSystem();
      killed.cutAt(cut);
      await expect(run(killed)).rejects.toThrow(PowerCut);
      const fs = killed.revive();
      const [found] = findRuns(fs, '/project');
      if (found?.started === undefined) continue;
      await resume(hostOf(fs), program, found).catch((thrown: unknown) => {
        expect(thrown).toMatchObject({ code: 'run-is-finished' });
      });
      const after = textsBelow(fs, '/project');
      const archives = Object.keys(after).filter((each) => each.startsWith('docs/context/archive/'));
      expect([cut, archives, after[path], after[CYCLE]]).toEqual([cut, [path], before[path], EMPTY]);
      resumed += 1;
    }
    expect(resumed).toBeGreaterThan(20);
  });
});
