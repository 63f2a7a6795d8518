import { mkdirSync, rmSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import { configPlacesOf, MAX_CONCURRENCY, readConfig } from '../../src/project/config.ts';
import { inFolder, projectFaultOf } from './in-folder.ts';

const { at, root, put, reported } = inFolder();

const DEFAULTS = {
  file: undefined,
  stories: ['stories/{id}.md', '.sdlc/stories/{id}*'],
  secrets: [],
  environment: undefined,
  notify: undefined,
  dirty: undefined,
  protectedBranches: [],
  compared: [],
  concurrency: undefined,
  checks: {},
  mcpServers: {},
  outline: { exclude: [] },
};

describe('the settings of a project', () => {
  test('are the defaults where no file sets any', () => {
    expect(readConfig(root())).toEqual(DEFAULTS);
  });

  test('that a file leaves out are the defaults', () => {
    const file = put('wfmap.config.json', '{"$schema": "x"}');
    expect(readConfig(root())).toEqual({ ...DEFAULTS, file });
  });

  test('are all taken from the file', () => {
    const settings = {
      stories: ['docs/{id}.md', 'more/{id}*'],
      secrets: ['TOKEN'],
      environment: ['DATABASE_URL', 'AWS_*'],
      notify: 'notify-send wfmap',
      dirty: 'stash',
      protectedBranches: ['main', 'release/*'],
      compared: ['data', 'config/local.json'],
      concurrency: 3,
      checks: { test: 'make test' },
      mcpServers: { tickets: { command: 'node', args: ['x.js'], env: { TOKEN: 't' } } },
      outline: { exclude: ['fixtures/'] },
    };
    const file = put('wfmap.config.json', JSON.stringify(settings));
    expect(readConfig(root())).toEqual({ file, ...settings });
  });

  test('pass on every variable, only the usual ones, or these and some more', () => {
    const environmentOf = (value: unknown) => {
      put('wfmap.config.json', JSON.stringify({ environment: value }));
      return readConfig(root()).environment;
    };
    expect(['all', 'minimal', ['A_*']].map(environmentOf)).toEqual([undefined, [], ['A_*']]);
  });

  test('are those of the nearest folder upward, the own file before a manifest beside it', () => {
    put('wfmap.config.json', '{"concurrency": 1}');
    put('a/package.json', '{"wfmap": {"concurrency": 2}}');
    put('a/b/package.json', '{"wfmap": {"concurrency": 3}}');
    put('a/b/wfmap.config.json', '{"concurrency": 4}');
    mkdirSync(at('a/b/c/d'), { recursive: true });
    expect(readConfig(at('a/b/c/d'))).toMatchObject({ concurrency: 4, file: at('a/b/wfmap.config.json') });
    rmSync(at('a/b/wfmap.config.json'));
    expect(readConfig(at('a/b/c'))).toMatchObject({
      concurrency: 3,
      file: `${at('a/b/package.json')} ("wfmap")`,
    });
  });

  test('are not in a manifest that is broken or says nothing of wfmap: the next folder is asked', () => {
    put('wfmap.config.json', '{"concurrency": 5}');
    put('a/package.json', '{ "wfmap": ');
    put('a/b/package.json', '{"name": "x"}');
    put('a/b/c/package.json', '[]');
    mkdirSync(at('a/b/c/d'), { recursive: true });
    expect(readConfig(at('a/b/c/d')).concurrency).toBe(5);
  });

  test.each([
    ['dirty', ['allow', 'stash', 'refuse']],
    ['concurrency', [1, MAX_CONCURRENCY]],
    ['notify', ['', 'x'.repeat(10_000)]],
    ['stories', [[], ['{id}'], ['a/..b/{id}']]],
    ['secrets', [[], ['A', 'B']]],
  ])('of %s may have each of its values', (name, values) => {
    for (const value of values) {
      put('wfmap.config.json', JSON.stringify({ [name]: value }));
      expect(readConfig(root())).toMatchObject({ [name]: value });
    }
  });

  test('that are wrong are refused with what is meant', async () => {
    const wrong = [
      '{ "stories": ',
      '[]',
      'null',
      '{"storeis": []}',
      '{"color": true}',
      '{"stories": "docs/{id}.md"}',
      '{"stories": ["docs"]}',
      '{"stories": ["docs/{id}.md", 1]}',
      '{"stories": ["docs/{id}.md", "docs/id.md"]}',
      '{"stories": ["../{id}.md"]}',
      '{"secrets": {}}',
      '{"secrets": ["A", 1]}',
      '{"environment": "none"}',
      '{"environment": ["A B"]}',
      '{"environment": ["*"]}',
      '{"notify": ["x"]}',
      `{"notify": ${JSON.stringify('x'.repeat(10_001))}}`,
      '{"dirty": "ask"}',
      '{"dirty": null}',
      '{"protectedBranches": "main"}',
      '{"protectedBranches": [1]}',
      '{"compared": "data"}',
      '{"compared": ["../data"]}',
      '{"compared": ["/data"]}',
      '{"compared": ["data/"]}',
      '{"concurrency": 0}',
      `{"concurrency": ${MAX_CONCURRENCY + 1}}`,
      '{"concurrency": 1.5}',
      '{"concurrency": "2"}',
      '{"checks": []}',
      '{"checks": null}',
      '{"checks": "npm test"}',
      '{"checks": {"tests": "npm test"}}',
      '{"checks": {"deploy": "x"}}',
      '{"checks": {"test": 1}}',
      '{"checks": {"lint": "a\\nb"}}',
      '{"checks": {"lint": "a\\rb"}}',
      '{"checks": {"lint": "a\\u0000b"}}',
      `{"checks": {"build": ${JSON.stringify('x'.repeat(2001))}}}`,
    ];
    const lines = wrong.map((text) => {
      put('wfmap.config.json', text);
      const shown = text.replaceAll(/x{50,}/g, (all) => `<${all.length} x>`);
      return `${shown}\n  ${reported(() => readConfig(root()))}\n`;
    });
    await expect(lines.join('\n')).toMatchFileSnapshot('../fixtures/project/config-faults.txt');
  });

  test('in a manifest are refused with the place in it', () => {
    put('package.json', '{"wfmap": []}');
    expect(reported(() => readConfig(root()))).toBe(
      'invalid-config: <folder>/package.json ("wfmap") does not hold an object.',
    );
    put('package.json', '{"wfmap": {"dirty": 1}}');
    expect(reported(() => readConfig(root()))).toBe(
      'invalid-config: In <folder>/package.json ("wfmap"), "dirty" is none of allow, stash, refuse.',
    );
  });

  test('that are no JSON keep the error of the parser as the cause, and a file that cannot be read its own', () => {
    put('wfmap.config.json', '{');
    expect(projectFaultOf(() => readConfig(root())).cause).toBeInstanceOf(SyntaxError);
    put('wfmap.config.json', new Uint8Array([0xe4]));
    expect(projectFaultOf(() => readConfig(root())).code).toBe('invalid-encoding');
    put('wfmap.config.json', `"${'x'.repeat(1_048_575)}"`);
    expect(reported(() => readConfig(root()))).toBe(
      'excessive-file: "<folder>/wfmap.config.json" cannot be read: it is larger than 1 MiB.',
    );
  });
});

test('the places of settings are any folder below the root, the root, and each one above it', () => {
  expect(configPlacesOf('/a/b')).toEqual([
    '/a/b/**/wfmap.config.json',
    '/a/b/wfmap.config.json',
    '/a/wfmap.config.json',
    '/wfmap.config.json',
  ]);
});
