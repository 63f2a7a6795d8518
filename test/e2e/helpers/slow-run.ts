import { ask, mapOf } from './maps.ts';
import type { Project } from './project.ts';
import type { Started } from './start-wfmap.ts';
import { until } from './until.ts';

export const FIRST = ask({ Next: 'Second' }, { promptTemplate: 'The first task.' });
const TWO = mapOf({
  First: FIRST,
  Second: ask(
    { Accept: 'Done', Rework: 'First' },
    {
      promptTemplatePath: 'prompts/second.md',
      promptParams: { note: { type: 'string', description: 'A note' } },
    },
  ),
});
const TEMPLATE = 'The second task. ${note}\n';
export const RUN_DIRECTORY = '.wfmap/runs/two/slip-001';
/** What the agent of the second task says. */
export const LOG = `${RUN_DIRECTORY}/task-002-second.log`;
/** The second task says a word, and then works for longer than any test waits. */
export const SLOW = { match: '^The second task', say: 'Working.', sleepMs: 600_000 };

/** Starts a run and gives it back when the agent of its second task is at work. */
export async function startSlow(
  project: Project,
  rule: object = SLOW,
  flags: readonly string[] = [],
): Promise<Started> {
  project.put('two.json', TWO);
  project.put('prompts/second.md', TEMPLATE);
  project.script({ ...rule, times: 1 });
  const run = project.start(['run', 'two.json', ...flags]);
  await until(
    () => project.has(LOG) && project.read(LOG).includes('Working.'),
    () => run.stdout() + run.stderr(),
  );
  return run;
}

/** A run that was stopped in its second task. */
export async function stopped(project: Project): Promise<void> {
  const run = await startSlow(project);
  run.kill('SIGINT');
  await run.end;
}
