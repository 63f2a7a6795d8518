import { describe, expect, test } from 'vitest';
import '../../src/framework/install-functions.ts';
import { check } from '../../src/check/check.ts';
import { checkProject } from '../../src/check/check-project.ts';
import type { ReadTemplate } from '../../src/model/template-lookup.ts';

/** What is told of maps, each by its name, and of files that they use. */
function told(maps: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) {
  const all = new Map(Object.entries({ ...files, ...maps }));
  const readTemplate: ReadTemplate = (path) => {
    const text = all.get(path);
    return text === undefined
      ? { kind: 'missing', lookedIn: [path] }
      : { kind: 'found', source: { name: path, text } };
  };
  const sources = Object.entries(maps).map(([name, text]) => ({ name, text }));
  const errors = sources.flatMap((source) =>
    check(source, readTemplate).diagnostics.filter(({ severity }) => severity === 'error'),
  );
  expect(errors.map(({ message }) => message)).toEqual([]);
  const found = checkProject(
    sources.map((source) => ({ source, readTemplate })),
    () => true,
  );
  return found.map(({ code, message }) => `${code}: ${message}`);
}

const REPORT = JSON.stringify({
  type: 'object',
  required: ['valid', 'issues'],
  properties: {
    valid: { type: 'boolean' },
    issues: { type: 'array', items: { $ref: '#/$defs/issue' } },
    blockers: { type: 'array', items: { $ref: '#/$defs/issue' } },
  },
  $defs: {
    issue: {
      type: 'object',
      required: ['title', 'place'],
      properties: { title: { type: 'string' }, place: { type: 'string' } },
    },
  },
});

/** A map with a review whose result is handed on by the lines that follow. */
const reviewed = (more: string) => `map "Review"
claude Review as review
  prompt "Review."
  writes nothing
  output report.json
  Go -> Next
${more}
end Done
`;

describe('a field of a report', () => {
  const unread = ['issues', 'blockers', 'valid'].map(
    (field) => `unread-field: Nothing reads "${field}" of this report.`,
  );

  test.each([
    ['that nobody reads is told', 'decide Next\n  -> Done', unread],
    [
      'is read by an expression, and with it only what that reads',
      'decide Next\n  Stop -> Done when !review.valid && review.issues.exists(each, each.title == "a")\n  Go -> Done',
      [unread[1], 'unread-field: Nothing reads "issues[].place" of this report.'],
    ],
    [
      'that several parts share is read where one of them is',
      'decide Next\n  Stop -> Done when review.valid && review.issues.all(each, each.title == "a") && has(review.blockers) && review.blockers.all(each, each.place == "a")\n  Go -> Done',
      [],
    ],
    [
      'is read where the whole report goes to a function',
      'decide Next\n  Stop -> Done when signature(review) == ""\n  Go -> Done',
      [],
    ],
    [
      'is read through a name that was set',
      'decide Next\n  found = [review]\n  Stop -> Done when found.exists(each, each.valid)\n  Go -> Done',
      [unread[1], unread[0]],
    ],
    [
      'is read through an argument, by a prompt',
      'decide Next\n  Mend -> Mend (found = review.issues)\nclaude Mend\n  promptTemplate "Mend ${found}"\n  writes anything\n  param found: array "What was found"\n  -> Done',
      [unread[1], unread[2]],
    ],
    ['is read by a command', 'shell Next\n  command ["echo", "${review}"]\n  -> Done', []],
    [
      'is read by the reason of an end',
      'decide Next\n  -> Stopped\nend Stopped failed because review.issues.map(each, each.title + each.place).join(", ")',
      [unread[1], unread[2]],
    ],
    ['is read by the result of an end', 'decide Next\n  -> Out\nend Out = review', []],
    [
      'is read as the result of an item, and nothing more of it',
      `foreach Next as all
  each part in ["a"]
  key part
  body {
    claude Again as again
      prompt "Again."
      writes nothing
      output report.json
      -> Ended
    end Ended = again
  }
  Stop -> Done when result.exists(each, each.outcome == "Ended" && each.result.valid)
  Go -> Done`,
      [unread[1], unread[0]],
    ],
    [
      'is not read by a comparison with nothing',
      'decide Next\n  Stop -> Done when size(review.issues) > 0 && review.valid\n  Go -> Done',
      [
        unread[1],
        'unread-field: Nothing reads "issues[].place" of this report.',
        'unread-field: Nothing reads "issues[].title" of this report.',
      ],
    ],
  ])('%s', (_, more, messages) => {
    const found = told({ 'a.wfmap': reviewed(more) }, { 'report.json': REPORT });
    expect(new Set(found)).toEqual(new Set(messages));
  });

  test('that a file holds is judged only where all maps of the project are looked at', () => {
    const source = { name: 'a.wfmap', text: reviewed('decide Next\n  -> Done') };
    const found = check(source, (path) => ({ kind: 'found', source: { name: path, text: REPORT } }));
    expect(found.diagnostics).toEqual([]);
  });

  test('is read by another map of the project', () => {
    const reader = reviewed('decide Next\n  Stop -> Done when signature(review) == ""\n  Go -> Done');
    const maps = { 'a.wfmap': reviewed('decide Next\n  -> Done'), 'b.wfmap': reader };
    expect(told(maps, { 'report.json': REPORT })).toEqual([]);
  });
});

