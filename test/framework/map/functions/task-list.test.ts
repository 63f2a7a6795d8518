import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeTask } from '../../../../src/framework/map/functions/close-task.ts';
import { taskList } from '../../../../src/framework/map/functions/task-list.ts';
import { isObjectValue, type Value } from '../../../../src/model/value.ts';

const NONE = { body: '', author: '', labels: [], url: '', parent: '', after: [], done: false };

const MARKDOWN = `# Shop

- [x] Plan it
* [ ] Store it
  in a file,

      however

  - [ ] a part of it
  after: send, 1
1. [ ] **send** Send it
## Later #
- [ ] T-4: Show it
- [ ] #12 Sell it
Nothing of that.
  Nor this.
\`\`\`
- [ ] in code
\`\`\`
`;

describe('a list of tasks', () => {
  test('in Markdown has a task for each check box at the margin, with what is below it', () => {
    expect(taskList(MARKDOWN)).toEqual({
      faults: [],
      tasks: [
        { ...NONE, id: '1', title: 'Plan it', parent: 'Shop', done: true },
        {
          ...NONE,
          id: '2',
          title: 'Store it',
          body: 'in a file,\n\n    however\n\n- [ ] a part of it',
          parent: 'Shop',
          after: ['send', '1'],
        },
        { ...NONE, id: 'send', title: 'Send it', parent: 'Shop' },
        { ...NONE, id: 'T-4', title: 'Show it', parent: 'Later' },
        { ...NONE, id: '#12', title: 'Sell it', parent: 'Later' },
      ],
    });
  });

  test('is read as trackers print it, and as a text of JSON', () => {
    const issues = [
      {
        number: 7,
        title: 'Store it',
        body: 'Please.',
        author: { login: 'ann' },
        labels: [{ name: 'agent' }, 'urgent', 7],
        url: 'https://example.org/7',
        parent: { number: 3 },
        dependencies: ['6'],
      },
      { key: 'A-8', summary: 'Send it', state: 'CLOSED' },
    ];
    const expected = {
      faults: [],
      tasks: [
        {
          ...NONE,
          id: '7',
          title: 'Store it',
          body: 'Please.',
          author: 'ann',
          labels: ['agent', 'urgent', '7'],
          url: 'https://example.org/7',
          parent: '3',
          after: ['6'],
        },
        { ...NONE, id: 'A-8', title: 'Send it', done: true },
      ],
    };
    expect(taskList(issues)).toEqual(expected);
    expect(taskList(JSON.stringify({ issues }))).toEqual(expected);
  });

  test.each([
    ['an id that a command could take for a flag', { id: '--repo=x', title: 'x' }],
    ['an id with a blank', { id: 'a b', title: 'x' }],
    ['no title', { id: '1', title: ' ' }],
    ['no object', 'x'],
  ])('leaves out what has %s, and says so', (_, entry) => {
    expect(taskList([entry])).toEqual({
      tasks: [],
      faults: ['Entry 1 has no title, or no id that can stand in a command.'],
    });
  });

  test('has one task of each id, and at most 500', () => {
    const many = Array.from({ length: 502 }, (_, n) => ({ id: n === 1 ? 0 : n, title: 'x' }));
    const { tasks, faults } = taskList(many);
    expect(tasks).toHaveLength(499);
    expect(faults).toEqual(['Entry 2 has the id of another.', '2 tasks after the first 500 are left out.']);
  });

  test.each([null, 7, { message: 'Not found' }])('is none in %j', (source) => {
    expect(taskList(source)).toEqual({ tasks: [], faults: ['This is not a list of tasks.'] });
  });

  test('of any text has ids that are safe in a command, and takes time in proportion to it', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('- [ ] x', '- [x] A-1: y', '```', '~~~~', '# h', '  after: a', '- [ ] **-rf** z', '\r'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        for (const task of taskList(lines.join('\n')).tasks)
          expect(isObjectValue(task) ? task['id'] : '').toMatch(/^[\p{L}\p{N}#][\p{L}\p{N}#._/-]*$/u);
      }),
    );
    const began = process.cpuUsage().user;
    taskList(`- [ ] ${'*'.repeat(200_000)}\n`.repeat(2) + '#'.repeat(200_000));
    expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(2_000);
  });
});

describe('a task that is closed', () => {
  const tasks = taskList(MARKDOWN).tasks;

  test('has its box checked, and nothing else changes', () => {
    expect(closeTask(MARKDOWN, tasks[2] ?? null)).toBe(MARKDOWN.replace('[ ] **send**', '[x] **send**'));
    const windows = MARKDOWN.replaceAll('\n', '\r\n');
    expect(closeTask(windows, tasks[1] ?? null)).toBe(windows.replace('[ ] Store', '[x] Store'));
  });

  test('is found by its title where tasks were added before it, and by nothing where it is gone or not alone', () => {
    const moved = MARKDOWN.replace('# Shop\n', '# Shop\n\n- [ ] Another\n');
    expect(closeTask(moved, tasks[1] ?? null)).toBe(moved.replace('[ ] Store', '[x] Store'));
    const gone = MARKDOWN.replace('Store it', 'Keep it');
    expect(closeTask(gone, tasks[1] ?? null)).toBe(gone);
    const twice = `- [ ] Store it\n- [ ] Store it\n${MARKDOWN}`;
    expect(closeTask(twice, { ...(tasks[1] as object), id: '9' })).toBe(twice);
  });

  test.each<[string, string, string]>([
    ['done', '[\n  {"id": 1, "title": "a"},\n  {"id": 2, "title": "b"}\n]\n', '"done": true'],
    ['its state', '{"tasks": [{"id": 1, "title": "a", "status": "open"}]}', '"status":"closed"'],
  ])('in JSON says so by %s', (_, text, expected) => {
    const closed = closeTask(text, taskList(text).tasks[0] ?? null);
    expect(closed).toContain(expected);
    expect(taskList(closed).tasks.map((each) => isObjectValue(each) && each['done'])).toEqual(
      taskList(text).tasks.map((_each, index) => index === 0),
    );
  });

  test('changes at most one sign of any Markdown', () => {
    const line = fc.constantFrom('- [ ] x', '- [ ] y', '- [x] x', '  text', '```', '# h', '');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = `.\n${lines.join('\n')}`;
        for (const task of taskList(text).tasks) {
          const closed = closeTask(text, task);
          expect(closed.replace(/[[]x[\]]/g, '[ ]')).toBe(text.replace(/[[]x[\]]/g, '[ ]'));
          expect(closed.split('').filter((each, index) => each !== text[index]).length).toBeLessThanOrEqual(
            1,
          );
        }
      }),
    );
  });

  test.each<[Value, Value, string]>([
    [null, {}, ''],
    ['text', null, 'text'],
  ])('of %j and %j is %j', (text, task, expected) => {
    expect(closeTask(text, task)).toBe(expected);
  });
});
