import { MarkupKind, type Hover } from 'vscode-languageserver/node';
import type { Inspected } from '../../check/check.ts';
import type { Task } from '../../model/block.ts';
import { type PromptedTask, isPrompted } from '../../model/tasks.ts';
import { findRoleHead } from '../../prompt/parse/role-head.ts';
import { blockNodesOf, type BlockNode } from '../../validate/blocks/blocks.ts';
import { declarationOf, type Declaration } from '../../validate/names/declarations.ts';
import type { Analysis } from '../documents/analysis.ts';
import { fenced } from '../../util/fenced.ts';
import { describeAction, describeTask } from './describe-task.ts';
import { findExpression } from '../symbols/name-points.ts';
import { previewPrompt } from './preview-prompt.ts';
import { tailOf, typeOfText } from '../symbols/receiver-type.ts';
import { spellType } from '../symbols/spell-type.ts';
import type { PlacedOccurrence } from '../symbols/occurrence.ts';
import { typeOfSymbol } from '../symbols/symbol-type.ts';
import { toRange } from '../documents/to-range.ts';

/** Units: UTF-16. A longer prompt is shown by its beginning. */
const MAX_SHOWN = 6_000;

/** What is to say of something that a map names. */
export function hoverOf(found: PlacedOccurrence, analysis: Analysis): Hover | undefined {
  const value = textOf(found, analysis);
  return value === undefined ? undefined : toHover(value, toRange(found.span));
}

export function toHover(value: string, range?: Hover['range']): Hover {
  return { contents: { kind: MarkupKind.Markdown, value }, ...(range ? { range } : {}) };
}

function textOf(found: PlacedOccurrence, analysis: Analysis): string | undefined {
  const inspected = analysis.inspected();
  if (!inspected) return undefined;
  if (found.kind === 'file') return fileText(found, analysis, inspected);
  const meant = found.keys.flatMap((key) => {
    const owner = ownerOf(key, analysis, inspected);
    return owner ? [owner] : [];
  });
  if (found.kind === 'task') return joined(meant.flatMap(({ task }) => (task ? [describeTask(task)] : [])));
  if (found.kind === 'action') {
    return joined(meant.flatMap(({ task }) => actionText(found.name, task)));
  }
  return joined(found.keys.flatMap((key) => valueText(found, key, analysis) ?? []));
}

function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : [...new Set(texts)].join('\n\n---\n\n');
}

interface Owner {
  readonly blockNode: BlockNode;
  readonly task: Task | undefined;
}

/** The block and the task of a key of this map. */
function ownerOf(key: string, { file }: Analysis, { subject }: Inspected): Owner | undefined {
  // It was written by JSON.stringify from a list.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [, uri, at, name] = JSON.parse(key) as [string, string, number, string];
  const blockNode = blockNodesOf(subject.document.map)[at];
  if (uri !== file.uri || !blockNode) return undefined;
  return { blockNode, task: blockNode.block.tasks.find((task) => task.name === name) };
}

function actionText(name: string, task: Task | undefined): readonly string[] {
  if (!task || task.type === 'end') return [];
  const action = task.actions.find((each) => each.name === name);
  return action ? [`**action** of \`${task.name}\`: ${describeAction(action)}`] : [];
}

const WORDS = { input: 'input', parameter: 'parameter', name: 'bound name' } as const;

function valueText({ kind, name }: PlacedOccurrence, key: string, analysis: Analysis): string | undefined {
  if (kind !== 'input' && kind !== 'parameter' && kind !== 'name') return undefined;
  const type = typeOfSymbol(key, analysis);
  const inspected = analysis.inspected();
  const owner = inspected && ownerOf(key, analysis, inspected);
  const task = kind === 'parameter' ? owner?.task : undefined;
  const declaration = inspected && declarationOf(name, task, inspected.subject);
  const typed = type === undefined ? '' : `: \`${spellType(type)}\``;
  return [`**${WORDS[kind]}** \`${name}\`${typed}`, ...describeDeclaration(declaration)].join('\n\n');
}

function describeDeclaration(declaration: Declaration | undefined): readonly string[] {
  if (!declaration) return [];
  const { default: standard } = declaration;
  const description: unknown = 'description' in declaration ? declaration.description : undefined;
  return [
    ...(typeof description === 'string' ? [description] : []),
    ...(standard === undefined ? [] : [`Without it: \`${JSON.stringify(standard)}\``]),
  ];
}

function fileText(found: PlacedOccurrence, analysis: Analysis, inspected: Inspected): string | undefined {
  const { document, lookups } = inspected.subject;
  const isOwn = found.uri === analysis.file.uri;
  for (const blockNode of isOwn ? blockNodesOf(document.map) : []) {
    for (const task of blockNode.block.tasks) {
      if (placeOfFile(task, inspected) !== found.span.start) continue;
      if (task.type === 'workflow') return mapText(task.map, inspected);
      if (isPrompted(task)) return promptText(task, blockNode, inspected);
    }
  }
  const lookup = lookups.get(found.name);
  if (lookup?.kind !== 'found') return undefined;
  const head = findRoleHead(lookup.source)?.texts.get('description')?.text;
  return `**${found.name}**${head === undefined ? '' : `\n\n${head}`}\n\n${asBlock(lookup.source.text)}`;
}

/** Where a task names the map that it runs, or its template. */
function placeOfFile(task: Task, { subject: { document } }: Inspected): number | undefined {
  if (task.type === 'workflow') return document.spanOf(task, 'map').start;
  const isFile = isPrompted(task) && task.prompt.kind === 'file';
  return isFile ? document.spanOf(task.prompt, 'path').start : undefined;
}

function promptText(task: PromptedTask, blockNode: BlockNode, { subject }: Inspected): string | undefined {
  const preview = previewPrompt(task, blockNode, subject);
  if (!preview) return undefined;
  if ('problem' in preview)
    return `The prompt of \`${task.name}\` cannot be shown without values: ${preview.problem}`;
  return `The prompt of \`${task.name}\`, with placeholders:\n\n${asBlock(preview.text)}`;
}

function mapText(path: string, { maps }: Inspected): string | undefined {
  const map = maps.get(path)?.document?.map;
  if (!map) return undefined;
  const inputs = map.fields.map(({ name, type, required, description }) =>
    `- \`${name}${required ? '' : '?'}: ${type}\` ${description}`.trimEnd(),
  );
  return [`**map** \`${path}\``, map.description, inputs.join('\n')]
    .filter((each) => each !== '')
    .join('\n\n');
}

function asBlock(text: string): string {
  return fenced(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text, 'markdown');
}

/** What is to say of a member that an expression reads. */
export function memberHover(inspected: Inspected, name: string, offset: number): Hover | undefined {
  const found = findExpression(inspected, name, offset);
  if (!found) return undefined;
  const { expression, span, point } = found;
  const { text } = expression;
  // What stands in a literal with escapes has other offsets than its text.
  if (span.end - span.start !== text.length) return undefined;
  const word = /^\w*/.exec(text.slice(offset - span.start))?.[0] ?? '';
  const upTo = text.slice(0, offset - span.start + word.length);
  const tail = tailOf(upTo);
  if (!tail || tail.compared !== undefined || tail.partial === '') return undefined;
  const way = tail.receiver === undefined ? tail.partial : `${tail.receiver}.${tail.partial}`;
  const type = typeOfText(way, point, inspected.subject);
  if (type === undefined) return undefined;
  const start = span.start + upTo.length - tail.partial.length;
  const range = toRange({ source: span.source, start, end: start + tail.partial.length });
  return toHover(`\`${way}\`: \`${spellType(type)}\``, range);
}
