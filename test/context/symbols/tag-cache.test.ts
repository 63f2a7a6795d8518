import { describe } from 'vitest';
import { createTagCache, type TagCache } from '../../../src/context/symbols/tag-cache.ts';
import { test, type ContextProject } from '../in-project.ts';

/** A cache over a text that the test holds, with what was looked for in it. */
function openCache(kept: { text: string | undefined }, build = 'one') {
  const cache = createTagCache({ read: () => kept.text, write: (text) => (kept.text = text) }, build);
  const counts = { found: 0, read: 0 };
  const counted: TagCache = {
    find: (text, grammar) => {
      const tags = cache.find(text, grammar);
      counts[tags === undefined ? 'read' : 'found'] += 1;
      return tags;
    },
    keep: cache.keep,
    save: cache.save,
  };
  return { counts, cache: counted };
}

function putCode({ put }: ContextProject): void {
  put('a.ts', 'export class A { m(b: B): void {} }\n');
  put('b.ts', "import { A } from './a.ts';\nexport const b = new A().m();\n");
  put('c.py', 'def c(): pass\n');
}

describe('what is kept of the code of a project', () => {
  test('gives the same outline, and only a changed file is read again', async ({ project, expect }) => {
    const kept = { text: undefined };
    putCode(project);
    const first = openCache(kept);
    const outline = await project.outline({ cache: first.cache });
    expect(first.counts).toEqual({ found: 0, read: 3 });
    const second = openCache(kept);
    expect(await project.outline({ cache: second.cache })).toEqual(outline);
    expect(second.counts).toEqual({ found: 3, read: 0 });
    project.put('c.py', 'def d(): pass\n');
    const third = openCache(kept);
    expect((await project.outline({ cache: third.cache })).symbols.map(({ name }) => name)).toContain('d');
    expect(third.counts).toEqual({ found: 2, read: 1 });
  });

  test('holds only what the project has now', async ({ project, expect }) => {
    const kept = { text: undefined as string | undefined };
    for (const name of ['one', 'two', 'three']) {
      project.put('a.ts', `export class ${name} {}\n`);
      await project.outline({ cache: openCache(kept).cache });
    }
    expect(kept.text).toContain('three');
    expect(kept.text).not.toContain('two');
  });

  test.for(['', 'no json', '[]', '{"build":"one"}', '{"build":"one","files":3}'])(
    'is as good as none where it is %j',
    async (text, { project, expect }) => {
      putCode(project);
      const { cache, counts } = openCache({ text });
      expect((await project.outline({ cache })).symbols).toHaveLength(4);
      expect(counts.read).toBe(3);
    },
  );

  test('is nothing to another build of wfmap', async ({ project, expect }) => {
    const kept = { text: undefined };
    putCode(project);
    await project.outline({ cache: openCache(kept).cache });
    const { cache, counts } = openCache(kept, 'two');
    await project.outline({ cache });
    expect(counts).toEqual({ found: 0, read: 3 });
  });
});
