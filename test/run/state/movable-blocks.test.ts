import { describe, expect, test } from 'vitest';
import { enterBlock } from '../../../src/run/state/block-instance.ts';
import { MovableBlocks } from '../../../src/run/state/movable-blocks.ts';
import { block, end } from '../../helpers/block.ts';
import { mapOf, programOf } from '../../helpers/run-host.ts';

const program = programOf(mapOf(block(end('End'))));
const outer = { types: new Map(), values: new Map() };
const [a, b, c] = ['a', 'b', 'c'].map((key) =>
  enterBlock([{ task: 'Each', key, activation: 1 }], program.map.block, { program, fields: {}, outer }),
) as [ReturnType<typeof enterBlock>, ReturnType<typeof enterBlock>, ReturnType<typeof enterBlock>];

describe('blocks that can go on', () => {
  test('keep their order when some of them are put aside', () => {
    const blocks = new MovableBlocks();
    for (const each of [a, b]) blocks.add(each);
    blocks.putAside(a);
    blocks.putAside(b);
    blocks.add(c);
    expect([...blocks]).toEqual([a, b, c]);
    expect([...blocks.others]).toEqual([c]);
  });

  test('are there once, aside or not, until they are taken out', () => {
    const blocks = new MovableBlocks();
    blocks.add(a);
    blocks.putAside(a);
    blocks.add(a);
    expect([...blocks]).toEqual([a]);
    blocks.delete(a);
    blocks.putAside(a);
    expect([...blocks]).toEqual([]);
  });
});
