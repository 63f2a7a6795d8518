import { describe } from 'vitest';
import { test } from './helpers/project.ts';

const MAP = {
  description: 'Two tasks',
  startTaskDefinition: 'Work',
  taskDefinitions: {
    Work: { type: 'shell', command: 'true', timeout: '1m', actions: { Over: { target: 'Done' } } },
    Done: { type: 'end' },
  },
};
const OUTER = {
  description: 'A map in a map',
  startTaskDefinition: 'Run',
  taskDefinitions: {
    Run: { type: 'workflow', map: 'a.json', actions: { Over: { target: 'Done' } } },
    Done: { type: 'end' },
  },
};

describe('wfmap graph', () => {
  test('draws a map as text, with ASCII where the terminal shows nothing else', async ({
    project,
    expect,
  }) => {
    project.put('a.json', JSON.stringify(MAP));
    const drawn = await project.run(['graph', 'a.json'], {
      environment: { LC_ALL: 'C.UTF-8', TERM: 'xterm' },
    });
    expect(drawn.stdout, drawn.reported).toContain('│ Work       │');
    for (const environment of [{ TERM: 'dumb' }, { LC_ALL: 'C', TERM: 'xterm' }]) {
      expect((await project.run(['graph', 'a.json'], { environment })).stdout).toContain('| Work       |');
    }
  });

  test('writes what the ending of the file says, or --to', async ({ project, expect }) => {
    project.put('a.wfmap', 'map "One"\n\nend Done\n');
    for (const [file, begins] of [
      ['a.svg', '<svg '],
      ['a.mmd', '%% a\nflowchart TD\n'],
      ['a.dot', 'digraph "a" {'],
    ] as const) {
      const { code, stdout, stderr } = await project.run(['graph', 'a.wfmap', '-o', file]);
      expect([code, stdout, stderr]).toEqual([0, '', '']);
      expect(project.read(file).startsWith(begins)).toBe(true);
    }
    expect((await project.run(['graph', 'a.wfmap', '--to', 'dot'])).stdout).toBe(project.read('a.dot'));
    const unknown = await project.run(['graph', 'a.wfmap', '-o', 'a.png']);
    expect([unknown.code, project.has('a.png')]).toEqual([2, false]);
  });

  test('--deep draws the maps that tasks run in these tasks', async ({ project, expect }) => {
    project.put('a.json', JSON.stringify(MAP));
    project.put('b.json', JSON.stringify(OUTER));
    expect((await project.run(['graph', 'b.json', '--to', 'mermaid'])).stdout).not.toContain('Work');
    expect((await project.run(['graph', 'b.json', '--to', 'mermaid', '--deep'])).stdout).toContain('Work');
  });

  test('a map with an error is drawn with what it lacks; what is no map is not', async ({
    project,
    expect,
  }) => {
    project.put('a.json', JSON.stringify(MAP).replace('"target":"Done"', '"target":"Dune"'));
    const drawn = await project.run(['graph', 'a.json', '--to', 'mermaid']);
    expect([drawn.code, drawn.stderr]).toEqual([
      0,
      '"a.json" has an error (wfmap validate a.json); the picture may lack something.\n',
    ]);
    expect(drawn.stdout).toContain('["Dune"]:::missing');
    project.put('b.json', '{');
    expect(await project.run(['graph', 'b.json'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('a map that is too large for a picture is refused, with the forms that take it', async ({
    project,
    expect,
  }) => {
    const tasks = Object.fromEntries(
      Array.from({ length: 151 }, (_, place) => [`T${place}`, { type: 'end' }]),
    );
    project.put(
      'a.json',
      JSON.stringify({ description: 'Many', startTaskDefinition: 'T0', taskDefinitions: tasks }),
    );
    const { code, stdout, stderr } = await project.run(['graph', 'a.json', '-o', 'a.svg']);
    expect([code, stdout, project.has('a.svg')]).toEqual([2, '', false]);
    expect(stderr).toContain('The picture would have 151 tasks in one block, and 150 is the most');
    expect((await project.run(['graph', 'a.json', '-o', 'a.dot'])).code).toBe(0);
  });

  test('compile --to svg --check fails where a committed picture is stale', async ({ project, expect }) => {
    project.put('a.json', JSON.stringify(MAP));
    const args = ['compile', 'a.json', '--to', 'svg', '-o', 'a.svg'];
    expect((await project.run(args)).code).toBe(0);
    expect((await project.run([...args, '--check'])).code).toBe(0);
    project.put('a.json', JSON.stringify(MAP).replaceAll('Done', 'Over'));
    expect((await project.run([...args, '--check'])).code).toBe(1);
  });
});
