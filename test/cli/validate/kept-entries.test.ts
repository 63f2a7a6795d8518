import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createResultCache,
  MAX_ENTRIES,
  MAX_ENTRY_UNITS,
  type ResultCache,
} from '../../../src/cli/validate/result-cache.ts';
import type { ReadTemplate, TemplateLookup } from '../../../src/model/template-lookup.ts';
import type { Source } from '../../../src/text/source.ts';
import { textHash } from '../../../src/util/text-hash.ts';

let home = '';
let folder = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wfmap-kept-'));
  folder = join(home, 'cache/wfmap');
});
afterEach(() => rmSync(home, { recursive: true }));

const NOTHING: ReadonlyMap<string, TemplateLookup> = new Map();
const found: ReadTemplate = () => ({ kind: 'missing', lookedIn: [] });

function sourceOf(name: string, text = '{}'): Source {
  return { name, text };
}

function open(): ResultCache {
  return createResultCache({ build: 'one', folder, workFolder: '/home/me/project' });
}

/** Keeps that nothing was found in a map. Shape: the file that it is kept in. */
function keep(name: string, text = '{}', lookups = NOTHING): string {
  const before = new Set(existsSync(folder) ? readdirSync(folder) : []);
  open().keep(sourceOf(name, text), lookups, { diagnostics: [], properties: 0 });
  const added = existsSync(folder) ? readdirSync(folder).filter((each) => !before.has(each)) : [];
  return join(folder, added[0] ?? 'none');
}

const isKept = (name: string, text = '{}'): boolean => open().find(sourceOf(name, text), found) !== undefined;

describe('what is kept', () => {
  test('is for nobody else to read, in folders that are made for it', () => {
    const path = keep('a.json');
    const modeOf = (each: string): number => statSync(each).mode & 0o777;
    expect([modeOf(path), modeOf(folder), modeOf(join(home, 'cache'))]).toEqual([0o600, 0o700, 0o700]);
  });

  test('is nothing where two folders would not do', () => {
    folder = join(home, 'a/b/wfmap');
    keep('a.json');
    expect(existsSync(join(home, 'a'))).toBe(false);
  });

  test.each([
    [0o755, true],
    [0o700, true],
    [0o720, false],
    [0o702, false],
  ])('stands in a folder of mode %o: %s', (mode, isThere) => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, mode);
    keep('a.json');
    expect(readdirSync(folder).length > 0).toBe(isThere);
    expect(isKept('a.json')).toBe(isThere);
  });

  test('is given up for what comes after it, the oldest first', () => {
    const paths = Array.from({ length: MAX_ENTRIES }, (_, at) => keep(`${at}.json`));
    for (const [at, path] of paths.entries()) utimesSync(path, 1_000_000 - at, 1_000_000 - at);
    const last = keep('last.json');
    expect(readdirSync(folder)).toHaveLength(MAX_ENTRIES);
    expect(existsSync(last)).toBe(true);
    expect(paths.map(existsSync)).toEqual(paths.map((_, at) => at < MAX_ENTRIES - 1));
  });

  test('is no map whose text is longer than an entry may be, with its templates', () => {
    const half = 'x'.repeat(MAX_ENTRY_UNITS / 2);
    keep('short.json', half);
    expect(isKept('short.json', half)).toBe(true);
    keep('long.json', 'x'.repeat(MAX_ENTRY_UNITS + 1));
    // In JSON a line break takes two signs.
    keep('escaped.json', '\n'.repeat(MAX_ENTRY_UNITS / 2 + 1));
    const template: TemplateLookup = { kind: 'found', source: sourceOf('a.md', `${half}x`) };
    keep('parts.json', half, new Map([['a.md', template]]));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('is no finding in a text that the check did not look up', () => {
    const other = { source: sourceOf('other.md'), start: 0, end: 1 };
    open().keep(sourceOf('a.json'), NOTHING, {
      properties: 0,
      diagnostics: [
        {
          code: 'unknown-start',
          severity: 'error',
          message: 'm',
          why: 'w',
          help: 'h',
          evidence: 'proved',
          span: other,
          related: [],
          fix: undefined,
          otherFix: undefined,
        },
      ],
    });
    expect(existsSync(folder)).toBe(false);
  });

  test('leaves no draft where it cannot take its place', () => {
    const path = keep('a.json');
    rmSync(path);
    mkdirSync(join(path, 'in the way'), { recursive: true });
    keep('a.json');
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([path]);
    expect(isKept('a.json')).toBe(false);
  });

  test('is not read where it is larger than any entry', () => {
    const path = keep('a.json');
    const [, entry = ''] = readFileSync(path, 'utf8').split('\n');
    // Blanks behind JSON mean nothing, and the hash holds.
    const hash = textHash(entry);
    const write = (units: number): void => {
      const body = entry.padEnd(units - hash.length - 1);
      writeFileSync(path, `${textHash(body).padEnd(hash.length)}\n${body}`);
    };
    write(3 * MAX_ENTRY_UNITS);
    expect(isKept('a.json')).toBe(true);
    write(3 * MAX_ENTRY_UNITS + 1);
    expect(isKept('a.json')).toBe(false);
  });
});
