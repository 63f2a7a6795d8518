import { describe, expect, test } from 'vitest';
import { checkedProgram } from '../helpers/checked-program.ts';
import { answered, puppetAgent } from '../helpers/puppet-agent.ts';
import { resume, start, testHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';
import { courseOf } from './course.ts';

const SHIP = {
  description: 'Ships one thing',
  startTaskDefinition: 'Pack',
  workslipFields: {
    thing: { type: 'string', description: 'What', required: true },
    fast: { type: 'boolean', description: 'How', required: false, default: true },
  },
  limits: { steps: 1 },
  taskDefinitions: {
    Pack: {
      type: 'claude',
      promptTemplatePath: 'prompts/pack.md',
      session: 'continue',
      actions: { Packed: { target: 'Shipped' } },
    },
    Shipped: { type: 'end', outcome: 'sent', result: "thing + (fast ? ' by air' : ' by sea')" },
  },
};

const ALL = {
  description: 'Ships what is wanted',
  startTaskDefinition: 'Name',
  workslipFields: { wanted: { type: 'string', description: 'What', required: true } },
  taskDefinitions: {
    Name: { type: 'decide', set: { secret: '42' }, actions: { Go: { target: 'Ship' } } },
    Ship: {
      type: 'workflow',
      map: 'maps/ship.json',
      with: { thing: "wanted + '!'" },
      as: 'shipped',
      actions: {
        Sent: { target: 'Done', when: "result.outcome == 'sent'" },
        Lost: { target: 'Lost' },
      },
    },
    Done: { type: 'end', result: 'shipped.result' },
    Lost: { type: 'end', failed: true },
  },
};

const FILES = { 'maps/ship.json': JSON.stringify(SHIP), 'prompts/pack.md': 'Pack ${thing}.' };

describe('a map in a map', () => {
  const { program, texts } = checkedProgram(ALL, FILES);

  test('runs with its inputs, sees nothing else of the map around it, and gives its end as the result', async () => {
    const agent = puppetAgent(answered('Packed'));
    const host = testHost(createCrashingFileSystem(), '/project', agent);
    const { state } = await start(host, program, { texts, fields: { wanted: 'a boat' } });
    expect(agent.turns[0]?.prompt).toMatch(/^Pack a boat!\./);
    expect(courseOf(host.events)).toEqual([
      'start Name',
      'choose Go by guard',
      'finish Name set {"secret":42}',
      'start Ship',
      'map Ship {"fast":true,"thing":"a boat!"}',
      'Ship/map: start Pack',
      'Ship/map: choose Packed by agent',
      'Ship/map: finish Pack result {"text":"Done."}',
      'Ship/map: start Shipped',
      'map Ship -> sent result "a boat! by air"',
      'choose Sent by guard',
      'finish Ship result {"outcome":"sent","result":"a boat! by air"}',
      'start Done',
      'end Done outcome Done result "a boat! by air"',
    ]);
    expect(state.steps).toBe(2);
  });

  test('goes on inside of it after an interruption', async () => {
    const fs = createCrashingFileSystem();
    const stop = new AbortController();
    const agent = puppetAgent('hold');
    const run = start(testHost(fs, '/project', agent, { stop: stop.signal }), program, {
      texts,
      fields: { wanted: 'a boat' },
    });
    await agent.asked(1);
    stop.abort({ message: 'Stopped.', exitCode: 130 });
    const { directory } = await run;
    const again = puppetAgent(answered('Packed'));
    const state = await resume(testHost(fs, '/project', again), program, directory);
    expect(again.turns[0]?.session.id).toBe(agent.turns[0]?.session.id);
    expect(state.finished?.result).toBe('a boat! by air');
  });

  test('keeps the texts of its map and templates with the run', () => {
    expect(texts).toHaveLength(3);
    expect(Object.keys(program.templateSources).toSorted()).toEqual(['maps/ship.json', 'prompts/pack.md']);
  });
});
