/** What commands say of a journal whose end a crash tore, and of one whose end is damaged. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, mapOf } from './helpers/maps.ts';
import { createProject, type Project } from './helpers/project.ts';

const RUN_DIRECTORY = '.wfmap/runs/two/slip-001';

let project: Project;
let path = '';
/** The last batch of the run. Units: bytes. */
let last = 0;
beforeEach(async () => {
  project = createProject({ hasGit: false });
  project.put('two.json', mapOf({ Plan: ask({ Next: 'Work' }), Work: ask({ Next: 'Done' }) }));
  await project.run(['run', 'two.json']);
  path = join(project.root, RUN_DIRECTORY, 'journal.jsonl');
  const lines = project.read(`${RUN_DIRECTORY}/journal.jsonl`).split('\n').slice(0, -1);
  const before = lines.findLastIndex(
    (line, index) => index < lines.length - 1 && !line.includes(',"more":true'),
  );
  last = Buffer.byteLength(lines.slice(before + 1).join('\n')) + 1;
});
afterEach(() => project.remove());

test('a torn end is reported by show and dropped by resume, which keeps and tells it', async () => {
  truncateSync(path, readFileSync(path).length - 20);
  const torn = last - 20;
  const show = await project.run(['show']);
  expect(show.stdout).toContain(`not read  ${torn} bytes of an unfinished batch at the end of the journal`);
  const listed = await project.run(['runs', '--json']);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ unreadBytes: torn }]);
  const { code, stderr, reported } = await project.run(['resume']);
  expect(code, reported).toBe(0);
  expect(stderr).toContain(
    `Dropped ${torn} bytes of an unfinished batch at the end of the journal; they are kept in journal.torn-1.jsonl.`,
  );
  expect(Buffer.byteLength(project.read(`${RUN_DIRECTORY}/journal.torn-1.jsonl`))).toBe(torn);
  expect((await project.run(['show'])).stdout).not.toContain('not read');
});

test('a damaged end is refused with its place by every command, and nothing is changed', async () => {
  const bytes = readFileSync(path);
  bytes[bytes.length - 30]! ^= 1;
  writeFileSync(path, bytes);
  for (const words of [['show'], ['resume'], ['logs']]) {
    const { code, stderr, reported } = await project.run(words);
    expect(code, reported).toBe(3);
    expect(stderr).toMatch(/The journal ".+" is damaged at byte \d+\./);
  }
  expect((await project.run(['runs'])).stderr).toContain('is damaged at byte');
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(project.calls()).toHaveLength(2);
});
