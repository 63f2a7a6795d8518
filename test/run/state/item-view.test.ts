import { expect, test } from 'vitest';
import type { ProjectInsight } from '../../../src/model/project-insight.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { foldAll } from '../../../src/run/start/resume-run.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';
import { cpuMsOf } from '../../helpers/cpu-ms.ts';
import { resume, script, start, testHost } from '../../helpers/run-host.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';

const INSIGHT: ProjectInsight = {
  name: 'shop',
  language: 'go',
  keyDirs: ['cmd'],
  checks: ['go test ./...'],
  build: '',
  test: 'go test ./...',
  lint: '',
};

function asking(prompt: string, more: object = {}, templates: Readonly<Record<string, string>> = {}) {
  const template = prompt.endsWith('.md') ? { promptTemplatePath: prompt } : { promptTemplate: prompt };
  const map = {
    description: 'A map',
    startTaskDefinition: 'Ask',
    ...more,
    taskDefinitions: {
      Ask: { type: 'claude', ...template, actions: { Go: { target: 'Done' } } },
      Done: { type: 'end', result: '[run.artifacts, run.branch]' },
    },
  };
  return checkedProgram(map, templates);
}

/** A run over a disk that remembers, with what its agent was told. */
function hostOf(branch = 'main') {
  const fs = createCrashingFileSystem('/project');
  const prompts: string[] = [];
  const agent = script({ Ask: [{ fail: 'permanent' }, 'Go'] });
  const spy: typeof agent = {
    ...agent,
    start: (request) => {
      prompts.push(request.prompt.split('\n')[0] ?? '');
      return agent.start(request);
    },
  };
  return { fs, prompts, agent: spy, host: testHost(fs, '/project', spy, { branch }) };
}

test('the project is that of the start, also when a run is gone on with', async () => {
  const { program, texts } = asking('${project.name}: ${project.test} (${size(project.keyDirs)})');
  const { prompts, host } = hostOf();
  const { directory } = await start(host, program, { texts, project: INSIGHT });
  // New arguments make a new prompt.
  await resume(host, program, directory, { args: { more: 'x' } });
  expect(prompts).toEqual(['shop: go test ./... (1)', 'shop: go test ./... (1)']);
  const [first] = host.events;
  expect(first?.type === 'run.started' && first.data.project).toEqual(INSIGHT);
});

test('a journal of before there was a project has one of which nothing is known', async () => {
  const { program, texts } = asking('${project.language}');
  const { host } = hostOf();
  await start(host, program, { texts });
  const old = host.events.map((event): RunEvent => {
    if (event.type !== 'run.started') return event;
    const { project: _, ...data } = event.data;
    return { ...event, data };
  });
  expect(foldAll(old, program).started?.project).toBeUndefined();
});

test('a parameter of a template that has the type of a built-in name takes its value', async () => {
  const template = '---\nparameters:\n  project:\n    type: object\n    required: true\n---\n${project.name}';
  const { program, texts } = asking('ask.md', {}, { 'ask.md': template });
  const { prompts, host } = hostOf();
  await start(host, program, { texts, project: INSIGHT });
  expect(prompts).toEqual(['shop']);
});

test('a parameter of a template that is something else hides the built-in name', async () => {
  const template = '---\nparameters:\n  project:\n    type: string\n---\nIn "${project}"';
  const { program, texts } = asking('ask.md', {}, { 'ask.md': template });
  const { prompts, host } = hostOf();
  await start(host, program, { texts, project: INSIGHT });
  expect(prompts).toEqual(['In ""']);
});

test('the artifacts of a run lie in the folder of its branch, wherever its agents work', async () => {
  const { program, texts } = asking('Go.');
  const { fs, agent } = hostOf();
  const host = testHost(fs, '/project', script({ Ask: ['Go'] }), { branch: 'feature/a b' });
  const { state } = await start(host, program, { texts });
  expect(agent.kind).toBe('scripted');
  expect(state.finished?.result).toEqual(['/project/.map/feature-a-b', 'feature/a b']);
});

test('thousands of items without order cost no more for speaking of those before them', async () => {
  const took = async (result: string, length: number): Promise<number> => {
    const body = { startTaskDefinition: 'End', taskDefinitions: { End: { type: 'end', result } } };
    const each = { type: 'foreach', items: 'ids', item: 'id', body, actions: { Go: { target: 'Done' } } };
    const { program, texts } = checkedProgram({
      description: 'A map',
      startTaskDefinition: 'Each',
      workslipFields: { ids: { type: 'array', description: 'Ids', required: true } },
      limits: { steps: 20_000 },
      taskDefinitions: { Each: each, Done: { type: 'end' } },
    });
    const host = testHost(createCrashingFileSystem('/project'), '/project', script({}));
    const ids = Array.from({ length }, (_, index) => index);
    return cpuMsOf(async () => {
      const { state } = await start(host, program, { texts, fields: { ids } });
      expect(state.finished?.outcome).toBe('Done');
    });
  };
  const plain = await took('id', 10_000);
  expect(await took('size(upstream)', 10_000)).toBeLessThan(plain * 2 + 2_000);
  // Each has a list of all before it.
  expect(await took('size(finished)', 10_000)).toBeLessThan(plain * 2 + 2_000);
}, 120_000);
