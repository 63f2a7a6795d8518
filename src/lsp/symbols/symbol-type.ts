import type { ValueType } from '../../expression/types/value.ts';
import { blockNodesOf } from '../../validate/blocks/blocks.ts';
import { environmentsOf } from '../../validate/types/environments.ts';
import { onEntry } from '../../validate/blocks/program-point.ts';
import type { Analysis } from '../documents/analysis.ts';

/** The type of a value that a key of a map means; undefined for a key of another map, or of what is no value. */
export function typeOfSymbol(key: string, analysis: Analysis): ValueType | undefined {
  const inspected = analysis.inspected();
  // It was written by JSON.stringify from a list.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [kind, uri, ...rest] = JSON.parse(key) as [string, string, ...(string | number)[]];
  if (!inspected || uri !== analysis.file.uri) return undefined;
  const { subject } = inspected;
  const blocks = blockNodesOf(subject.document.map);
  const [at, owner] = kind === 'input' ? [0, ''] : rest;
  const blockNode = blocks[Number(at)];
  const name = String(rest.at(-1));
  if (!blockNode) return undefined;
  const task = kind === 'parameter' ? blockNode.block.tasks.find((each) => each.name === owner) : undefined;
  const point = task
    ? onEntry(blockNode, task)
    : { blockNode, task: undefined, alsoBound: [name], hasResult: false };
  return environmentsOf(subject).environmentOf([name], point).types.get(name);
}
