import { describe } from 'vitest';
import { test as base } from './helpers/project.ts';

const MAP = {
  $schema: '../grammar/map.schema.json',
  description: 'Looks and asks.',
  startTaskDefinition: 'Look',
  limits: { steps: 10 },
  taskDefinitions: {
    Look: {
      type: 'claude',
      prompt: 'Look.',
      actions: { Go: { target: 'Ask' } },
    },
    Ask: {
      type: 'human',
      prompt: 'May it go out?',
      actions: {
        Ship: { target: 'Done' },
        'Throw Away': { target: 'Done' },
      },
    },
    Done: { type: 'end' },
  },
};

const test = base.extend<{ offered: (...words: string[]) => Promise<string[]> }>({
  offered: async ({ project }, use) => {
    await use(async (...words) => {
      const { code, stdout, stderr } = await project.run(['--get-yargs-completions', 'wfmap', ...words]);
      if (code !== 0 || stderr !== '') throw new Error(stderr);
      return stdout === '' ? [] : stdout.trimEnd().split('\n');
    });
  },
});

describe('shell completion', () => {
  test('offers every command that the help lists, and the flags of each', async ({
    project,
    offered,
    expect,
  }) => {
    const { stdout: help } = await project.run(['--help']);
    const listed = Array.from(help.matchAll(/^ {2}wfmap ([\w-]+)/gm), (match) => match[1] ?? '');
    expect(listed).toEqual(expect.arrayContaining(['run', 'prompt', 'eject']));
    expect((await offered('')).toSorted()).toEqual(listed.toSorted());
    expect(await offered('run', '--n')).toEqual(expect.arrayContaining(['--notify', '--goal']));
    expect(await offered('eject', '--f')).toContain('--force');
    expect(await offered('prompt', '--c')).toEqual(expect.arrayContaining(['--choose', '--visit']));
  });

  test('offers maps, their fields and what these may hold', async ({ project, offered, expect }) => {
    project.put('workflows/own.json', {
      ...MAP,
      workslipFields: {
        depth: { type: 'string', description: 'How deep', required: true, enum: ['shallow', 'deep'] },
        isDry: { type: 'boolean', description: 'No change', required: false },
        json: { type: 'string', description: 'Named like a flag', required: false },
      },
    });
    expect(await offered('run', '')).toEqual(expect.arrayContaining(['own', 'efficient']));
    expect(await offered('run', 'effi')).toEqual(['efficient']);
    expect(await offered('run', 'own', '--')).toEqual(
      expect.arrayContaining(['--depth', '--isDry', '--no-isDry', '--max-cost']),
    );
    expect(await offered('run', 'own', '--depth', '')).toEqual(['shallow', 'deep']);
    expect(await offered('run', 'own', '--set', '')).toEqual(['depth=', 'isDry=', 'json=']);
    expect(await offered('run', 'own', '--agent', '')).toEqual(['claude', 'scripted']);
    expect(await offered('prompt', 'own', '')).toEqual(['Look', 'Ask']);
    expect(await offered('help', 'ex')).toEqual(['explain']);
    expect(await offered('explain', 'unknown-t')).toContain('unknown-target');
    expect(await offered('new', 'x', '--pattern', 'lin')).toEqual(['linear']);
  });

  test('offers runs, their tasks, and what a person may choose', async ({ project, offered, expect }) => {
    project.put('workflows/own.json', MAP);
    project.script();
    const { code } = await project.run(['run', 'own', '--no-input']);
    expect(code).toBe(4);
    for (const command of ['show', 'why', 'resume', 'stop', 'logs']) {
      expect(await offered(command, ''), command).toEqual(['own/slip-001']);
    }
    expect(await offered('answer', '')).toEqual(['Ship', 'Throw Away', 'own/slip-001']);
    expect(await offered('answer', 'own/slip-001', 'S')).toEqual(['Ship']);
    expect(await offered('logs', 'own/slip-001', '')).toEqual(['Look', 'Ask']);
    expect(await offered('resume', '--from', '')).toEqual(['Look', 'Ask']);
    expect(await offered('answer', '--task', '')).toEqual(['Ask']);
  });

  test('offers for an alias what it offers for the command', async ({ project, offered, expect }) => {
    project.put('workflows/own.json', {
      ...MAP,
      workslipFields: { isDry: { type: 'boolean', description: 'No change', required: false } },
    });
    project.script();
    await project.run(['run', 'own', '--no-input']);
    expect(await offered('workfl')).toContain('workflow');
    expect(await offered('workflow', '')).toEqual(['run']);
    expect(await offered('workflow', 'run', '--work')).toEqual(
      expect.arrayContaining(['--workflowMap', '--worktree']),
    );
    expect(await offered('workflow', 'run', '--workflowMap', 'ow')).toEqual(['own']);
    expect(await offered('workflow', 'run', '--workflowMap', 'own', '--is')).toContain('--isDry');
    expect(await offered('task', 'run', '--s')).toContain('--slip');
    expect(await offered('task', 'run', '--slip', '')).toEqual(['own/slip-001']);
    const task = ['task', 'run', '--slip', 'own/slip-001', '--taskDefinitionName'];
    expect(await offered(...task, '')).toEqual(['Look', 'Ask']);
    expect(await offered(...task, 'Look', '--max-st')).toContain('--max-steps');
  });

  test('says nothing of what cannot be read, and offers no word that a terminal would obey', async ({
    project,
    offered,
    expect,
  }) => {
    project.put('workflows/broken.json', '{');
    project.put('workflows/\u001b]0;x\u0007.json', MAP);
    const maps = await offered('run', '');
    expect(maps).toContain('broken');
    expect(maps.filter((name) => name.includes('\u001b'))).toEqual([]);
    expect(await offered('run', 'broken', '--dep')).not.toContain('--depth');
    expect(await offered('prompt', 'nowhere', '')).not.toContain('nowhere');
    expect(await offered('resume', '--from', '')).toEqual([]);
  });
});
