import { printable } from '../../diagnostics/printable.ts';
import type { CountedFolder, Outline, ProjectHealth, Stack } from '../project/outline.ts';
import type { RankedSymbol } from '../symbols/rank-symbols.ts';
import { fillBudget, type FilledOutline, type OutlineItem, type OutlineSection } from './fill-budget.ts';

/** The parts of an outline, in their order. */
export type OutlinePart =
  'stacks' | 'commands' | 'keyFiles' | 'modules' | 'symbols' | 'folders' | 'health' | 'notes';

/** Units: UTF-16. What is longer is cut. */
const MAX_LINE = 140;
const MAX_TITLE = 60;
/** No budget holds more of them. */
const MAX_ITEMS = 10_000;

/** An outline as Markdown that takes no more than `budget` tokens by `estimateTokens`. */
export function renderOutline(outline: Outline, budget: number): FilledOutline<OutlinePart> {
  // A long name costs what the outline is for.
  const isPlain = /^[\w@/. -]*$/.test(outline.name) && outline.name.length <= MAX_TITLE;
  return fillBudget(`# Project outline${isPlain ? `: ${outline.name}` : ''}`, sectionsOf(outline), budget);
}

type Section = OutlineSection<OutlinePart>;

/** What each part is called, and its share of the budget against the others. */
const PARTS: readonly Pick<Section, 'name' | 'title' | 'words' | 'share'>[] = [
  { name: 'stacks', title: 'Made with', words: ['stack', 'stacks'], share: 3 },
  { name: 'commands', title: 'Commands', words: ['command', 'commands'], share: 3 },
  { name: 'keyFiles', title: 'Key files', words: ['key file', 'key files'], share: 2 },
  { name: 'modules', title: 'Modules', words: ['module', 'modules'], share: 1 },
  {
    name: 'symbols',
    title: 'Symbols, the most used first',
    words: ['symbol', 'symbols'],
    share: 12,
  },
  { name: 'folders', title: 'Folders, with their files', words: ['folder', 'folders'], share: 4 },
  { name: 'health', title: 'Runs of wfmap', words: ['line about runs', 'lines about runs'], share: 1 },
  { name: 'notes', title: 'Not looked at', words: ['note', 'notes'], share: 1 },
];

function sectionsOf(outline: Outline): readonly Section[] {
  const items: Readonly<Record<OutlinePart, readonly OutlineItem[]>> = {
    stacks: outline.stacks.map((stack) => item(`- ${stackText(stack)}`, `- ${stack.name}`)),
    commands: outline.commands.map(({ command, from }) =>
      item(`- \`${command}\` (${from})`, `- \`${command}\``),
    ),
    keyFiles: outline.keyFiles.map((path) => item(`- ${path}`)),
    modules: outline.modules.map((module) => item(`- ${countText(module)}`, `- ${module.path}`)),
    symbols: outline.symbols.slice(0, MAX_ITEMS).map(symbolItem),
    folders: outline.folders.slice(0, MAX_ITEMS).map(folderItem),
    health: healthLines(outline.health).map((line) => item(line)),
    notes: outline.notes.map((note) => item(`- ${note}`)),
  };
  const all: Partial<Record<OutlinePart, number>> = {
    symbols: outline.symbols.length,
    folders: outline.folders.length,
  };
  return PARTS.map((part) => {
    const own = items[part.name];
    return { ...part, items: own, more: (all[part.name] ?? own.length) - own.length };
  });
}

function item(...forms: readonly string[]): OutlineItem {
  return { forms: forms.map(lineOf) };
}

function symbolItem({ path, line, name, within, signature }: RankedSymbol): OutlineItem {
  const owner = within === '' ? '' : `${within}: `;
  const forms = [`- ${line} ${owner}${signature}`, `- ${line} ${owner}${name}`].map(lineOf);
  return { forms, heading: lineOf(startable(path)) };
}

/** Below its parent, of which it does not repeat the name. */
function folderItem({ path, files }: CountedFolder): OutlineItem {
  const parts = path.slice(0, -1).split('/');
  const indent = '  '.repeat(parts.length - 1);
  const parent = parts.length === 1 ? undefined : `${parts.slice(0, -1).join('/')}/`;
  const forms = [lineOf(`${indent}${startable(parts.at(-1) ?? '')}/ ${files}`)];
  return { forms, key: path, ...(parent === undefined ? {} : { requires: parent }) };
}

function stackText({ name, from, files }: Stack): string {
  const count = files === 0 ? [] : [files === 1 ? '1 file' : `${files} files`];
  const details = [...count, ...from].join(', ');
  return details === '' ? name : `${name} (${details})`;
}

function countText({ path, files }: CountedFolder): string {
  return `${path} (${files === 1 ? '1 file' : `${files} files`})`;
}

function healthLines(health: ProjectHealth | undefined): readonly string[] {
  if (health === undefined) return [];
  const { completed, failed, open, costUsd, failing } = health;
  return [
    `- ${completed} completed, ${failed} failed, ${open} open, $${costUsd.toFixed(2)}`,
    ...failing.map(({ task, times }) => `- ${task} failed ${times === 1 ? 'once' : `${times} times`}`),
  ];
}

/** A name that begins with a sign could be something else in Markdown. */
function startable(path: string): string {
  return /^[\w.]/.test(path) ? path : `./${path}`;
}

/** One line that a terminal shows and does not obey, and that ends no list. */
function lineOf(text: string): string {
  const line = printable(text);
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
