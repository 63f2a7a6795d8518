import { describe } from 'vitest';
import { mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';

const TESTS = mapOf({
  Test: {
    type: 'shell',
    command: [
      'sh',
      '-c',
      String.raw`printf '\033[31mred\033[0m\n\n{"type":"result"}\n'; echo bad >&2; exit 3`,
    ],
    as: 'tests',
    actions: { Green: { target: 'Done', when: 'result.exitCode == 0' }, Red: { target: 'Out' } },
  },
  Out: { type: 'end', result: '{"code": tests.exitCode}' },
});

describe('a map without agents', () => {
  test.concurrent('runs where no agent is installed', async ({ project, expect }) => {
    project.put('tests.json', TESTS);
    const environment = { WFMAP_CLAUDE: '', PATH: '/usr/bin:/bin' };
    const { code, reported } = await project.run(['run', 'tests.json'], { environment });
    expect(code, reported).toBe(0);
  });

  test.concurrent('shows what it came to, and what its commands printed', async ({ project, expect }) => {
    project.put('tests.json', TESTS);
    await project.run(['run', 'tests.json']);
    const show = await project.run(['show']);
    expect(show.stdout).toContain('  result  {"code":3}\n');
    const { outcome, result } = JSON.parse((await project.run(['show', '--json'])).stdout);
    expect({ outcome, result }).toEqual({ outcome: 'Out', result: { code: 3 } });
    for (const words of [['logs'], ['logs', 'tests/slip-001', 'Test'], ['logs', 'tests/slip-001', '1']]) {
      expect((await project.run(words)).stdout).toBe('red\n\n{"type":"result"}\nbad\n');
    }
    expect((await project.run(['logs', '--raw'])).stdout).toContain('\u001b[31m');
  });
});
