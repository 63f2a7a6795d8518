import { ask, mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';

const HEAD = '---\nsyntax: handlebars\n---\n';
const MAP = mapOf(
  {
    One: ask({ Next: 'Two' }, { promptTemplatePath: 'prompts/one.md' }),
    Two: ask({ Finish: 'Done' }, { promptTemplatePath: 'prompts/one.md' }),
  },
  { workslipFields: { subject: { type: 'string', description: 'What to look at', required: true } } },
);

test('a resumed run renders the partials it was started with', async ({ project, expect }) => {
  project.put('look.json', MAP);
  project.put(
    'prompts/one.md',
    `${HEAD}{{> rules tone="brief"}}\n{{#if subject}}Look at {{subject}}.{{/if}}\n`,
  );
  project.put('prompts/rules.md', 'Be {{tone}} with ${subject}.\n');
  project.script({ action: 'Next', times: 1 }, { action: 'Finish' });
  const paused = await project.run(['run', 'look.json', '--subject={{sea}}', '--max-steps', '1']);
  expect(paused.code, paused.reported).toBe(5);
  project.put('prompts/rules.md', 'Be {{undeclared}}.\n');
  const refused = await project.run(['resume', '--max-steps', '+5']);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('undeclared');
  const resumed = await project.run(['resume', '--max-steps', '+5', '--as-started']);
  expect(resumed.code, resumed.reported).toBe(0);
  for (const { prompt } of project.calls()) {
    expect(prompt).toContain('Be brief with {{sea}}.\nLook at {{sea}}.\n');
  }
});
