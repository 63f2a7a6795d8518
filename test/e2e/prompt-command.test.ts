import { describe } from 'vitest';
import { ask, mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';

const TEMPLATE = `---
parameters:
  again: { type: boolean, required: false }
  depth: { type: number, description: How deep to look }
---
# Look at \${subject}, depth \${depth}, visit \${visits} on \${run.branch}
\${again ? "Again." : "The first time."} \${hint}
`;

const MAP = mapOf(
  {
    Look: ask(
      { Seen: 'Done', Deeper: 'Look' },
      { promptTemplatePath: 'prompts/look.md', promptParams: { depth: 1 } },
    ),
    'Look Back': {
      type: 'claude',
      prompt: 'Back ${as it is}\n',
      actions: { Hint: { target: 'Look', args: '--hint=left' }, Far: { target: 'Done' } },
    },
  },
  { workslipFields: { subject: { type: 'string', description: 'What to look at', required: true } } },
);
const GIVEN = ['--subject=the sea'];

describe('wfmap prompt', () => {
  test('takes the goal that a run takes, of a map with an input "goal" too', async ({ project, expect }) => {
    const input = { goal: { type: 'string', description: 'What to do', required: true } };
    const tasks = { Do: ask({ Done: 'Done' }, { promptTemplate: 'Do: ${goal}' }) };
    project.put('goal.json', mapOf(tasks, { workslipFields: input }));
    const { code, stdout, stderr } = await project.run(['prompt', 'goal.json', 'Do', '--goal', 'a flag']);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Do: a flag$/m);
  });

  test('prints what the agent of a run gets, to the byte', async ({ project, expect }) => {
    project.put('look.json', MAP);
    project.put('prompts/look.md', TEMPLATE.replace(' ${hint}', ''));
    project.script({ textOnly: true, text: 'ACTION: Seen' });
    for (const channel of ['structured', 'text']) {
      const { code, reported } = await project.run(['run', 'look.json', ...GIVEN, '--choose', channel]);
      expect(code, reported).toBe(0);
      const prompt = await project.run(['prompt', 'look.json', 'Look', ...GIVEN, '--choose', channel]);
      const stderr = 'Task "Look" may change what its permissions allow.\n';
      expect(prompt).toMatchObject({ code: 0, stderr, stdout: project.calls().at(-1)?.prompt });
    }
  });

  test('takes arguments of the task as flags, also those that only an action passes, and a visit', async ({
    project,
    expect,
  }) => {
    project.put('look.json', MAP);
    project.put('prompts/look.md', TEMPLATE);
    const words = ['--again', '--depth', '7', '--hint=up', '--visit=3'];
    const { code, stdout, reported } = await project.run(['prompt', 'look.json', 'Look', ...GIVEN, ...words]);
    expect(code, reported).toBe(0);
    expect(stdout).toContain('# Look at the sea, depth 7, visit 3 on main\nAgain. up\n\n## Next action');
    expect((await project.run(['prompt', 'look.json', 'Look', '--help'])).stdout).toContain(
      '--hint=<string>',
    );
  });

  test('looks the story up as a run does, and leaves no run behind', async ({ project, expect }) => {
    const { code, stdout, stderr } = await project.run([
      'prompt',
      'efficient',
      'Decompose',
      '--storyId=STORY-1',
    ]);
    expect([code, stderr]).toEqual([0, 'Story: stories/STORY-1.md\nTask "Decompose" may change nothing.\n']);
    expect(stdout).toContain('The program greets by name.');
    expect(project.has('.wfmap')).toBe(false);
  });

  test('knows what the decisions before the first task find out of the inputs', async ({
    project,
    expect,
  }) => {
    const tasks = {
      Begin: {
        type: 'decide',
        set: { twice: 'subject + subject', big: 'size(twice) > 6' },
        actions: { Big: { target: 'Think', when: 'big' }, Small: { target: 'Look' } },
      },
      Think: { type: 'decide', set: { hint: '"Mind " + twice' }, actions: { On: { target: 'Look' } } },
      Look: ask({ Seen: 'Done' }, { promptTemplate: 'Look at ${twice}. ${has(hint) ? hint : "Go."}' }),
    };
    const workslipFields = { subject: { type: 'string', description: 'What', required: true } };
    project.put('look.json', mapOf(tasks, { workslipFields }));
    const reported = async (...words: readonly string[]) =>
      (await project.run(['prompt', 'look.json', 'Look', ...words])).stdout;
    expect(await reported('--subject=sea')).toMatch(/^Look at seasea\. Go\./);
    expect(await reported('--subject=moon')).toMatch(/^Look at moonmoon\. Mind moonmoon/);
    expect(await reported('--subject=moon', '--hint="Now"')).toMatch(/^Look at moonmoon\. Now/);
  });

  test('tells a missing input as a run tells it', async ({ project, expect }) => {
    project.put('look.json', MAP);
    project.put('prompts/look.md', TEMPLATE);
    const { stderr, code } = await project.run(['prompt', 'look.json', 'Look']);
    expect(code).toBe(2);
    expect(stderr).toBe((await project.run(['run', 'look.json'])).stderr);
  });

  test('names the task that a mistyped one most likely meant, and refuses an end', async ({
    project,
    expect,
  }) => {
    project.put('look.json', MAP);
    project.put('prompts/look.md', TEMPLATE);
    const near = await project.run(['prompt', 'look.json', 'look bakc', ...GIVEN]);
    expect([near.code, near.stderr]).toEqual([2, expect.stringContaining('Did you mean "Look Back"?')]);
    const end = await project.run(['prompt', 'look.json', 'Done', ...GIVEN]);
    expect([end.code, end.stderr]).toEqual([2, expect.stringContaining('it has no prompt')]);
    const none = await project.run(['prompt', 'look.json']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('"Look", "Look Back"')]);
  });

  test('prints what an agent of a block gets, or of a map that the map runs, to the byte', async ({
    project,
    expect,
  }) => {
    const part = {
      promptTemplate: '${kind} of ${one.name} for ${subject}, after ${size(upstream)} in ${workspace.path}.',
      promptParams: { kind: 'Look' },
    };
    const inner = mapOf(
      { Look: ask({ Seen: 'Done' }, { promptTemplate: 'Look at ${whom}.' }) },
      { workslipFields: { whom: { type: 'string', description: 'Whom to look at', required: true } } },
    );
    const body = {
      startTaskDefinition: 'See',
      taskDefinitions: {
        See: ask({ Seen: 'Go On' }, part),
        'Go On': {
          type: 'workflow',
          map: 'inner.json',
          with: { whom: 'one.name' },
          actions: { Done: { target: 'Done' } },
        },
        Done: { type: 'end' },
      },
    };
    const each = { type: 'foreach', items: '[{"name": "sea"}]', item: 'one', body };
    const workslipFields = { subject: { type: 'string', description: 'Why', required: true } };
    project.put('inner.json', inner);
    project.put(
      'outer.json',
      mapOf({ Each: { ...each, actions: { Done: { target: 'Done' } } } }, { workslipFields }),
    );
    project.script({ textOnly: true, text: 'ACTION: Seen' });
    const { code, reported } = await project.run([
      'run',
      'outer.json',
      '--subject=fun',
      '--choose=structured',
    ]);
    expect(code, reported).toBe(0);
    const [first, second] = project.calls().map(({ prompt }) => prompt);
    const see = ['--subject=fun', '--one={"name":"sea"}'];
    expect(first).toContain('Look of sea for fun, after 0 in ');
    expect((await project.run(['prompt', 'outer.json', 'See', ...see])).stdout).toBe(first);
    expect((await project.run(['prompt', 'outer.json', 'Each/0/See', ...see])).stdout).toBe(first);
    expect(second).toContain('Look at sea.');
    for (const place of ['Look', 'Each/0/Go On/map/Look', 'Each#2/*/Go On/map/Look']) {
      expect((await project.run(['prompt', 'outer.json', place, '--whom=sea'])).stdout).toBe(second);
    }
    const without = await project.run(['prompt', 'outer.json', 'Look', '--choose=text']);
    expect([without.code, without.stderr]).toEqual([
      2,
      expect.stringContaining('The map inner.json needs --whom (Whom to look at).'),
    ]);
    const item = await project.run(['prompt', 'outer.json', 'See', '--subject=fun']);
    expect([item.code, item.stderr]).toEqual([2, expect.stringContaining('as JSON: --one=…\n')]);
  });

  test('a name "visit" of the map is given by --set, and the flag is the flag', async ({
    project,
    expect,
  }) => {
    const workslipFields = { visit: { type: 'string', description: 'Whom', required: true } };
    const tasks = { Go: ask({ Gone: 'Done' }, { promptTemplate: 'See ${visit}, ${visits}.' }) };
    project.put('go.json', mapOf(tasks, { workslipFields }));
    const { stdout } = await project.run([
      'prompt',
      'go.json',
      'Go',
      '--set',
      'visit=grandmother',
      '--visit=2',
    ]);
    expect(stdout).toContain('See grandmother, 2.');
  });

  test('shows roles, what a person is asked, and names that a task before it binds', async ({
    project,
    expect,
  }) => {
    const output = {
      schema: { type: 'object', required: ['valid'], properties: { valid: { type: 'boolean' } } },
    };
    const tasks = {
      Review: ask(
        { Reviewed: 'Approve' },
        { agent: 'monitor', promptTemplate: 'Review ${subject}.', output, as: 'review' },
      ),
      Approve: {
        type: 'human',
        promptTemplate: 'The review of ${subject} says ${review.valid ? "yes" : "no"}.',
        actions: { Yes: { target: 'Done' }, No: { target: 'Review' } },
      },
    };
    const workslipFields = {
      subject: { type: 'string', description: 'What to look at', required: false, default: 'the sea' },
    };
    project.put('review.json', mapOf(tasks, { workslipFields }));
    project.put('prompts/agents/monitor.md', 'You watch over ${subject}.\n');
    const review = await project.run(['prompt', 'review.json', 'Review']);
    expect(review.stdout, review.reported).toMatch(
      /^You watch over the sea\.\n\nReview the sea\.\n\n## Next action\n/,
    );
    expect(review.stdout).toMatch(/and its field `output` to the result\.$/);
    const without = await project.run(['prompt', 'review.json', 'Approve']);
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('as JSON: --review=…\n')]);
    const approve = await project.run(['prompt', 'review.json', 'Approve', '--review={"valid":true}']);
    expect(approve.stdout, approve.reported).toBe('The review of the sea says yes.');
    expect((await project.run(['prompt', 'review.json', 'Approve', '--help'])).stdout).toContain(
      '--review=<object>',
    );
  });
});
