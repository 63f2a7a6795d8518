import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readOpenText, readText } from '../../src/project/read-text.ts';
import { findStory } from '../../src/project/find-story.ts';
import { resolveMap, resolveShipped, shippedMaps } from '../../src/project/resolve-map.ts';
import { templateReader } from '../../src/project/template-reader.ts';
import { packageRoot } from '../../src/project/package-root.ts';
import { refuseWayOut, writeNewText, writeText } from '../../src/project/write-text.ts';
import { makePipe } from '../helpers/make-pipe.ts';
import { inFolder, projectFaultOf } from './in-folder.ts';

const { at, root, put, reported } = inFolder();

/** What nobody may read, not even root. */
const CLOSED = '/proc/sys/vm/drop_caches';

describe('a text that is read', () => {
  test('may be as long as it is allowed, also over several reads, and no longer', () => {
    const long = 'ü'.repeat(524_288);
    expect(readText(put('long', long), 1_048_576)).toBe(long);
    put('longer', `${long}x`);
    expect(reported(() => readText(at('longer'), 1_048_576))).toBe(
      'excessive-file: "<folder>/longer" cannot be read: it is larger than 1 MiB.',
    );
  });

  test('of a file that is open is read from there, with the name that it is given', () => {
    const file = openSync(put('a', 'text'), 'r');
    expect(readOpenText(file, 'standard input', 4)).toBe('text');
    closeSync(file);
    expect(reported(() => readOpenText(file, 'standard input', 4))).toBe(
      'unreadable-file: "standard input" cannot be read: EBADF.',
    );
    const other = openSync(put('b', new Uint8Array([0xff])), 'r');
    expect(reported(() => readOpenText(other, 'standard input', 4))).toBe(
      'invalid-encoding: "standard input" cannot be read: it is not valid UTF-8.\n  help: Save the file as UTF-8.',
    );
    closeSync(other);
  });

  test('that cannot be read says why', () => {
    put('latin', new Uint8Array([0xe4]));
    put('folder/x');
    symlinkSync('ring', at('ring'));
    symlinkSync('gone', at('dangling'));
    makePipe(at('pipe'));
    const faults = ['none', 'latin', 'folder', 'ring', 'dangling', 'pipe', 'latin/x'].map((name) =>
      reported(() => readText(at(name), 10)),
    );
    expect(faults.join('\n')).toMatchInlineSnapshot(`
      "unreadable-file: "<folder>/none" cannot be read: there is no such file.
      invalid-encoding: "<folder>/latin" cannot be read: it is not valid UTF-8.
        help: Save the file as UTF-8.
      unreadable-file: "<folder>/folder" cannot be read: it is a folder.
      unreadable-file: "<folder>/ring" cannot be read: its symbolic links lead in a circle.
      unreadable-file: "<folder>/dangling" cannot be read: there is no such file.
      unreadable-file: "<folder>/pipe" cannot be read: it is not a regular file.
      unreadable-file: "<folder>/latin/x" cannot be read: ENOTDIR."
    `);
    expect(projectFaultOf(() => readText(at('none'), 10)).cause).toMatchObject({ code: 'ENOENT' });
    expect(projectFaultOf(() => readText(at('latin'), 10)).cause).toBeInstanceOf(TypeError);
  });

  test.runIf(existsSync(CLOSED))('that nobody may read says so', () => {
    expect(reported(() => readText(CLOSED, 10))).toBe(
      `unreadable-file: "${CLOSED}" cannot be read: permission is denied.`,
    );
  });
});

