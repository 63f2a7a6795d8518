import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readInstructions } from '../../../src/project/claude/read-instructions.ts';
import { inFolder } from '../in-folder.ts';

const { at, put, root, reported } = inFolder();

function read(workFolder = 'repo') {
  mkdirSync(at(workFolder), { recursive: true });
  return readInstructions({
    home: at('home'),
    userFolder: at('home/.claude'),
    workRoot: at('repo'),
    workFolder: at(workFolder),
  });
}

/** Their files, without the name of the folder. */
function files(workFolder?: string): readonly string[] {
  return read(workFolder).files.map((file) => file.replace(root(), '<folder>'));
}

describe('instructions', () => {
  test('are empty where there are none', () => {
    expect(read()).toEqual({ text: '', files: [] });
    put('repo/CLAUDE.md', ' \n');
    expect(read()).toEqual({ text: '', files: [] });
  });

  test('of a file that is a link import from where the file lies', () => {
    put('repo/docs/rules.md', '@more.md @../top.md');
    put('repo/docs/more.md', 'more');
    put('repo/more.md', 'another');
    put('repo/top.md', 'top');
    symlinkSync('docs/rules.md', at('repo/CLAUDE.md'));
    expect(files()).toEqual(['CLAUDE.md', 'docs/more.md', 'top.md']);
  });

  test('are those of the user, then those of each folder from the outermost on', () => {
    put('home/.claude/CLAUDE.md', 'user');
    put('home/.claude/rules/b/c.md', 'user rule');
    put('CLAUDE.md', 'around');
    put('repo/CLAUDE.md', 'top');
    put('repo/.claude/CLAUDE.md', 'inner');
    put('repo/.claude/rules/deep/z.md', 'rule');
    put('repo/.claude/rules/a.md', 'rule');
    put('repo/.claude/rules/a.txt', 'no rule');
    put('repo/CLAUDE.local.md', 'local');
    put('repo/sub/CLAUDE.md', 'sub');
    put('repo/sub/deeper/CLAUDE.md', 'not on the way');
    put('repo/AGENTS.md', 'in place of others');
    expect(files('repo/sub')).toEqual([
      '<folder>/home/.claude/CLAUDE.md',
      '<folder>/home/.claude/rules/b/c.md',
      '<folder>/CLAUDE.md',
      'CLAUDE.md',
      '.claude/CLAUDE.md',
      '.claude/rules/a.md',
      '.claude/rules/deep/z.md',
      'CLAUDE.local.md',
      'sub/CLAUDE.md',
    ]);
    const { text } = read();
    expect(text).toContain('\n\nContents of CLAUDE.md (instructions of the project):\n\ntop\n\n');
    expect(text).toContain(
      'Contents of CLAUDE.local.md (instructions of the user for this project):\n\nlocal\n',
    );
  });

  test('are those of AGENTS.md where the project has no others', () => {
    put('home/.claude/CLAUDE.md', 'user');
    put('repo/AGENTS.md', 'agents @more.md');
    put('repo/more.md', 'more');
    expect(files()).toEqual(['<folder>/home/.claude/CLAUDE.md', 'AGENTS.md', 'more.md']);
  });

  test('contain a file once, whatever the ways to it', () => {
    put('repo/AGENTS.md', 'agents @CLAUDE.md');
    put('repo/CLAUDE.md', '@AGENTS.md @./AGENTS.md @CLAUDE.md');
    symlinkSync('../CLAUDE.md', put('repo/.claude/rules/x') && at('repo/.claude/CLAUDE.md'));
    expect(files()).toEqual(['CLAUDE.md', 'AGENTS.md']);
  });

  test('of a project import only from it, those of the user from everywhere', () => {
    for (const file of ['secret.md', 'home/notes.md', 'repo/in.md']) put(file, 'imported');
    put('home/.claude/CLAUDE.md', `@~/notes.md @${at('secret.md')}`);
    put('repo/CLAUDE.md', `@../secret.md @~/notes.md @${at('repo/in.md')} @linked.md @no-such.md @.`);
    symlinkSync(at('secret.md'), at('repo/linked.md'));
    const user = ['CLAUDE.md', '../notes.md', '../../secret.md'];
    expect(files()).toHaveLength(user.length + 2);
    expect(files().slice(user.length)).toEqual(['CLAUDE.md', 'in.md']);
    put('home/.claude/CLAUDE.md', 'imports nothing');
    expect(files().slice(1)).toEqual(['CLAUDE.md', 'in.md']);
  });

  test('follow imports five deep', () => {
    for (let n = 0; n < 9; n += 1) put(n === 0 ? 'repo/CLAUDE.md' : `repo/${n}.md`, `@${n + 1}.md`);
    expect(files()).toEqual(['CLAUDE.md', '1.md', '2.md', '3.md', '4.md', '5.md']);
  });

  test('that cannot be read stop a run where they are the project’s own, and are passed over elsewhere', () => {
    put('CLAUDE.md', new Uint8Array([0xff]));
    put('repo/CLAUDE.md', '@broken.md');
    put('repo/broken.md', new Uint8Array([0xff]));
    expect(files()).toEqual(['CLAUDE.md']);
    put('repo/.claude/rules/a.md', new Uint8Array([0xff]));
    expect(reported(() => read())).toMatchInlineSnapshot(`
      "invalid-encoding: "<folder>/repo/.claude/rules/a.md" cannot be read: it is not valid UTF-8.
        help: Save the file as UTF-8."
    `);
  });

  test('that would fill every request are refused', () => {
    put('repo/CLAUDE.md', `${'x'.repeat(1_000_000)} @more.md`);
    put('repo/more.md', 'x'.repeat(100_000));
    expect(reported(() => read())).toMatchInlineSnapshot(`
      "excessive-file: The instructions for agents are larger than 1 MiB or more than 500 files, up to "<folder>/repo/more.md".
        help: Each request of an agent contains them. Shorten them, or import less."
    `);
  });

  test('are passed over where they are folders that cannot be listed', () => {
    put('repo/.claude/rules/a.md', 'rule');
    put('repo/CLAUDE.md', 'top');
    chmodSync(at('repo/.claude/rules'), 0);
    const found = files();
    chmodSync(at('repo/.claude/rules'), 0o700);
    // Root may list them all the same.
    expect(found[0]).toBe('CLAUDE.md');
  });
});
