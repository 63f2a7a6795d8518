import { describe } from 'vitest';
import { test, type Project } from './helpers/project.ts';

const SHOW = 'env | cut -d= -f1 | sort > "$HOME/shell-names"';
const MAP = `map "Look at the environment"
shell Look
  command ["sh", "-c", ${JSON.stringify(SHOW)}]
  -> Work
claude Work
  prompt "Work."
  Complete -> Ask
human Ask
  prompt "Again?"
  Yes -> Look
  No -> Done
end Done
`;

/** What is set, beside what a test needs: a secret, two of a project, and a login of the agent. */
const SET = { PAGER_TOKEN: 'x', SHOP_URL: 'a', SHOP_ROOT: 'b', EXTRA: 'c', ANTHROPIC_MODEL: 'm' };

function begin(project: Project, environment: unknown): void {
  project.put('look.wfmap', MAP);
  project.put('wfmap.config.json', { environment });
  project.script({ run: 'env | cut -d= -f1 | sort > "$HOME/agent-names"' });
}

function seen(project: Project): { readonly shell: readonly string[]; readonly agent: readonly string[] } {
  const of = (file: string): readonly string[] =>
    Object.keys(SET).filter((name) => project.read(`../${file}`).split('\n').includes(name));
  return { shell: of('shell-names'), agent: of('agent-names') };
}

describe('of the environment', () => {
  test('agents and commands get all, unless the settings say otherwise', async ({ project, expect }) => {
    begin(project, 'all');
    const { code, reported } = await project.run(['run', 'look.wfmap'], { environment: SET });
    expect(code, reported).toBe(4);
    expect(seen(project)).toEqual({ shell: Object.keys(SET), agent: Object.keys(SET) });
  });

  test('a run passes to its end what it started with: the usual, names of the settings and of --env', async ({
    project,
    expect,
  }) => {
    begin(project, ['STAND_IN_*', 'SHOP_*']);
    const started = await project.run(['run', 'look.wfmap', '--env=EXTRA'], { environment: SET });
    expect(started.code, started.reported).toBe(4);
    const shell = ['SHOP_URL', 'SHOP_ROOT', 'EXTRA'];
    expect(seen(project)).toEqual({ shell, agent: [...shell, 'ANTHROPIC_MODEL'] });
    project.put('wfmap.config.json', { environment: 'all' });
    const answered = await project.run(['answer', 'Yes'], { environment: SET });
    expect(answered.code, answered.reported).toBe(4);
    expect(answered.stderr).toContain(
      'The setting "environment" was minimal, STAND_IN_*, SHOP_*, EXTRA, and is now all (',
    );
    expect(seen(project)).toEqual({ shell, agent: [...shell, 'ANTHROPIC_MODEL'] });
    const more = await project.run(['answer', 'Yes', '--env=PAGER_TOKEN'], { environment: SET });
    expect(more.code, more.reported).toBe(4);
    expect(seen(project).shell).toEqual(['PAGER_TOKEN', ...shell]);
  });

  test('--env names a variable that is set, where not all are passed', async ({ project, expect }) => {
    begin(project, 'all');
    const faultOf = async (flag: string): Promise<string> => {
      const { code, stderr } = await project.run(['run', 'look.wfmap', flag], { environment: SET });
      expect(code).toBe(2);
      return stderr;
    };
    expect(await faultOf('--env=EXTRA')).toContain('--env has no effect: agents and commands get every');
    project.put('wfmap.config.json', { environment: 'minimal' });
    expect(await faultOf('--env=EXTRA=5')).toContain('--env=EXTRA=… has a value, and takes only a name.');
    expect(await faultOf('--env=GONE')).toContain('--env=GONE: the variable is not set.');
    expect(project.has('.wfmap/runs')).toBe(false);
  });
});
