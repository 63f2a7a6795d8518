import { describe } from 'vitest';
import { LISTED_COMMANDS, nameOf } from '../../src/cli/listed-commands.ts';
import { test } from './helpers/project.ts';

/** Settings have no say in what these do, and `doctor` shows what is wrong with them. */
const WITHOUT = 'doctor explain key lsp acp stop steer commit snapshot set-aside checkpoint draft'.split(' ');

const WORDS: Readonly<Record<string, readonly string[]>> = {
  run: ['efficient', '--goal=x', '--agent=scripted'],
  compile: ['efficient.json', '--to=wfmap'],
  graph: ['efficient'],
  prompt: ['efficient', 'Decompose', '--goal=x'],
  new: ['mine'],
  eject: ['fast'],
};

describe('settings that cannot be read', () => {
  test('stop every command that goes by them, with the reason', async ({ project, expect }) => {
    project.put('wfmap.config.json', '{"bogus": 1');
    for (const command of LISTED_COMMANDS.map(nameOf).filter((name) => !WITHOUT.includes(name))) {
      const { code, stdout, stderr } = await project.run([command, ...(WORDS[command] ?? [])]);
      expect({ command, code, stdout }).toEqual({ command, code: 2, stdout: '' });
      expect(stderr).toMatch(/^wfmap: "[^"]*wfmap\.config\.json" is not JSON: Expected [^\n]*\n$/);
    }
    expect(project.has('.wfmap')).toBe(false);
  });

  test('keep nobody from help, from stopping a run, or from looking for the fault', async ({
    project,
    expect,
  }) => {
    project.put('wfmap.config.json', '{"bogus": 1}');
    expect((await project.run(['run', '--help'])).code).toBe(0);
    expect((await project.run(['explain', 'dead-end'])).stderr).not.toContain('bogus');
    expect((await project.run(['stop'])).stderr).toContain('There is no run here.');
    expect((await project.run(['doctor'])).stdout).toContain('a setting "bogus"');
  });
});
