import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { test } from './helpers/project.ts';

const RECORDING = join(import.meta.dirname, '../../docs/pictures/demo.svg');

/** Without times and the names of commits; without blanks, as a terminal breaks lines. */
function comparable(text: string): string {
  return text
    .replaceAll(/\d+(?:\.\d+)? m?s\b/g, 'TIME')
    .replaceAll(/\b[0-9a-f]{7}\b/g, 'COMMIT')
    .replaceAll(/\s/g, '');
}

/** The lines of the last screen of a recording. */
function lastScreenOf(svg: string): readonly string[] {
  const lines = new Map(
    Array.from(svg.matchAll(/<text id="(l\d+)">(.*)<\/text>/g), ([, id = '', text = '']) => [id, text]),
  );
  const uses = svg.slice(svg.lastIndexOf('<g transform')).matchAll(/href="#(l\d+)"/g);
  return Array.from(uses, ([, id = '']) =>
    (lines.get(id) ?? '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&'),
  );
}

describe('wfmap demo', () => {
  test('shows a run to its end, as in the recording, changes nothing of the project it is started in, and leaves nothing behind', async ({
    project,
    expect,
  }) => {
    const folder = join(project.root, '..', 'tmp');
    mkdirSync(folder);
    const before = project.git('status', '--porcelain', '--ignored');
    const { code, stdout, stderr } = await project.run(['demo', '--no-input'], {
      environment: { TMPDIR: folder },
    });
    expect(code).toBe(0);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('[simulation] '))).toEqual([
      expect.stringMatching(/^The throw-away project is removed\./),
    ]);
    expect(stderr).toContain('[simulation]     Build/ST-002 -> complete');
    expect(stderr).toContain('That was a simulation: nothing of yours was changed');
    expect(project.git('status', '--porcelain', '--ignored')).toBe(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('wfmap-'))).toEqual([]);

    // npm run recording makes it again.
    const printed = comparable((stdout + stderr).replaceAll('[simulation] ', ''));
    const recorded = lastScreenOf(readFileSync(RECORDING, 'utf8'));
    expect(recorded.length).toBeGreaterThan(15);
    expect(
      recorded.filter((line) => !printed.includes(comparable(line.replace('[simulation] ', '')))),
    ).toEqual([]);
  });

  test("a goal of one's own is not answered by a story about another one", async ({ project, expect }) => {
    const words = ['run', 'fast', '--agent', 'scripted', '--goal', 'Add a flag', '--no-input'];
    const { code, stderr } = await project.run(words);
    expect({ code, hasStory: stderr.includes('Größe') }).toEqual({ code: 0, hasStory: false });
    expect(stderr).toMatch(/^\[simulation\] The story of this map is about inputs of its own, so a walk/m);
  });

  test('makes edits that are real: the tests of the project that it keeps pass, and its commit has them', async ({
    project,
    expect,
  }) => {
    const { code, stderr } = await project.run(['demo', '--no-input', '--keep']);
    expect(code).toBe(0);
    const folder = /^The project is kept: (.*)$/m.exec(stderr)?.[1] ?? '';
    expect(folder.startsWith(tmpdir())).toBe(true);
    try {
      const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
      const tested = execFileSync(process.execPath, ['--test', '--test-reporter=tap'], {
        cwd: folder,
        encoding: 'utf8',
        env: environment,
      });
      expect(tested).toMatch(/^# pass [1-9]\d*$/m);
      const log = execFileSync('git', ['-C', folder, 'log', '--format=%s'], { encoding: 'utf8' });
      expect(log.trimEnd().split('\n')).toEqual([expect.stringMatching(/^slugs: /), 'The project as it was']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