describe('a map inside', () => {
  const inner = `map "Inner"
input report: object "What was found"
input mode?: string = "a" "How"
decide Look
  Stop -> Bad when report.valid && mode == "b"
  Go -> Good
end Good
end Bad
`;
  const outer = (given: string) => reviewed(`workflow Next\n  map inner.wfmap\n  with ${given}\n  -> Done`);

  test('reads of a report what its input reads', () => {
    const found = told(
      { 'a.wfmap': outer('report = review, mode = "b"') },
      { 'report.json': REPORT, 'inner.wfmap': inner },
    );
    expect(found).toEqual([
      'unread-field: Nothing reads "issues" of this report.',
      'unread-field: Nothing reads "blockers" of this report.',
    ]);
  });

  test('has each input given by some map, if no person starts it', () => {
    const files = { 'report.json': REPORT };
    const ungiven = 'ungiven-input: No map of the project gives the input "mode" to this map.';
    const part = { 'a.wfmap': outer('report = review') };
    expect(told(part, { ...files, 'inner.wfmap': inner })).toContain(ungiven);
    expect(told({ ...part, 'inner.wfmap': inner }, files)).not.toContain(ungiven);
  });
});

describe('the result of a task', () => {
  const map = (middle: string) => `map "Twice"
claude First as found
  prompt "Look."
  writes nothing
  -> Second
${middle}
claude Use
  promptTemplate "Use \${found.text}"
  writes anything
  -> Done
end Done
`;
  const lost = [
    'overwritten-result: "Second" binds "found" again before anything reads the result of task "First".',
  ];

  test.each([
    [
      'that is bound over is told',
      'claude Second as found\n  prompt "Again."\n  writes nothing\n  -> Use',
      lost,
    ],
    [
      'is read on the way',
      'claude Second as found\n  promptTemplate "Again: ${has(found) ? found.text : \'none\'}"\n  writes nothing\n  -> Use',
      [],
    ],
    [
      'is read on one way of two',
      'decide Second\n  Again -> Third when found.text == ""\n  Go -> Use\nclaude Third as found\n  prompt "Again."\n  writes nothing\n  -> Use',
      [],
    ],
  ])('%s', (_, middle, messages) => {
    expect(told({ 'a.wfmap': map(middle) })).toEqual(messages);
  });
});

test('an input, and a name that is set, are read by a template, a partial of it, and an artifact', () => {
  const template = `---
syntax: handlebars
parameters:
  plan:
    type: array
    required: true
    description: The plan
---
{{#each plan}}{{title}}: {{> partials/one story=@root.wish}}{{/each}}`;
  const files = { 'job.md': template, 'prompts/partials/one.md': '{{story}}' };
  const text = `map "Plan"
input wish: string "What is wanted"
input parts: array "What there is"
decide Draft
  plan = parts
  goal = wish
  -> Work
claude Work
  template job.md
  writes anything
  -> Done
artifacts map-plan with goal
end Done
`;
  expect(told({ 'a.wfmap': text.replace('artifacts map-plan with goal\n', '') }, files)).toEqual([
    'unread-name: Nothing reads "goal", which task "Draft" sets.',
  ]);
});

test('a map with an error has nothing of this judged', () => {
  const broken = 'map "X"\ninput wish: string "x"\ndecide A\n  -> Nowhere\nend B\n';
  const source = { name: 'a.wfmap', text: broken };
  const readTemplate: ReadTemplate = (path) => ({ kind: 'missing', lookedIn: [path] });
  expect(checkProject([{ source, readTemplate }], () => true)).toEqual([]);
});

test('a map is checked once, however many maps run it, be it one of the project or not', () => {
  const running = (map: string) => `map "Runs ${map}"\nworkflow Run\n  map ${map}\n  Done -> End\nend End\n`;
  const files = new Map([
    ['a.wfmap', running('b.wfmap')],
    ['b.wfmap', running('c.wfmap')],
    ['c.wfmap', 'map "Works"\nclaude Work\n  template work.md\n  Done -> End\nend End\n'],
    ['d.wfmap', running('c.wfmap')],
    ['work.md', 'Work.'],
  ]);
  const asked: string[] = [];
  const readTemplate: ReadTemplate = (path) => {
    asked.push(path);
    const text = files.get(path);
    return text === undefined
      ? { kind: 'missing', lookedIn: [path] }
      : { kind: 'found', source: { name: path, text } };
  };
  const maps = ['a.wfmap', 'b.wfmap', 'd.wfmap'].map((name) => {
    return { source: { name, text: files.get(name) ?? '' }, readTemplate };
  });
  expect(checkProject(maps, () => true)).toEqual([]);
  expect(asked).toEqual(['b.wfmap', 'c.wfmap', 'work.md', 'c.wfmap']);
});
