import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { JOBS } from './helpers/jobs.ts';
import { namesIn, PROMPT_FILES } from './helpers/job-map.ts';

const NAMES = namesIn('agents');

/** What a front matter holds. */
interface Matter {
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly permissionMode: string;
  readonly writes?: string;
  readonly requires: { readonly variables: readonly string[]; readonly sections: readonly string[] };
  readonly parameters: Readonly<Record<string, { readonly required: boolean; readonly description: string }>>;
}

test('the roles are those of the MAP framework, and each has a job', () => {
  expect(NAMES).toEqual(
    (
      'actor debate-arbiter documentation-reviewer evaluator final-verifier monitor predictor reflector ' +
      'research-agent synthesizer task-decomposer'
    ).split(' '),
  );
  expect(new Set(JOBS.map(({ agent }) => agent))).toEqual(new Set(NAMES));
});

describe.each(NAMES)('%s', (name) => {
  const [, head = '', body = ''] = (PROMPT_FILES[`prompts/agents/${name}.md`] ?? '').split(/^---\n/m);
  const matter = parse(head) as Matter;

  test('says what it is, since when, and what it may do', () => {
    expect(matter).toMatchObject({
      name,
      description: expect.stringMatching(/^[A-Z].*[^.]$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      last_updated: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      model: name === 'debate-arbiter' ? 'opus' : 'sonnet',
      permissionMode: expect.stringMatching(/^(?:default|acceptEdits)$/),
      syntax: 'handlebars',
    });
  });

  test('has what it requires of those that take its place', () => {
    const { variables, sections } = matter.requires;
    expect(variables).toEqual(expect.arrayContaining(['project', 'feedback']));
    for (const each of variables) expect(body).toMatch(new RegExp(`\\{\\{(?:#if )?(?:\\$\\{)?${each}\\b`));
    expect(sections).toEqual(['Steps', 'Rules', 'Stop', 'Report']);
    for (const each of sections) expect(body).toContain(`\n## ${each}\n`);
  });

  test('has optional parameters alone, each described', () => {
    for (const parameter of Object.values(matter.parameters)) {
      expect(parameter).toMatchObject({ required: false, description: expect.stringMatching(/./) });
    }
  });

  test('edits files, or is refused every tool that does', () => {
    const edits = matter.permissionMode === 'acceptEdits';
    expect(matter.disallowedTools).toEqual(edits ? undefined : ['Edit', 'Write', 'NotebookEdit']);
    expect(
      matter.tools?.filter((tool) => !/^Bash\((?:[\w./]+(?: \w+)? \*|@project|@inputs)\)$/.test(tool)),
    ).toEqual([]);
  });

  test('writes nothing where it only reads, by git too', () => {
    const onlyReads = matter.tools?.every((tool) =>
      /^Bash\(git (?:diff|log|show|grep|status) \*\)$/.test(tool),
    );
    expect(matter.writes).toBe(onlyReads === true ? 'nothing' : undefined);
  });
});
