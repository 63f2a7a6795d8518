/** The commands and work trees of shipped maps, with a real shell and real git. */
import { describe } from 'vitest';
import { exampleOf, GOES_WELL } from './helpers/map-rules.ts';
import { test } from './helpers/project.ts';

const PATTERNS = '.claude/rules/learned/implementation-patterns.md';

describe('learn', () => {
  const script = [{ match: '# Job:', output: exampleOf('reflection') }];

  test('writes a lesson once, whatever signs are in it', async ({ project, expect }) => {
    const [bullet] = exampleOf('reflection')['suggested_new_bullets'] as readonly object[];
    const title = 'Quote "$HOME" and `id`';
    const content = `It's 50 % \\n\n${'of two lines '.repeat(9)}`;
    const rationale = 'It waited 90 ms, not 90 s.';
    const lesson = { ...bullet, title, content, rationale };
    const written = `- ${title}: It's 50 % \\n ${'of two lines '.repeat(9).trim()}\n  What taught it: ${rationale}\n`;
    project.script({
      match: '# Job:',
      output: { ...exampleOf('reflection'), suggested_new_bullets: [lesson] },
    });
    for (const outcome of ['written', 'known']) {
      const { code, stdout, reported } = await project.run(['run', 'learn', '--source=It went well.']);
      expect(code, reported).toBe(0);
      expect(stdout).toContain(`"outcome":"${outcome}"`);
      expect(project.read(PATTERNS)).toBe(written);
    }
    expect(project.calls()[0]?.prompt).toContain('It went well.');
  });

  test('reads a file that is named', async ({ project, expect }) => {
    project.script(...script);
    project.put('notes of today.md', 'The cache was cold.\n');
    const { code, reported } = await project.run(['run', 'learn', '--source=notes of today.md']);
    expect(code, reported).toBe(0);
    expect(project.calls()[0]?.prompt).toContain('The cache was cold.');
  });
});

describe('review', () => {
  const APPROVED = [
    { match: '^# Role: monitor', output: exampleOf('monitor-review') },
    { match: '^# Role: predictor', output: exampleOf('prediction') },
    { match: '^# Role: evaluator', output: exampleOf('evaluation') },
  ];

  test('looks at what the branch changed since it left the main branch', async ({ project, expect }) => {
    project.script(...APPROVED);
    project.git('branch', '-M', 'main');
    project.git('checkout', '-q', '-b', 'feat/x');
    project.put('src/greet.txt', 'hello, Ada\n');
    project.git('commit', '-q', '-a', '-m', 'greet by name');
    const { code, stdout, reported } = await project.run(['run', 'review', '--ci']);
    expect(code, reported).toBe(0);
    expect(stdout).toContain('"verdict":"PROCEED"');
    const prompts = project.calls().map(({ prompt }) => prompt);
    expect(prompts).toHaveLength(3);
    for (const prompt of prompts) expect(prompt).toContain('+hello, Ada');
  });

  test('fails where the base that is named is unknown', async ({ project, expect }) => {
    project.script(...APPROVED);
    const { code, stdout, reported } = await project.run(['run', 'review', '--ci', '--base=nowhere']);
    expect(code, reported).toBe(1);
    expect(stdout).toContain('"no_diff"');
    expect(project.calls()).toEqual([]);
  });

  test('goes through the findings of each section with a person', async ({ project, expect }) => {
    const finding = { severity: 'low', location: 'src/greet.txt:1', description: 'Look.' };
    const issues = [
      { ...finding, category: 'testability', title: 'No test' },
      { ...finding, category: 'correctness', title: 'No name', suggestion: 'Say it.' },
      { ...finding, category: 'correctness', title: 'No mark' },
    ];
    project.script(
      { match: '^# Role: monitor', output: { ...exampleOf('monitor-review'), issues } },
      ...APPROVED,
    );
    project.put('src/greet.txt', 'hello, Ada\n');
    const asked = await project.run(['run', 'review']);
    expect(asked.code, asked.reported).toBe(4);
    expect(asked.reported).toContain('3 findings, the worst of them low: No test. How much');
    const first = await project.run(['answer', 'Small']);
    expect(first.code, first.reported).toBe(4);
    expect(first.reported).toMatch(
      /Quality: No name\s[^]*low, correctness: No name \(src\/greet\.txt:1\)[^]*Look\.\s+To mend it: Say it\.\s[^]*diff --git a\/src\/greet\.txt[^]*\+hello, Ada/,
    );
    const second = await project.run(['answer', 'Fix Now']);
    expect(second.reported).toMatch(/Tests: No test\s[^]*- low, [^]*Look\.\s[^]*- Fix Now/);
    const end = await project.run(['answer', 'Leave']);
    // All three let it pass, and the person wants a finding mended first.
    expect(end.code, end.reported).toBe(1);
    expect(end.stdout).toContain('"verdict":"REVISE"');
  });
});

describe('variants', () => {
  test('are made in worktrees of their own, merged into one commit, and cleared away', async ({
    project,
    expect,
  }) => {
    const VARIANTS = [
      ['v1', 'security'],
      ['v2', 'performance'],
      ['v3', 'simplicity'],
    ] as const;
    project.script(
      ...VARIANTS.flatMap(([id, focus]) => [
        {
          match: `yours puts ${focus} first`,
          write: { 'src/greet.txt': `${focus}\n` },
          output: exampleOf('actor-report'),
        },
        {
          match: `This is variant ${id} of several`,
          output: { ...exampleOf('monitor-variant'), variant_id: id },
        },
      ]),
      {
        match: '# Job: merge the variants',
        write: { 'src/greet.txt': 'merged\n' },
        output: exampleOf('synthesis'),
      },
      ...GOES_WELL,
    );
    const words = ['run', 'efficient', '--storyId=STORY-1', '--autoApprove', '--selfMoa'];
    const { code, reported } = await project.run(words);
    expect(code, reported).toBe(0);
    const [merge = ''] = project
      .calls()
      .flatMap(({ prompt }) => (prompt.includes('# Job: merge') ? [prompt] : []));
    for (const [id, focus] of VARIANTS) {
      expect(merge).toContain(`## Variant ${id}\n`);
      expect(merge).toContain(`+${focus}`);
    }
    expect(project.read('src/greet.txt')).toBe('merged\n');
    expect(project.git('log', '--format=%s')).toBe('ST-001: greet by name\nstart\n');
    expect(project.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(
      project
        .git('branch', '--list')
        .trim()
        .split(/\n[* ]+/),
    ).toEqual(['main', 'wfmap/efficient-001']);
  });
});
