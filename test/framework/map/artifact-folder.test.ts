import fc from 'fast-check';
import { expect, test } from 'vitest';
import { artifactFolderOf, branchKeyOf } from '../../../src/framework/map/artifact-folder.ts';

test.each([
  ['main', 'main'],
  ['feature/add it', 'feature-add-it'],
  ['a//b--c', 'a-b-c'],
  ['-x-', 'x'],
  ['v1.2_3', 'v1.2_3'],
  ['é', 'default'],
  ['', 'default'],
  ['.hidden', 'default'],
  ['/.hidden', 'default'],
  ['a/../b', 'default'],
  ['..', 'default'],
])('of branch "%s" the key is "%s"', (branch, key) => {
  expect(branchKeyOf(branch)).toBe(key);
  expect(artifactFolderOf(branch)).toBe(`.map/${key}`);
});

test('a key is one segment of a path that leads nowhere else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (branch) => {
      const key = branchKeyOf(branch);
      expect(key).toMatch(/^[a-zA-Z0-9_][a-zA-Z0-9_.-]*$/);
      expect(key).not.toContain('..');
      expect(branchKeyOf(key)).toBe(key);
    }),
  );
});
