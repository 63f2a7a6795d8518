import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMapRoot } from '../../src/project/find-map-root.ts';
import { findMaps } from '../../src/project/find-maps.ts';
import { findWorkRoot } from '../../src/project/find-work-root.ts';
import { packageRoot } from '../../src/project/package-root.ts';
import { ProjectError } from '../../src/project/project-error.ts';
import { readText } from '../../src/project/read-text.ts';
import { resolveMap, shippedMaps } from '../../src/project/resolve-map.ts';
import { templateReader } from '../../src/project/template-reader.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-project-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(path: string, text: string | Uint8Array = ''): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return join(folder, path);
}

function faultOf(act: () => unknown): ProjectError {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof ProjectError) return thrown;
    throw thrown;
  }
  throw new Error('Nothing was thrown.');
}

describe('roots', () => {
  test('the work root is the git top level, also in a worktree, where .git is a file', () => {
    put('.git', 'gitdir: elsewhere');
    put('a/b/c.json');
    expect(findWorkRoot(join(folder, 'a/b'))).toBe(folder);
  });

  test('without git the work root is the folder itself', () => {
    expect(findWorkRoot(folder)).toBe(folder);
  });

  test.each(['wfmap.config.json', '.sdlc/x', '.git/x'])(
    'the map root is the nearest folder with %s',
    (mark) => {
      put('.git/HEAD');
      put(`near/${mark}`);
      expect(findMapRoot(put('near/deep/a.json'))).toBe(join(folder, 'near'));
    },
  );

  test('the map root of a shipped map is the package', () => {
    expect(findMapRoot(join(packageRoot(), 'workflows/do-subtask.json'))).toBe(packageRoot());
  });
});

describe('a map argument', () => {
  test('is a file first, even one with the name of a shipped map', () => {
    const path = put('workflows/do-subtask.json');
    const found = resolveMap('workflows/do-subtask.json', folder);
    expect(found).toEqual({ path, name: 'workflows/do-subtask.json', shipped: false });
  });

  test('is the map of that name of the project before a shipped one, as JSON before the map language', () => {
    const source = put('workflows/do-subtask.wfmap');
    expect(resolveMap('do-subtask', folder)).toEqual({
      path: source,
      name: 'workflows/do-subtask.wfmap',
      shipped: false,
    });
    const path = put('workflows/do-subtask.json');
    expect(resolveMap('do-subtask', join(folder, 'workflows'))).toMatchObject({ shipped: true });
    expect(resolveMap('do-subtask', folder)).toEqual({
      path,
      name: 'workflows/do-subtask.json',
      shipped: false,
    });
  });

  test.each(['do-subtask', 'do-subtask.json', 'workflows/do-subtask.json'])(
    '%s is the shipped map else',
    (name) => {
      const path = join(packageRoot(), 'workflows/do-subtask.json');
      expect(resolveMap(name, folder)).toEqual({ path, name: 'workflows/do-subtask.json', shipped: true });
    },
  );

  test('that is neither is refused with the near miss and the list', () => {
    const fault = faultOf(() => resolveMap('do-subtsk', folder));
    expect(fault.code).toBe('map-not-found');
    expect(fault.help).toContain('Did you mean "do-subtask"?');
    for (const name of shippedMaps()) expect(fault.help).toContain(name);
  });

  test('shipped maps that cannot be listed are a fault of the installation, named with its folder', () => {
    const path = put('workflows');
    expect(faultOf(() => shippedMaps(path)).message).toBe(`The shipped maps in "${path}" cannot be listed.`);
    expect(shippedMaps(join(folder, 'nothing'))).toEqual([]);
  });

  test.each(['../do-subtask', 'other/do-subtask.json', 'workflows/../package', ''])(
    '%j is no shipped map',
    (name) => {
      expect(faultOf(() => resolveMap(name, folder)).code).toBe('map-not-found');
    },
  );
});

describe('maps of a project', () => {
  test('are found in both layouts, sorted', () => {
    for (const path of ['workflows/b.json', 'workflows/a.json', 'workflows/x.md', 'workflows/sub/c.json'])
      put(path);
    for (const path of ['system/z-map.json', 'system/deep/y-map.json', 'system/other.json']) {
      put(`.sdlc/workflows/${path}`);
    }
    expect(findMaps(folder)).toEqual([
      '.sdlc/workflows/system/deep/y-map.json',
      '.sdlc/workflows/system/z-map.json',
      'workflows/a.json',
      'workflows/b.json',
    ]);
  });

  test('are found in the map language where there is no JSON of them', () => {
    for (const path of ['workflows/a.json', 'workflows/a.wfmap', 'workflows/b.wfmap']) put(path);
    for (const path of ['c-map.wfmap', 'd.wfmap', 'e-map.json', 'e-map.wfmap'])
      put(`.sdlc/workflows/${path}`);
    expect(findMaps(folder)).toEqual([
      '.sdlc/workflows/c-map.wfmap',
      '.sdlc/workflows/e-map.json',
      'workflows/a.json',
      'workflows/b.wfmap',
    ]);
  });

  test('a circle of linked folders is not walked', () => {
    put('.sdlc/workflows/a-map.json');
    symlinkSync(join(folder, '.sdlc'), join(folder, '.sdlc/workflows/circle'));
    expect(findMaps(folder)).toEqual(['.sdlc/workflows/a-map.json']);
  });
});

