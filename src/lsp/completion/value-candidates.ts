import { join } from 'node:path';
import { CompletionItemKind } from 'vscode-languageserver/node';
import type { Inspected } from '../../check/check.ts';
import { isTemplate, PARTS } from '../../language/fields.ts';
import type { Named } from '../../language/field-spec.ts';
import { fieldAt, type FieldPlace } from '../../language/place.ts';
import type { Block } from '../../model/block.ts';
import type { WorkflowMap } from '../../model/map.ts';
import { findFiles } from '../../project/find-files.ts';
import { packageRoot } from '../../project/package-root.ts';
import { shippedMaps } from '../../project/resolve-map.ts';
import { tasksOf } from '../../validate/blocks/blocks.ts';
import { valuesOf } from '../symbols/field-values.ts';
import type { Candidate } from './candidate.ts';
import type { MapOwner } from './map-owner.ts';

/** What the value at a path of keys is: a text with expressions, one expression, or one of some names. */
export type ValuePlace =
  | { readonly kind: 'expression' | 'template' }
  | { readonly kind: 'names'; readonly candidates: readonly Candidate[] };

/** Where a map looks for what it names. */
export interface Around {
  readonly inspected: Inspected;
  readonly workRoot: string | undefined;
}

/** Aliases that the CLI of the agent takes for the newest of each. */
const MODELS = ['opus', 'sonnet', 'haiku'];
const TOOLS = ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Task', 'WebFetch', 'WebSearch', 'Write'];

/** What may stand as the value at a path of keys below a block or a task. */
export function valuePlaceOf({ rest, ...owner }: MapOwner, around: Around): ValuePlace {
  const place = fieldAt(rest, owner.taskName === undefined ? 'map' : 'task') ?? fieldAt(rest, 'map');
  if (!place) return { kind: 'names', candidates: [] };
  const { field, isEntry } = place;
  if (isTemplate(field) && (field.kind === 'command' || !isEntry)) return { kind: 'template' };
  if (field.kind === (isEntry ? 'expressions' : 'expression')) return { kind: 'expression' };
  return { kind: 'names', candidates: candidatesFor(place, { rest, ...owner }, around) };
}

type Find = (owner: MapOwner, around: Around) => readonly Candidate[];

const targets: Find = ({ blockNode }) => taskNames(blockNode.block);
const NAMES: Readonly<Record<Named, Find>> = {
  task: targets,
  'claude task': (owner, around) => targets(owner, around).filter(({ detail }) => detail === 'claude'),
  'foreach task': (_, around) => everyTask(mapOf(around)).filter(({ detail }) => detail === 'foreach'),
  'human task': (_, around) => everyTask(mapOf(around)).filter(({ detail }) => detail === 'human'),
  'task or action': ({ blockNode }) => [...taskNames(blockNode.block), ...actionNames(blockNode.block)],
  'task of the map': (_, around) => everyTask(mapOf(around)),
  'action of the map': (_, around) => actionNames({ tasks: tasksOf(mapOf(around)) }),
  model: () => words(MODELS, CompletionItemKind.Constant),
  role: (_, around) => roles(around),
  tool: () => words(TOOLS, CompletionItemKind.Constant),
  prompt: (_, around) => files(around, ['.md', '.hbs', '.txt'], isPrompt),
  schema: (_, around) => files(around, ['.json'], isSchema),
  map: (_, around) => maps(around),
};

/** The names that a field can have; in a list, each of its entries. */
function candidatesFor(
  { field, isEntry }: FieldPlace,
  owner: MapOwner,
  around: Around,
): readonly Candidate[] {
  if (isEntry !== (field.kind === 'words')) return [];
  if ('names' in field && field.names !== undefined) return NAMES[field.names](owner, around);
  if (field.kind === 'part') return words(PARTS[field.part].words ?? [], CompletionItemKind.EnumMember);
  if (field.kind === 'flag') return words(['true', 'false'], CompletionItemKind.Keyword);
  return words(valuesOf(field), CompletionItemKind.EnumMember);
}

function mapOf({ inspected }: Around): WorkflowMap {
  return inspected.subject.document.map;
}

function words(labels: readonly string[], kind: CompletionItemKind): readonly Candidate[] {
  return labels.map((label) => ({ label, kind }));
}

export function taskNames({ tasks }: Pick<Block, 'tasks'>): readonly Candidate[] {
  return tasks.map(({ name, type, description }) => ({
    label: name,
    kind: CompletionItemKind.Function,
    detail: type,
    documentation: description,
  }));
}

function actionNames({ tasks }: Pick<Block, 'tasks'>): readonly Candidate[] {
  return tasks.flatMap((task) =>
    task.type === 'end'
      ? []
      : task.actions.map(({ name }) => ({
          label: name,
          kind: CompletionItemKind.Event,
          detail: `action of ${task.name}`,
        })),
  );
}

function everyTask(map: WorkflowMap): readonly Candidate[] {
  return taskNames({ tasks: tasksOf(map) });
}

function isPrompt(path: string): boolean {
  return !path.startsWith('prompts/agents/') && !isReadme(path);
}

/** A page for people, which is no prompt. */
export function isReadme(path: string): boolean {
  return /(?:^|\/)README\.md$/i.test(path);
}

function isSchema(path: string): boolean {
  return /schema/i.test(path) && !path.startsWith('workflows/');
}

function files(
  { workRoot }: Around,
  ends: readonly string[],
  accepts: (path: string) => boolean,
): readonly Candidate[] {
  const own = workRoot === undefined ? [] : findFiles(workRoot, ends).filter(accepts);
  const shipped = shippedPrompts(ends).filter((path) => accepts(path) && !own.includes(path));
  // Prompts first: a project has many other texts.
  const rank = (path: string): number => Number(!/(?:^|\/)(?:prompts|schemas)\//.test(path));
  return [
    ...own.toSorted((a, b) => rank(a) - rank(b)).map((label) => ({ label, kind: CompletionItemKind.File })),
    ...shipped.map((label) => ({ label, kind: CompletionItemKind.File, detail: 'comes with wfmap' })),
  ];
}

function shippedPrompts(ends: readonly string[]): readonly string[] {
  return findFiles(join(packageRoot(), 'prompts'), ends).map((path) => `prompts/${path}`);
}

const ROLE = /^prompts\/agents\/(.+)\.md$/;

function roles({ workRoot }: Around): readonly Candidate[] {
  const own = workRoot === undefined ? [] : findFiles(join(workRoot, 'prompts/agents'), ['.md']);
  const names = own.map((path) => path.replace(/\.md$/, ''));
  const shipped = shippedPrompts(['.md']).flatMap((path) => ROLE.exec(path)?.[1] ?? []);
  return [
    ...names.map((label) => ({ label, kind: CompletionItemKind.Class })),
    ...shipped.map((label) => ({ label, kind: CompletionItemKind.Class, detail: 'comes with wfmap' })),
  ];
}

function maps({ workRoot }: Around): readonly Candidate[] {
  const own = workRoot === undefined ? [] : findFiles(join(workRoot, 'workflows'), ['.json', '.wfmap']);
  const isMap = (path: string): boolean => !path.startsWith('scenarios/');
  return [
    ...own.filter(isMap).map((path) => ({ label: `workflows/${path}`, kind: CompletionItemKind.Module })),
    ...shippedMaps().map((name) => ({
      label: `workflows/${name}.json`,
      kind: CompletionItemKind.Module,
      detail: 'comes with wfmap',
    })),
  ];
}
