import { describe } from 'vitest';
import { test } from './helpers/project.ts';

describe('shell completion', () => {
  test('offers every command that the help lists, and the flags of each', async ({ project, expect }) => {
    const offered = async (...words: string[]): Promise<string[]> => {
      const { code, stdout, reported } = await project.run(['--get-yargs-completions', 'wfmap', ...words]);
      expect(code, reported).toBe(0);
      return stdout.trimEnd().split('\n');
    };
    const { stdout: help } = await project.run(['--help']);
    const listed = Array.from(help.matchAll(/^ {2}wfmap ([\w-]+)/gm), (match) => match[1] ?? '');
    expect(listed).toEqual(expect.arrayContaining(['run', 'prompt', 'eject']));
    expect((await offered('')).toSorted()).toEqual(listed.toSorted());
    expect(await offered('run', '--n')).toEqual(expect.arrayContaining(['--notify', '--goal']));
    expect(await offered('eject', '--f')).toContain('--force');
    expect(await offered('prompt', '--c')).toEqual(expect.arrayContaining(['--choose', '--visit']));
  });
});
