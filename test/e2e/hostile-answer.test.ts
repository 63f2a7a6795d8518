import { describe } from 'vitest';
import { pidsOfRun } from './helpers/is-alive.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';

const RUN_DIRECTORY = 'two/slip-001';
const MAP = mapOf({
  Work: ask(
    { Complete: 'Done' },
    {
      output: {
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string', pattern: 'a*a*a*a*a*a*a*a*b' },
            parts: { uniqueItems: true },
          },
        },
      },
    },
  ),
});
const HOSTILE = { name: 'a'.repeat(4000), parts: Array.from({ length: 20_000 }, (_, n) => ({ n })) };

describe('an answer that is hard to check holds nobody up', () => {
  test.concurrent(
    'what does not fit is reported to the agent, and the next answer counts',
    async ({ project, expect }) => {
      project.put('two.json', MAP);
      project.script(
        { times: 1, structured: { action: 'Complete', output: HOSTILE } },
        { structured: { action: 'Complete', output: { name: 'aab' } } },
      );
      const { code, reported } = await project.run(['run', 'two.json']);
      expect(code, reported).toBe(0);
      expect(project.calls()[1]?.prompt).toContain('must match the pattern "a*a*a*a*a*a*a*a*b"');
      const turns = project.events(RUN_DIRECTORY).filter(({ type }) => type === 'agent.finished');
      expect(turns.map(({ data }) => data)).toMatchObject([
        { outcome: 'rejected', costUsd: 0.01 },
        { outcome: 'answered', costUsd: 0.01 },
      ]);
    },
  );

  test.concurrent(
    'Ctrl-C stops the run behind it, and the turn is in the journal',
    async ({ project, expect }) => {
      project.put('two.json', MAP);
      project.script(
        { times: 1, structured: { action: 'Complete', output: HOSTILE } },
        { say: 'again', hang: true },
      );
      const run = project.start(['run', 'two.json']);
      await run.says('again');
      run.kill('SIGINT');
      const { code, reported } = await run.end;
      expect(code, reported).toBe(130);
      expect(project.events(RUN_DIRECTORY).filter(({ type }) => type === 'agent.finished')).toHaveLength(2);
      expect(pidsOfRun(project.calls()[0]?.marker ?? '')).toEqual([]);
    },
  );
});
