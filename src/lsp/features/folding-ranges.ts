import type { FoldingRange } from 'vscode-languageserver/node';
import type { Block } from '../../model/block.ts';
import { bracketPairsOf } from '../../parse/tree/bracket-pairs.ts';
import type { Span } from '../../text/source.ts';
import type { Analysis } from '../documents/analysis.ts';
import { toRange } from '../documents/to-range.ts';

/** What can be folded: objects and lists of JSON; tasks, branches and bodies of the map language. */
export function foldingRanges({ file, document }: Analysis): FoldingRange[] {
  const { source } = file;
  if (!source.name.endsWith('.wfmap')) {
    return bracketPairsOf(source.text).flatMap((pair) => foldOf({ source, ...pair }, 1));
  }
  if (!document) return [];
  const { map, spanOf } = document;
  return [...nodesIn(map.block)].flatMap((node) => foldOf(spanOf(node), 0));
}

/** The last lines of a bracket pair stay to be seen. */
function foldOf(span: Span, shown: number): FoldingRange[] {
  const { start, end } = toRange(span);
  const endLine = end.line - shown;
  return endLine > start.line ? [{ startLine: start.line, endLine }] : [];
}

function* nodesIn(block: Block): Iterable<object> {
  for (const task of block.tasks) {
    yield task;
    if (task.type === 'foreach') yield* nodesIn(task.body);
    if (task.type !== 'parallel') continue;
    for (const branch of task.branches) {
      yield branch;
      yield* nodesIn(branch.block);
    }
  }
}
