import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { blocks } from '../../src/diagnostics/catalogue/blocks.ts';
import { data } from '../../src/diagnostics/catalogue/data.ts';
import { flow } from '../../src/diagnostics/catalogue/flow.ts';
import { names } from '../../src/diagnostics/catalogue/names.ts';
import { prompts } from '../../src/diagnostics/catalogue/prompts.ts';
import { reads } from '../../src/diagnostics/catalogue/reads.ts';
import { shape } from '../../src/diagnostics/catalogue/shape.ts';
import { syntax } from '../../src/diagnostics/catalogue/syntax.ts';
import { templates } from '../../src/diagnostics/catalogue/templates.ts';
import type { CatalogueEntry } from '../../src/diagnostics/catalogue/entry.ts';

const GROUPS: readonly [string, Readonly<Record<string, CatalogueEntry>>][] = [
  ['Syntax: the text is JSON', syntax],
  ['Shape: every part is of its kind', shape],
  ['Names: what is referred to exists', names],
  ['Flow: the paths through a map', flow],
  ['Blocks: tasks that hold blocks, and maps in maps', blocks],
  ['Data: what is known where an expression stands', data],
  ['Templates: prompts are found and get what they need', templates],
  ['Prompts: what templates and expressions say', prompts],
  ['Reads: what is found, given or bound has a reader', reads],
];

const INTRODUCTION = `# Diagnostics

What \`wfmap validate\` can tell about a map, by code. Codes are permanent.
This page is made from the catalogue and the fixtures of the tests: \`npx vitest run test/golden.test.ts -u\`.
`;

/** The reference of all codes, each with its first fixture and what is told of it. */
export async function diagnosticsReference(
  fixtures: string,
  report: (file: string) => Promise<string>,
): Promise<string> {
  const chapters: string[] = [INTRODUCTION];
  for (const [title, group] of GROUPS) {
    chapters.push(`## ${title}\n`);
    for (const [code, entry] of Object.entries(group)) {
      const [file] = globSync(`${fixtures}/${code}/*.{json,wfmap,generate.mjs}`).toSorted();
      if (file !== undefined) chapters.push(chapterOf(code, entry, file, await report(file)));
    }
  }
  return chapters.join('\n');
}

function chapterOf(code: string, entry: CatalogueEntry, file: string, reported: string): string {
  const language = file.endsWith('.json') ? 'json' : file.endsWith('.wfmap') ? '' : 'js';
  return [
    `### ${code}\n`,
    `*${entry.severity}*. ${entry.why} ${entry.help}\n`,
    `\`${basename(file)}\`:\n`,
    fenced(language, readFileSync(file, 'utf8')),
    fenced('text', firstBlocks(reported)),
  ].join('\n');
}

const MAX_BLOCKS = 3;

/** The beginning of a long output. */
function firstBlocks(reported: string): string {
  const blocks = reported.split('\n\n');
  if (blocks.length <= MAX_BLOCKS) return reported;
  return `${blocks.slice(0, MAX_BLOCKS).join('\n\n')}\n\n… and ${blocks.length - MAX_BLOCKS} more\n`;
}

function fenced(language: string, text: string): string {
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `\`\`\`\`${language}\n${text}${end}\`\`\`\`\n`;
}
