import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { check } from '../../src/check/check.ts';
import { applyFixes } from '../../src/diagnostics/apply-fixes.ts';
import { collect, type Diagnostic, type Fix } from '../../src/diagnostics/diagnostic.ts';
import { reads } from '../../src/diagnostics/catalogue/reads.ts';
import { renderPretty } from '../../src/diagnostics/render-pretty.ts';
import { toValue } from '../../src/parse/tree/json-value.ts';
import { parseTree } from '../../src/parse/parse.ts';
import { templateReader } from '../../src/project/template-reader.ts';
import type { Source } from '../../src/text/source.ts';

/** A map with a mistake, beside the map that its author meant. */
export interface Mistake {
  readonly name: string;
  /** What somebody did. */
  readonly title: string;
  readonly source: Source;
  readonly meant: string;
  readonly diagnostics: readonly Diagnostic[];
}

const PARTS = /^--- (?:written|meant|told|fixed) ---\n/mu;

/**
 * Reads a fixture and checks the map in it.
 *
 * Shape: a title, perhaps a line "File: name", then parts headed `--- written ---`, `--- meant ---`, and what the
 * test writes itself: `--- told ---`, `--- fixed ---`.
 */
export function readMistake(file: string): Mistake {
  const [head = '', text = '', meant = ''] = readFileSync(file, 'utf8').split(PARTS);
  const [title = '', name = 'map.wfmap'] = head.trimEnd().split('\nFile: ');
  const source = { name, text };
  return { name: basename(file, '.txt'), title, source, meant, diagnostics: diagnose(source, file) };
}

/** The fixture as it has to be: what was read, what is told, and what the fixes make of it. */
export function mistakeText({ title, source, meant, diagnostics }: Mistake, file: string): string {
  const name = source.name === 'map.wfmap' ? '' : `\nFile: ${source.name}`;
  return [
    `${title}${name}\n--- written ---\n${source.text}--- meant ---\n${meant}`,
    `--- told ---\n${renderPretty(diagnostics)}`,
    `--- fixed ---\n${outcomeOf({ source, meant, diagnostics }, file)}\n`,
  ].join('');
}

/** What the fixes make of a map, as a sentence; where they leave something to do, with the map and what it is told. */
export function outcomeOf(
  { source, meant, diagnostics }: Pick<Mistake, 'source' | 'meant' | 'diagnostics'>,
  file: string,
): string {
  const text = fixedText(source, diagnostics, () => true);
  if (text === source.text) return 'No fix is offered.';
  const isSafe = fixedText(source, diagnostics, ({ safe }) => safe) === text;
  const by = isSafe ? 'The fix, which is safe,' : 'The fix';
  if (isSameMap(text, meant)) return `${by} gives the map that was meant.`;
  const left = renderPretty(diagnose({ ...source, text }, file));
  return `${by} gives another map:\n${text}${left === '' ? '' : `which is told:\n${left}`}`.trimEnd();
}

export function fixedText(
  source: Source,
  diagnostics: readonly Diagnostic[],
  accepts: (fix: Fix) => boolean,
): string {
  return applyFixes(source, diagnostics, accepts);
}

/** Whether two texts of the language say the same. */
export function isSameMap(text: string, other: string): boolean {
  const [one, two] = [text, other].map((each) => {
    const tree = parseTree({ name: 'map.wfmap', text: each }, collect().report);
    return tree && JSON.stringify(toValue(tree));
  });
  return one !== undefined && one === two;
}

/** What is wrong with a map of these fixtures; that nothing reads a value or bounds a loop is not their subject. */
export function diagnose(source: Source, file: string): readonly Diagnostic[] {
  const folder = file.replace(/mistakes\/.*/u, 'mistakes');
  const lookUp = templateReader({ workRoot: folder, mapRoot: folder, nameFrom: folder });
  return check(source, lookUp).diagnostics.filter(
    ({ code }) => code !== 'unbounded-loop' && !Object.hasOwn(reads, code),
  );
}
