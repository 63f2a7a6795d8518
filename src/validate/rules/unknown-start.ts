import { blocksOf } from '../blocks.ts';
import { NearNames } from '../near-names.ts';
import type { Rule } from '../rule.ts';

/** A map, and each block in it, starts with one of its own tasks. */
export const unknownStart: Rule = ({ document }, report) => {
  for (const block of blocksOf(document.map)) {
    const names = new NearNames(block.tasks);
    if (names.has(block.start)) continue;
    const span = document.spanOf(block, 'startTaskDefinition');
    report('unknown-start', span, { start: block.start }, { fix: names.fixFor(block.start, span) });
  }
};