describe('a template', () => {
  const reader = () =>
    templateReader({ workRoot: join(folder, 'work'), mapRoot: join(folder, 'map'), nameFrom: folder });

  test('is taken from the work root before the map root', () => {
    put('map/a.md', 'of the map');
    put('map/b.md', 'of the map');
    put('work/a.md', 'of the project');
    expect(reader()('a.md')).toEqual({
      kind: 'found',
      source: { name: 'work/a.md', text: 'of the project' },
    });
    expect(reader()('b.md')).toEqual({ kind: 'found', source: { name: 'map/b.md', text: 'of the map' } });
  });

  test('of a map in a project inside of the work root is taken from that project first', () => {
    const inner = join(folder, 'work/inner');
    const roots = { workRoot: join(folder, 'work'), mapRoot: inner, nameFrom: folder };
    put('work/inner/a.md', 'of the inner project');
    put('work/a.md', 'of the project');
    put('work/b.md', 'of the project');
    expect(templateReader(roots)('a.md')).toEqual({
      kind: 'found',
      source: { name: 'work/inner/a.md', text: 'of the inner project' },
    });
    expect(templateReader(roots)('b.md')).toEqual({
      kind: 'found',
      source: { name: 'work/b.md', text: 'of the project' },
    });
  });

  test('of a shipped map is taken from the work root, also where wfmap is installed inside of it', () => {
    const workRoot = dirname(packageRoot());
    const lookup = templateReader({ workRoot, mapRoot: packageRoot(), nameFrom: workRoot })(
      'no-such-file.md',
    );
    expect(lookup).toEqual({
      kind: 'missing',
      lookedIn: ['no-such-file.md', `${packageRoot().slice(workRoot.length + 1)}/no-such-file.md`],
    });
  });

  test('that the project does not have may come with wfmap, but nothing else of its package does', () => {
    expect(reader()('workflows/efficient.json')).toMatchObject({ kind: 'found' });
    expect(reader()('prompts/map/act.md')).toMatchObject({ kind: 'found' });
    for (const path of ['README.md', 'package.json', 'workflows/../package.json', 'workflows', 'efficient']) {
      expect(reader()(path)).toMatchObject({ kind: 'missing' });
    }
    put('work/workflows/efficient.json', 'of the project');
    expect(reader()('workflows/efficient.json')).toEqual({
      kind: 'found',
      source: { name: 'work/workflows/efficient.json', text: 'of the project' },
    });
  });

  test('that is nowhere says where it was looked for', () => {
    expect(reader()('prompts/a.md')).toEqual({
      kind: 'missing',
      lookedIn: ['work/prompts/a.md', 'map/prompts/a.md'],
    });
  });

  test('outside the roots is not read, as the path is written', () => {
    put('secret.md', 'secret');
    for (const path of ['../secret.md', 'x/../../secret.md', '.', '..']) {
      expect(reader()(path).kind).toBe('missing');
    }
  });

  test('may be a link that leads out', () => {
    put('secret.md', 'shared');
    put('work/x');
    symlinkSync(join(folder, 'secret.md'), join(folder, 'work/linked.md'));
    expect(reader()('linked.md')).toMatchObject({ kind: 'found', source: { text: 'shared' } });
  });

  test('that is no text, too long or a folder is told with its reason', () => {
    put('work/latin.md', new Uint8Array([0xe4]));
    put('work/long.md', new Uint8Array(4 * 1_048_576 + 1));
    put('work/folder.md/x');
    expect(reader()('latin.md')).toMatchObject({ kind: 'unreadable', reason: 'it is not valid UTF-8.' });
    expect(reader()('long.md')).toMatchObject({ kind: 'unreadable', reason: 'it is larger than 4 MiB.' });
    expect(reader()('folder.md')).toMatchObject({ kind: 'unreadable', reason: 'it is a folder.' });
  });

  test('of a path with a zero byte is not there', () => {
    expect(reader()('a\u0000.md').kind).toBe('missing');
  });
});

test('a text keeps its byte order mark', () => {
  expect(readText(put('a', '\ufeffx'), 10)).toBe('\ufeffx');
});

test('a file that never ends is read up to the bound', () => {
  expect(faultOf(() => readText('/dev/zero', 1_048_576)).message).toBe(
    '"/dev/zero" cannot be read: it is larger than 1 MiB.',
  );
});