describe('a text that is written', () => {
  const read = (path: string): string => readFileSync(at(path), 'utf8');

  test('makes the folders that lead to it, and leaves nothing beside it', () => {
    writeText(at('a/b/c.txt'), 'one');
    expect(read('a/b/c.txt')).toBe('one');
    writeText(at('a/b/c.txt'), 'two');
    expect([read('a/b/c.txt'), readdirSync(at('a/b'))]).toEqual(['two', ['c.txt']]);
  });

  test('keeps the permissions of the file that it replaces', () => {
    chmodSync(put('run.sh', 'one'), 0o751);
    writeText(at('run.sh'), 'two');
    expect([read('run.sh'), statSync(at('run.sh')).mode & 0o777]).toEqual(['two', 0o751]);
  });

  test('through a link replaces the file that it leads to, and not the link', () => {
    put('real/a', 'one');
    symlinkSync('real/a', at('link'));
    writeText(at('link'), 'two');
    expect([read('real/a'), readlinkSync(at('link')), readdirSync(at('real'))]).toEqual([
      'two',
      'real/a',
      ['a'],
    ]);
  });

  test('may be thrown away into a device', () => {
    writeText('/dev/null', 'text');
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test('as a new one replaces none', () => {
    writeNewText(at('x/new'), 'one');
    expect(read('x/new')).toBe('one');
    expect(reported(() => writeNewText(at('x/new'), 'two'))).toBe(
      'unwritable-file: "<folder>/x/new" cannot be written.',
    );
    expect(projectFaultOf(() => writeNewText(at('x/new'), 'two')).cause).toMatchObject({ code: 'EEXIST' });
    expect(read('x/new')).toBe('one');
  });

  test('where it cannot be says why, and leaves all as it was', () => {
    put('folder/x');
    makePipe(at('pipe'));
    symlinkSync('gone', at('dangling'));
    symlinkSync('ring', at('ring'));
    const before = readdirSync(root());
    const faults = ['folder', 'pipe', 'dangling', 'ring'].map((name) =>
      reported(() => writeText(at(name), 'text')),
    );
    expect(faults.join('\n')).toMatchInlineSnapshot(`
      "unwritable-file: "<folder>/folder" cannot be written: it is not a regular file.
      unwritable-file: "<folder>/pipe" cannot be written: it is not a regular file.
      unwritable-file: "<folder>/dangling" cannot be written: it is a link to a file that does not exist.
      unwritable-file: "<folder>/ring" cannot be written."
    `);
    expect(readdirSync(root())).toEqual(before);
  });

  test('whose draft is in the way is not written, and the next one is', () => {
    put('a', 'one');
    put(`a.${process.pid}.draft`, 'of an earlier process');
    expect(reported(() => writeText(at('a'), 'two'))).toBe(
      'unwritable-file: "<folder>/a" cannot be written.',
    );
    expect([read('a'), readdirSync(root())]).toEqual(['one', ['a']]);
    writeText(at('a'), 'two');
    expect(read('a')).toBe('two');
  });

  test('is refused where a link on the way to it leads out of the project', () => {
    put('outside/x');
    put('project/in/x');
    symlinkSync('../outside', at('project/out'));
    symlinkSync('in', at('project/inner'));
    expect(reported(() => refuseWayOut(at('project'), at('project/out/new')))).toBe(
      'unwritable-file: "<folder>/project/out/new" was not written: "<folder>/project/out" is a link that leads out of ' +
        'the project.\n  help: Remove the link, or name the file that it leads to.',
    );
    expect(() => refuseWayOut(at('project'), at('project/inner/new'))).not.toThrow();
    expect(() => refuseWayOut(at('project'), at('outside/new'))).not.toThrow();
  });
});

describe('a story', () => {
  const PATTERNS = ['stories/{id}.md', '.sdlc/{id}*', 'more/{id}/{id}.txt'];
  const find = (id: string, patterns: readonly string[] = PATTERNS) => findStory(root(), id, patterns);

  test('is the text of the first pattern that a file fits', () => {
    put('stories/ST-1.md', 'first');
    put('.sdlc/ST-1.md', 'second');
    put('more/ST-2/ST-2.txt', 'third');
    expect(find('ST-1')).toEqual({
      kind: 'found',
      path: 'stories/ST-1.md',
      text: 'first',
      outside: undefined,
    });
    expect(find('ST-2')).toEqual({
      kind: 'found',
      path: 'more/ST-2/ST-2.txt',
      text: 'third',
      outside: undefined,
    });
  });

  test('may have a name that goes on after its id, or be in a folder of that name', () => {
    put('.sdlc/ST-1-login.md', 'login');
    put('.sdlc/ST-12.md', 'another');
    put('.sdlc/ST-2-logout/story.md', 'logout');
    put('.sdlc/ST-3-empty/other.md');
    put('.sdlc/AST-4.md');
    expect(find('ST-1')).toMatchObject({ path: '.sdlc/ST-1-login.md', text: 'login' });
    expect(find('ST-2')).toMatchObject({ path: '.sdlc/ST-2-logout/story.md', text: 'logout' });
    expect(['ST-3', 'ST-4'].map((id) => find(id).kind)).toEqual(['missing', 'missing']);
  });

  test('that nothing fits says where it was looked for', () => {
    expect(find('ST-1')).toEqual({
      kind: 'missing',
      lookedIn: ['stories/ST-1.md', '.sdlc/ST-1*', 'more/ST-1/ST-1.txt'],
    });
    expect(find('$&', ['a/{id}'])).toEqual({ kind: 'missing', lookedIn: ['a/$&'] });
  });

  test('is not found by an id that leads to another folder, or to none', () => {
    put('secret.md', 'secret');
    put('stories/a/b.md', 'inner');
    put('stories/.hidden.md', 'hidden');
    put('stories/.md', 'no name');
    put('stories/a\\b.md', 'backslash');
    for (const id of ['../secret', 'a/b', '.hidden', '', 'a\\b', 'a\0'])
      expect(find(id).kind, JSON.stringify(id)).toBe('missing');
  });

  test('that several files fit is refused with all of them', () => {
    put('.sdlc/ST-1-login.md');
    put('.sdlc/ST-1-logout.md');
    put('.sdlc/ST-1/story.md');
    expect(reported(() => find('ST-1'))).toBe(
      'ambiguous-story: Several files fit story "ST-1": .sdlc/ST-1/story.md, .sdlc/ST-1-login.md, ' +
        '.sdlc/ST-1-logout.md.\n  help: Give the longer id that only one of them starts with.',
    );
  });

  test('is no folder, and a folder in place of a file is passed by', () => {
    mkdirSync(at('stories/ST-1.md'), { recursive: true });
    put('.sdlc/ST-1.md', 'second');
    expect(find('ST-1')).toMatchObject({ path: '.sdlc/ST-1.md' });
  });

  test('behind a link that leads out of the project is told with its place', () => {
    const outside = put('elsewhere/ST-1.md', 'shared');
    put('project/stories/x');
    symlinkSync(outside, at('project/stories/ST-1.md'));
    symlinkSync('x', at('project/stories/ST-2.md'));
    const inProject = (id: string) => findStory(at('project'), id, PATTERNS);
    expect(inProject('ST-1')).toMatchObject({ text: 'shared', outside });
    expect(inProject('ST-2')).toMatchObject({ text: '', outside: undefined });
  });

  test('is one mebibyte long at most', () => {
    put('stories/ST-1.md', 'x'.repeat(1_048_576));
    expect(find('ST-1')).toMatchObject({ kind: 'found' });
    put('stories/ST-1.md', 'x'.repeat(1_048_577));
    expect(reported(() => find('ST-1'))).toBe(
      'excessive-file: "<folder>/stories/ST-1.md" cannot be read: it is larger than 1 MiB.',
    );
  });
});

describe('a map that is not there', () => {
  const LIST = shippedMaps().join(', ');

  test('is told with the shipped ones, and the near one first', () => {
    expect(reported(() => resolveMap('do-subtsk', root()))).toBe(
      'map-not-found: There is no map "do-subtsk": no such file, and no shipped map of that name.\n' +
        `  help: Did you mean "do-subtask"? Shipped maps: ${LIST}.`,
    );
    expect(reported(() => resolveShipped('zzzzzzzzzzzzzzz.json'))).toBe(
      `map-not-found: There is no shipped map "zzzzzzzzzzzzzzz.json".\n  help: Shipped maps: ${LIST}.`,
    );
    expect(reported(() => resolveShipped('x/do-subtsk.json'))).toContain('Did you mean "do-subtask"?');
  });

  test.each(['do-subtask', 'do-subtask.json', 'workflows/do-subtask.json', 'workflows\\do-subtask.json'])(
    'may be meant by %s whatever files there are',
    (name) => {
      expect(resolveShipped(name)).toEqual({
        path: `${packageRoot()}/workflows/do-subtask.json`,
        name: 'workflows/do-subtask.json',
        shipped: true,
      });
    },
  );

  test.each(['xworkflows/do-subtask', 'workflows/do-subtask.jsonx', 'do-subtask.json/x', '/do-subtask'])(
    'is not meant by %s',
    (name) => {
      expect(projectFaultOf(() => resolveShipped(name)).code).toBe('map-not-found');
    },
  );
});

describe('a map of the project', () => {
  test('is found by its bare name from any folder of the project, with the way to it', () => {
    put('.git/HEAD');
    const path = put('workflows/mine.json');
    mkdirSync(at('deep/er'), { recursive: true });
    expect(resolveMap('mine', at('deep/er'))).toEqual({
      path,
      name: '../../workflows/mine.json',
      shipped: false,
    });
  });

  test('is not found by a name that is no plain word, or that has something before or behind it', () => {
    put('workflows/-a.json');
    put('workflows/b c.json');
    put('workflows/.d.json');
    put('workflows/e.f.json');
    for (const name of ['-a', 'b c', '.d', 'e.f'])
      expect(projectFaultOf(() => resolveMap(name, root())).code, name).toBe('map-not-found');
    for (const name of ['_x-1', 'ä', '1']) {
      put(`workflows/${name}.wfmap`);
      expect(resolveMap(name, root()).name).toBe(`workflows/${name}.wfmap`);
    }
  });

  test('is no folder of that name', () => {
    mkdirSync(at('efficient'));
    mkdirSync(at('workflows/efficient.json'), { recursive: true });
    expect(resolveMap('efficient', root()).shipped).toBe(true);
  });
});

describe('a template of a project', () => {
  const reader = () => templateReader({ workRoot: at('work'), mapRoot: at('map'), nameFrom: at('work') });

  test('is called by the way to it where it is below the folder, else by its whole path', () => {
    put('work/a.md', 'a');
    put('map/b.md', 'b');
    expect(reader()('a.md')).toEqual({ kind: 'found', source: { name: 'a.md', text: 'a' } });
    expect(reader()('b.md')).toEqual({ kind: 'found', source: { name: at('map/b.md'), text: 'b' } });
    expect(reader()('c.md')).toEqual({ kind: 'missing', lookedIn: ['c.md', at('map/c.md')] });
  });

  test('is looked for once where both roots are one', () => {
    const one = templateReader({ workRoot: at('work'), mapRoot: at('work'), nameFrom: at('work') });
    expect(one('c.md')).toEqual({ kind: 'missing', lookedIn: ['c.md'] });
  });

  test('in place of a role that is shipped carries the shipped one, and in place of anything else does not', () => {
    const [role = ''] = readdirSync(`${packageRoot()}/prompts/agents`).filter((name) => name.endsWith('.md'));
    const path = `prompts/agents/${role}`;
    put(`work/${path}`, 'ours');
    put('work/prompts/map/act.md', 'ours');
    const text = readFileSync(`${packageRoot()}/${path}`, 'utf8');
    expect(reader()(path)).toEqual({
      kind: 'found',
      source: { name: path, text: 'ours' },
      shipped: { name: path, text },
    });
    expect(reader()('prompts/map/act.md')).toEqual({
      kind: 'found',
      source: { name: 'prompts/map/act.md', text: 'ours' },
    });
    put('work/prompts/agents/our-own.md', 'ours');
    expect(reader()('prompts/agents/our-own.md')).not.toHaveProperty('shipped');
  });

  test('of the package itself carries none beside it', () => {
    const [role = ''] = readdirSync(`${packageRoot()}/prompts/agents`).filter((name) => name.endsWith('.md'));
    const own = templateReader({ workRoot: packageRoot(), mapRoot: root(), nameFrom: packageRoot() });
    expect(own(`prompts/agents/${role}`)).not.toHaveProperty('shipped');
  });

  test('that cannot be read is told with its place and the reason alone', () => {
    mkdirSync(at('map/x: y.md'), { recursive: true });
    expect(reader()('x: y.md')).toEqual({
      kind: 'unreadable',
      place: at('map/x: y.md'),
      reason: 'it is a folder.',
    });
  });
});
