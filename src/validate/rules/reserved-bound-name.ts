import { WORDS } from '../../expression/alias-names.ts';
import { bindingsOf } from '../bindings.ts';
import { blocksOf } from '../blocks.ts';
import { BUILT_IN_NAMES } from '../built-ins.ts';
import type { Rule } from '../rule.ts';

/** A bound name means one thing: it is no field, nothing built in, and no word of expressions. */
export const reservedBoundName: Rule = ({ document }, report) => {
  const fields = new Set(document.map.fields.map(({ name }) => name));
  for (const block of blocksOf(document.map)) {
    for (const { name, task, assignment } of bindingsOf(block)) {
      const use = useOf(name, fields);
      if (use === undefined) continue;
      const span = assignment ? document.spanOf(assignment, 'name') : document.spanOf(task, 'as');
      report('reserved-bound-name', span, { task: task.name, name, use });
    }
  }
};

function useOf(name: string, fields: ReadonlySet<string>): string | undefined {
  if (fields.has(name)) return 'a workslip field';
  if (BUILT_IN_NAMES.has(name)) return 'something built in';
  return WORDS.has(name) ? 'a word of the expression language' : undefined;
}
