import { expect, test } from 'vitest';
import { checkedProgram } from '../../helpers/checked-program.ts';
import { start, testHost } from '../../helpers/run-host.ts';
import { answered, puppetAgent } from '../../helpers/puppet-agent.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';

const REMINDER = '---\nsyntax: handlebars\n---\n{{> partials/mind}}';

const PARTIAL = '---\nsyntax: handlebars\n---\nIt is {{project.language}}.';

const MAP = {
  description: 'The word project in a text is not read.',
  startTaskDefinition: 'List',
  taskDefinitions: {
    List: {
      type: 'shell',
      command: ['printf', '%s', '${project.test}', 'upstream'],
      as: 'list',
      actions: {
        Go: { target: 'Each', when: 'result.exitCode == 0 && visits < 2' },
        Else: { target: 'Each' },
      },
      onError: 'Done',
    },
    Each: {
      type: 'foreach',
      items: '[list.exitCode]',
      item: 'one',
      body: {
        startTaskDefinition: 'Look',
        taskDefinitions: {
          Look: {
            type: 'claude',
            prompt: 'Look at ${one} of the workspace.',
            reminder: REMINDER,
            actions: { Seen: { target: 'Over', args: { open: { expr: 'one + 1' } } } },
          },
          Over: { type: 'end' },
        },
      },
      actions: { Next: { target: 'Done' } },
    },
    Done: { type: 'end', result: 'has(list) ? list.stdout : ""' },
  },
};

function programOf(map: object) {
  return checkedProgram(map, { 'prompts/partials/mind.md': PARTIAL });
}

test('names that a task may read are those of its expressions, its prompt and its reminder, without blocks inside', () => {
  const { program } = programOf(MAP);
  const names = Array.from(program.facts.tasks, ([task, facts]) => [task.name, [...facts.names].toSorted()]);
  expect(Object.fromEntries(names)).toEqual({
    List: ['project', 'result', 'visits'],
    Each: ['list'],
    Look: ['one', 'project'],
    Over: [],
    Done: ['list'],
  });
});

test('a name of an action is not one that its guard or arguments read', () => {
  const { program } = programOf({
    description: 'x',
    startTaskDefinition: 'Weigh',
    taskDefinitions: {
      Weigh: {
        type: 'decide',
        set: { size: 'visits' },
        actions: { workspace: { target: 'Done', when: 'size > 0' }, Else: { target: 'Done' } },
      },
      Done: { type: 'end' },
    },
  });
  const [facts] = program.facts.tasks.values();
  expect(facts && [...facts.actionNames]).toEqual(['size']);
});

test('an item has the type of the elements of its list', () => {
  const { program } = programOf(MAP);
  const each = program.map.block.tasks.find(({ name }) => name === 'Each');
  expect(each && program.facts.tasks.get(each)?.itemType).toBe('integer');
});

test('a partial of a reminder reads what is known of the project', async () => {
  const agent = puppetAgent(answered('Next'));
  const fs = createCrashingFileSystem();
  const { program, texts } = programOf({
    description: 'x',
    startTaskDefinition: 'Work',
    taskDefinitions: {
      Work: {
        type: 'claude',
        prompt: 'Work.',
        reminder: REMINDER,
        actions: { Next: { target: 'Done' } },
      },
      Done: { type: 'end' },
    },
  });
  await start(testHost(fs, '/project', agent), program, { texts });
  expect(agent.turns).toHaveLength(1);
  const file = agent.turns[0]?.reminder?.file ?? '';
  expect(Buffer.from(fs.files()[file] ?? '', 'latin1').toString()).toContain('It is unknown.');
});
