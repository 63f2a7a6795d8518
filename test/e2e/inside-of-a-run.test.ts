import { mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';

const ASK = { type: 'human', promptTemplate: 'Well?', actions: { Yes: { target: 'Done' } } };

test.concurrent(
  'what is inside of a run neither answers, resumes, steers nor stops another one, nor accepts settings or violated properties',
  async ({ project, expect }) => {
    project.put('ask.json', mapOf({ Ask: ASK }));
    await project.run(['run', 'ask.json']);
    const [started] = project.events('ask/slip-001');
    const id = started?.type === 'run.started' ? started.data.run : '';
    const lines = [
      ['answer', 'Yes'],
      ['resume', 'ask/slip-001'],
      ['stop', 'ask/slip-001'],
      ['steer', 'ask/slip-001', 'Go on.'],
      ['run', 'ask.json', '--accept-settings'],
      ['run', 'ask.json', '--claims=warn'],
    ];
    const reported = await Promise.all(
      lines.map(async (words, index) => {
        const environment = { WFMAP_RUN: index === 2 ? id : 'another', WFMAP_AGENT: 'a' };
        const { code, stdout, stderr } = await project.run(words, { environment });
        return `$ wfmap ${words.join(' ')}\n${stdout}${stderr}(exit code ${code})\n`;
      }),
    );
    await expect(reported.join('\n')).toMatchFileSnapshot(
      `${import.meta.dirname}/../fixtures/io/inside-of-a-run.out`,
    );
    expect(project.list('.wfmap/runs/ask')).toEqual(['slip-001']);
  },
);
