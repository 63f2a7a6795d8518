import type { Medium, Size } from './medium.ts';
import type { InnerBlock, PlacedBlock } from './placed.ts';

interface Stack extends Size {
  readonly blocks: readonly InnerBlock[];
}

/** Puts the blocks of a node below its head, beside one another as long as there is width. */
export function stackBlocks(inner: readonly PlacedBlock[], head: Size, medium: Medium): Stack {
  if (inner.length === 0) return { ...head, blocks: [] };
  const { inside, maxRow } = medium.gaps;
  const blocks: InnerBlock[] = [];
  let [x, y, bottom, right] = [inside, head.height, head.height, head.width];
  for (const placed of inner) {
    const caption = medium.captionOf(placed.block);
    const isFramed = caption.height > 0;
    const pad = isFramed ? inside : 0;
    const width = Math.max(placed.width + pad * 2, caption.width);
    const height = placed.height + caption.height + pad;
    if (x > inside && x + width > maxRow) [x, y] = [inside, bottom + inside];
    const inset = { x: Math.floor((width - placed.width) / 2), y: caption.height };
    blocks.push({ placed, x, y, width, height, inset });
    x += width + inside;
    right = Math.max(right, x);
    bottom = Math.max(bottom, y + height);
  }
  return { blocks, width: right, height: bottom + inside };
}
