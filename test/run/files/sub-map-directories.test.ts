import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findRuns } from '../../../src/journal/find-runs.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import type { Block, WorkflowTask } from '../../../src/model/block.ts';
import type { Program } from '../../../src/run/program/program.ts';
import { action, block, claude, end } from '../../helpers/block.ts';
import { answered, failed, puppetAgent, type PuppetAgent } from '../../helpers/puppet-agent.ts';
import { mapOf, programOf, resume, start, testHost } from '../../helpers/run-host.ts';
import { ending, parallel } from '../../helpers/tasks.ts';

let root = '';
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'wfmap-sub-maps-'))));
afterEach(() => rmSync(root, { recursive: true }));

const hostOf = (agent: PuppetAgent) => testHost(nodeFileSystem, root, agent, { concurrency: 8 });

function workflow(name: string, map: string, target: string): WorkflowTask {
  const { type: _type, prompt: _prompt, ...head } = claude(name, action('Go', target));
  const { description, actions, as, onError, timeoutMs, retry, maxVisits } = head;
  return {
    type: 'workflow',
    name,
    description,
    actions,
    as,
    onError,
    timeoutMs,
    retry,
    maxVisits,
    map,
    with: [],
  };
}

function programWith(outer: Block, maps: Readonly<Record<string, Program>>): Program {
  return { ...programOf(mapOf(outer)), maps: new Map(Object.entries(maps)) };
}

function mapAt(path: string, inner: Block, maps: Readonly<Record<string, Program>> = {}): Program {
  const program = programWith(inner, maps);
  return { ...program, source: { ...program.source, path } };
}

const LOOK = mapAt('maps/look-map.json', block(claude('Look', action('Done', 'End')), ending('End', '1')));

const json = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, path, 'data.json'), 'utf8')) as Record<string, unknown>;

describe('a map that is run inside of another one', () => {
  const program = programWith(block(workflow('Ship', 'maps/look-map.json', 'Done'), end('Done')), {
    'maps/look-map.json': LOOK,
  });

  test('keeps what its tasks leave in a run directory of its own, and the two name each other', async () => {
    const host = hostOf(puppetAgent(answered('Done')));
    const { directory } = await start(host, program);
    const inner = '.wfmap/runs/look/slip-001/';
    expect(host.events.find(({ type }) => type === 'workflow.started')?.data).toMatchObject({ slip: inner });
    expect(readdirSync(join(root, inner)).toSorted()).toEqual(['data.json', 'task-002-look-prompt.md']);
    expect(json(inner)).toMatchObject({
      map: 'maps/look-map.json',
      path: inner,
      parent: directory.path,
      status: 'completed',
      history: [{ name: 'Look', action: 'Done', prompt: 'task-002-look-prompt.md' }, { name: 'End' }],
    });
    expect(json(directory.path)['history']).toMatchObject([
      { name: 'Ship', slip: inner },
      { name: 'Look', prompt: '../../look/slip-001/task-002-look-prompt.md' },
      { name: 'End' },
      { name: 'Done' },
    ]);
  });

  test('is no run of its own', async () => {
    const { directory } = await start(hostOf(puppetAgent(answered('Done'))), program);
    expect(findRuns(nodeFileSystem, root).map(({ name }) => name)).toEqual([directory.name]);
  });

  test('goes on in the same folder after a pause, and says in between that it stands still', async () => {
    const { directory } = await start(hostOf(puppetAgent(failed('permanent'))), program);
    const inner = '.wfmap/runs/look/slip-001/';
    expect(json(inner)).toMatchObject({ status: 'paused', history: [{ name: 'Look', error: 'It broke.' }] });
    await resume(hostOf(puppetAgent(answered('Done'))), program, directory);
    expect(json(inner)).toMatchObject({
      status: 'completed',
      history: [{ name: 'Look' }, { name: 'Look', action: 'Done' }, { name: 'End' }],
    });
    expect(readdirSync(join(root, '.wfmap/runs/look'))).toEqual(['slip-001']);
  });

  test('has maps inside of it with folders of their own', async () => {
    const mid = mapAt(
      'maps/mid.json',
      block(
        workflow('Deep', 'maps/look-map.json', 'Own'),
        claude('Own', action('Done', 'Mid End')),
        end('Mid End'),
      ),
      {
        'maps/look-map.json': LOOK,
      },
    );
    const outer = programWith(block(workflow('Ship', 'maps/mid.json', 'Done'), end('Done')), {
      'maps/mid.json': mid,
    });
    const { directory } = await start(hostOf(puppetAgent(answered('Done'), answered('Done'))), outer);
    expect(json('.wfmap/runs/look/slip-001/')).toMatchObject({ parent: directory.path, status: 'completed' });
    expect(json('.wfmap/runs/mid/slip-001/')['history']).toMatchObject([
      { name: 'Deep', slip: '.wfmap/runs/look/slip-001/' },
      { name: 'Look', prompt: '../../look/slip-001/task-003-look-prompt.md' },
      { name: 'End' },
      { name: 'Own', prompt: 'task-005-own-prompt.md' },
      { name: 'Mid End' },
    ]);
  });

  test('is cancelled with the branch that it is run in', async () => {
    const ship = block(workflow('Ship', 'maps/look-map.json', 'Done'), end('Done'));
    const one = block(claude('One', action('Done', 'End')), end('End'));
    const any = {
      ...parallel('Any', { one, two: ship }, action('Go', 'Done')),
      atLeast: 1,
    };
    const agent = puppetAgent('hold', 'hold');
    const run = start(hostOf(agent), programWith(block(any, end('Done')), { 'maps/look-map.json': LOOK }));
    await agent.asked(2);
    agent.turns.find(({ task }) => task === 'One')?.reply(answered('Done'));
    const { directory } = await run;
    const cut = { name: 'Look', error: 'cancelled' };
    expect(json('.wfmap/runs/look/slip-001/')).toMatchObject({ status: 'cancelled', history: [cut] });
    const entries = json(directory.path)['history'] as readonly { readonly name: string }[];
    expect(entries.find(({ name }) => name === 'Look')).toMatchObject({
      error: 'cancelled',
      address: {
        block: [
          { task: 'Any', key: 'two' },
          { task: 'Ship', key: 'map' },
        ],
        task: 'Look',
        visit: 1,
      },
    });
    expect(entries.find(({ name }) => name === 'Ship')).toMatchObject({ error: 'cancelled' });
  });
});
