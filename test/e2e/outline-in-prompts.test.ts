import { describe } from 'vitest';
import { ask, mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';
import { until } from './helpers/until.ts';

const MAP = mapOf(
  {
    Look: ask(
      { Seen: 'Done' },
      {
        promptTemplate: 'Look.\n\n${outline}\n',
        outlineTokens: 400,
        outlineFocus: 'files',
        writes: ['anything'],
      },
    ),
  },
  {
    workslipFields: { files: { type: 'array', description: 'Files', required: false, default: [] } },
  },
);
const FOCUS = '--files=["src/main.py", "src/new.py"]';

describe('an outline of the project in a prompt', () => {
  test('reaches the agent as wfmap prompt prints it, with what its files use first', async ({
    project,
    expect,
  }) => {
    project.put('look.json', MAP);
    project.put('src/main.py', 'from src.far import reached\n\ndef main():\n    reached()\n');
    project.put('src/far.py', 'def reached():\n    pass\n\ndef other():\n    pass\n');
    project.put('src/near.py', 'from src.far import other\n\nother()\n');
    project.script({ textOnly: true, text: 'ACTION: Seen' });
    const { code, reported } = await project.run(['run', 'look.json', FOCUS, '--choose', 'text']);
    expect(code, reported).toBe(0);
    const sent = project.calls().at(-1)?.prompt ?? '';
    const prompt = await project.run(['prompt', 'look.json', 'Look', FOCUS, '--choose', 'text']);
    expect(prompt.stdout).toBe(sent);
    expect(sent).toMatch(/# Project outline[^]*src\/far\.py\n- 1 def reached\(\)\n- 4 def other\(\)/);
    expect((await project.run(['prompt', 'look.json', 'Look'])).stdout).toMatch(
      /other[^]*reached|reached[^]*other/,
    );
  });

  test('is not told twice: about no files it is left out where CLAUDE.md imports one', async ({
    project,
    expect,
  }) => {
    project.put('look.json', MAP);
    project.put('src/main.py', 'def main():\n    pass\n');
    await project.run(['init', '--yes', '--no-first-map']);
    project.script({ textOnly: true, text: 'ACTION: Seen' });
    const without = await project.run(['run', 'look.json', '--choose', 'text']);
    expect(without.code, without.reported).toBe(0);
    await project.run(['run', 'look.json', FOCUS, '--choose', 'text']);
    const [plain, focused] = project.calls();
    for (const call of [plain, focused]) expect(call?.instructions).toContain('# Project outline');
    expect(plain?.prompt).not.toContain('# Project outline');
    expect(focused?.prompt).toContain('# Project outline');
    const printed = await project.run(['prompt', 'look.json', 'Look', '--choose', 'text']);
    expect(printed.stdout).toBe(plain?.prompt);
  });

  test('is the same after kill -9, whatever the code has become', async ({ project, expect }) => {
    project.put('look.json', MAP);
    project.put('src/main.py', 'def before():\n    pass\n');
    project.script({ times: 1, hang: true }, {});
    const started = project.start(['run', 'look.json']);
    await until(() => project.calls().length === 1);
    started.kill('SIGKILL');
    await started.end;
    project.put('src/main.py', 'def after():\n    pass\n');
    const { code, reported } = await project.run(['resume']);
    expect(code, reported).toBe(0);
    const outlines = project.events('look/slip-001').filter(({ type }) => type === 'outline.read');
    expect(outlines).toHaveLength(1);
    expect(project.calls()[0]?.prompt).toContain('def before()');
    expect(outlines[0]?.data).toMatchObject({ text: expect.stringContaining('def before()'), reason: null });
  });
});
