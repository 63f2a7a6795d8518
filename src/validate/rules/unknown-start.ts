import { nearNameFix } from '../near-name-fix.ts';
import type { Rule } from '../rule.ts';

/** A map starts with one of its tasks. */
export const unknownStart: Rule = ({ document }, report) => {
  const { block } = document.map;
  const names = block.tasks.map((task) => task.name);
  if (names.includes(block.start)) return;
  const span = document.spanOf(block, 'startTaskDefinition');
  report('unknown-start', span, { start: block.start }, { fix: nearNameFix(block.start, names, span) });
};
