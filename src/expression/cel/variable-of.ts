import type { Adaptation, Bound, FreeName, Meaning } from './adaptation.ts';
import type { CelNode } from './cel-node.ts';

/** The name that `vars["…"]` or `vars.name` reads. */
export function variableOf(
  node: CelNode,
  bound: Pick<Bound, 'has'>,
  {
    meaning,
    faults,
  }: { readonly meaning: Pick<Meaning, 'originalOf'>; readonly faults: Adaptation['faults'] },
): FreeName | undefined {
  if (node.op !== '[]' && node.op !== '.') return undefined;
  const base = node.args[0];
  if (base.op !== 'id' || bound.has(base.args) || meaning.originalOf(base.args) !== 'vars') return undefined;
  if (node.op === '.') return { name: node.args[1], start: node.start, end: node.end, guarded: false };
  const { op, args: name, start, end } = node.args[1];
  if (op === 'value' && typeof name === 'string') return { name, start, end, guarded: false };
  faults.push({ start, end, problem: 'vars takes one name in quotes, as in vars["story-id"]' });
  return { name: '', start, end, guarded: true };
}
