import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { ask, mapOf, ONE_TASK } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';

const TWO = mapOf({
  First: ask({ Next: 'Second' }, { promptTemplate: 'The first task.' }),
  Second: ask({ Accept: 'Done', Rework: 'First' }, { promptTemplate: 'The second task.' }),
});
const TOKEN = 'a-token-that-nobody-may-see';

/** What agents get of the configuration of Claude Code, for each call. */
function given(project: Project) {
  return project.calls().map(({ argv, instructions }) => ({
    settings: argv.find((word) => word.startsWith('--settings=')),
    words: /words of \w+/.exec(instructions ?? '')?.[0],
  }));
}

describe('the configuration of Claude Code', () => {
  test.concurrent(
    'is what it was at the start of the run, whatever an agent writes into it',
    async ({ project, expect }) => {
      project.put('two.json', TWO);
      project.put('CLAUDE.md', 'words of people');
      project.put('.claude/settings.json', { permissions: { deny: ['WebFetch'], allow: ['Bash'] } });
      const wide = '{"model": 5, "permissions": {"allow": ["Bash"]}, "disableAllHooks": true}';
      const write = {
        'CLAUDE.md': 'words of agents',
        '.claude/settings.json': wide,
        '.claude/settings.local.json': wide,
      };
      project.script({
        match: '^The first',
        write,
        run: `mkdir -p ~/.claude && echo '${wide}' > ~/.claude/settings.json`,
      });
      const { code, reported } = await project.run(['run', 'two.json']);
      expect(code, reported).toBe(0);
      const expected = {
        settings: '--settings={"permissions":{"deny":["WebFetch"]}}',
        words: 'words of people',
      };
      expect(given(project)).toEqual([expected, expected]);
      expect(project.read('CLAUDE.md')).toBe('words of agents');
    },
  );

  test.concurrent(
    'has the secrets of its variables masked, and none on a command line',
    async ({ project, expect }) => {
      project.put('one.json', ONE_TASK);
      project.put('../.claude/settings.json', { env: { MY_TOKEN: TOKEN } });
      project.script({ run: 'echo "$MY_TOKEN" > found.txt', say: `It is ${TOKEN}.` });
      const { code, reported } = await project.run(['run', 'one.json']);
      expect(code, reported).toBe(0);
      expect(project.read('found.txt')).toBe(`${TOKEN}\n`);
      expect(project.calls()[0]?.argv.join(' ')).not.toContain(TOKEN);
      expect(reported).not.toContain(TOKEN);
      const logs = await project.run(['logs']);
      expect(logs.stdout).not.toContain(TOKEN);
    },
  );

  test.concurrent(
    'that cannot be read starts nothing, and says which file is to be corrected',
    async ({ project, expect }) => {
      project.put('one.json', ONE_TASK);
      project.put('.claude/settings.local.json', '{"permissions": {"deny": [');
      const { code, stderr } = await project.run(['run', 'one.json']);
      expect(code).toBe(2);
      expect(stderr).toMatch(/settings\.local\.json" cannot be used: it is not JSON\.\n.*Correct the file/);
      expect(project.has('.wfmap')).toBe(false);
      const doctor = await project.run(['doctor']);
      expect(doctor.stdout).toMatch(/^problem {2}settings for agents: .*settings\.local\.json/m);
      // Nothing of it concerns a simulation.
      expect((await project.run(['run', 'one.json', '--agent', 'scripted'])).code).toBe(0);
    },
  );

  test.concurrent('is shown by doctor', async ({ project, expect }) => {
    writeFileSync(join(project.root, 'AGENTS.md'), 'Use tabs.');
    project.put('.claude/settings.json', { permissions: { deny: ['WebFetch'] } });
    project.put('../.claude/settings.json', {
      model: 'opus',
      env: { A: 1 },
      permissions: { allow: ['Bash(ls)'] },
    });
    const { stdout } = await project.run(['doctor']);
    expect(stdout).toContain(
      'ok       settings for agents: model, 1 variable, 1 permission rule of the user; 1 narrowing rule of the project\n' +
        'ok       instructions: AGENTS.md\n',
    );
  });
});
