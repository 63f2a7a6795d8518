import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { listProject } from '../../../src/context/files/list-project.ts';
import { makePipe } from '../../helpers/make-pipe.ts';
import { test } from '../in-project.ts';

describe('listing a project', () => {
  test('leaves out what is installed, made, hidden, excluded or ignored at any level', ({
    project,
    expect,
  }) => {
    const { put, root } = project;
    for (const path of ['node_modules/a/x.js', 'dist/x.js', '.hidden/x.js', 'src/build/x.ts', 'lib/x.ts'])
      put(path, '');
    put('packages/one/package.json', '{}');
    put('packages/one/dist/x.js', '');
    put('old/x.ts', '');
    put('.gitignore', '*.log\n!keep.log\n');
    put('lib/.gitignore', '/gen\n');
    for (const path of ['a.log', 'keep.log', 'lib/gen/x.ts', 'lib/deep/gen/y.ts']) put(path, '');
    expect(listProject(root, ['/old/'])).toEqual({
      files: [
        '.gitignore',
        'keep.log',
        'lib/.gitignore',
        'lib/deep/gen/y.ts',
        'lib/x.ts',
        'packages/one/package.json',
        'src/build/x.ts',
      ],
      folders: ['lib/', 'lib/deep/', 'lib/deep/gen/', 'packages/', 'packages/one/', 'src/', 'src/build/'],
      isCut: false,
    });
  });

  test('names no file that mostly holds secrets', ({ project, expect }) => {
    const secrets = [
      '.env',
      '.env.local',
      'id_rsa',
      'server.pem',
      'a/credentials.json',
      '.npmrc',
      'my-secrets.yaml',
    ];
    for (const path of [...secrets, 'secrets.ts', 'keys.md']) project.put(path, '');
    expect(listProject(project.root, []).files).toEqual(['keys.md', 'secrets.ts']);
  });

  test('follows no link, opens no pipe, and knows names of every kind', ({ project, expect }) => {
    const { put, root } = project;
    put('../outside/secret.ts', 'export class Secret {}');
    put('a/x.ts', '');
    symlinkSync('..', join(root, 'a/up'));
    symlinkSync('../outside', join(root, 'out'));
    symlinkSync('../outside/secret.ts', join(root, 'secret.ts'));
    symlinkSync('../outside/secret.ts', join(root, '.gitignore'));
    makePipe(join(root, 'pipe.ts'));
    put('new\nline.ts', '');
    put('esc\u001b[31m.ts', '');
    expect(listProject(root, []).files).toEqual(['a/x.ts', 'esc\u001b[31m.ts', 'new\nline.ts']);
  });

  test('says when a project is deeper or wider than what is looked at', ({ project, expect }) => {
    mkdirSync(join(project.root, 'd/'.repeat(60)), { recursive: true });
    expect(listProject(project.root, []).isCut).toBe(true);
  });

  test('lists 50,000 files', ({ project, expect }) => {
    const made = spawnSync(
      'sh',
      ['-c', 'for d in $(seq 50); do mkdir "d$d"; (cd "d$d" && seq -f "f%g.ts" 1000 | xargs touch); done'],
      { cwd: project.root },
    );
    expect(made.status).toBe(0);
    const { files, isCut } = listProject(project.root, []);
    expect([files.length, isCut]).toEqual([50_000, false]);
  });
});
