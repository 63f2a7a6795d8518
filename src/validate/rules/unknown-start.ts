import { NearNames } from '../near-names.ts';
import type { Rule } from '../rule.ts';

/** A map starts with one of its tasks. */
export const unknownStart: Rule = ({ document }, report) => {
  const { block } = document.map;
  const names = new NearNames(block.tasks);
  if (names.has(block.start)) return;
  const span = document.spanOf(block, 'startTaskDefinition');
  report('unknown-start', span, { start: block.start }, { fix: names.fixFor(block.start, span) });
};
