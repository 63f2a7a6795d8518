import type { ValueType } from '../../expression/types/value.ts';
import { placedBlocksOf } from '../../validate/blocks/blocks.ts';
import { environmentsOf } from '../../validate/types/environments.ts';
import { onEntry } from '../../validate/blocks/moment.ts';
import type { Analysis } from '../documents/analysis.ts';

/** The type of a value that a key of a map means; undefined for a key of another map, or of what is no value. */
export function typeOfSymbol(key: string, analysis: Analysis): ValueType | undefined {
  const inspected = analysis.inspected();
  // It was written by JSON.stringify from a list.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [kind, uri, ...rest] = JSON.parse(key) as [string, string, ...(string | number)[]];
  if (!inspected || uri !== analysis.file.uri) return undefined;
  const { subject } = inspected;
  const blocks = placedBlocksOf(subject.document.map);
  const [at, owner] = kind === 'input' ? [0, ''] : rest;
  const placed = blocks[Number(at)];
  const name = String(rest.at(-1));
  if (!placed) return undefined;
  const task = kind === 'parameter' ? placed.block.tasks.find((each) => each.name === owner) : undefined;
  const moment = task
    ? onEntry(placed, task)
    : { placed, task: undefined, alsoBound: [name], hasResult: false };
  return environmentsOf(subject).environmentOf([name], moment).types.get(name);
}
