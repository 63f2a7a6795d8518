import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import type { Block } from '../../src/model/block.ts';
import { childBlocksOf } from '../../src/model/child-blocks.ts';
import { parse } from '../../src/parse/parse.ts';

const ROOT = `${import.meta.dirname}/../..`;
const maps = globSync(`${ROOT}/workflows/**/*.wfmap`)
  .map((path) => relative(ROOT, path))
  .toSorted();

/** The failed ends of a block and of the blocks inside, with whether they say why. */
function failedEnds(block: Block): readonly { readonly name: string; readonly saysWhy: boolean }[] {
  return block.tasks.flatMap((task) => {
    if (task.type === 'end')
      return task.failed ? [{ name: task.name, saysWhy: task.reason !== undefined }] : [];
    return childBlocksOf(task).flatMap((child) => failedEnds(child.block));
  });
}

describe('a failed end of a shipped map or pattern', () => {
  test.each(maps)('says why the run came there: %s', (path) => {
    const { report } = collect();
    const document = parse({ name: path, text: readFileSync(`${ROOT}/${path}`, 'utf8') }, report);
    if (document === undefined) throw new Error(`${path} cannot be read`);
    expect(failedEnds(document.map.block).filter(({ saysWhy }) => !saysWhy)).toEqual([]);
  });

  test('is found in blocks inside, too', () => {
    const text = readFileSync(`${ROOT}/workflows/patterns/waves.wfmap`, 'utf8');
    const { report } = collect();
    const document = parse(
      { name: 'waves.wfmap', text: text.replace(/end Stuck failed\s+because .*/, 'end Stuck failed') },
      report,
    );
    expect(failedEnds(document?.map.block ?? ({ tasks: [] } as never))).toContainEqual({
      name: 'Stuck',
      saysWhy: false,
    });
  });
});
