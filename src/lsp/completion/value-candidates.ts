import { join } from 'node:path';
import { CompletionItemKind } from 'vscode-languageserver/node';
import type { Inspected } from '../../check/check.ts';
import type { Block } from '../../model/block.ts';
import type { WorkflowMap } from '../../model/map.ts';
import { placeKindOf } from '../../parse/json/map-place.ts';
import { findFiles } from '../../project/find-files.ts';
import { packageRoot } from '../../project/package-root.ts';
import { shippedMaps } from '../../project/resolve-map.ts';
import { tasksOf } from '../../validate/blocks/blocks.ts';
import { fieldDocOf } from '../field-docs.ts';
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

const EXPRESSIONS = new Set(
  'when expr result items key after exclusive merge goal blueprint verification review earlier content'.split(
    ' ',
  ),
);
const OF_NAMES = new Set(['set', 'with', 'stages']);
/** Aliases that the CLI of the agent takes for the newest of each. */
const MODELS = ['opus', 'sonnet', 'haiku'];
const TOOLS = ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Task', 'WebFetch', 'WebSearch', 'Write'];

/** What may stand as the value at a path of keys. */
export function valuePlaceOf(path: readonly string[], owner: MapOwner, around: Around): ValuePlace {
  const { rest } = owner;
  const field = rest.at(-1) ?? '';
  const parent = rest.at(-2) ?? '';
  const isTaskText = owner.taskName !== undefined && ['promptTemplate', 'command'].includes(field);
  if (isTaskText || parent === 'command' || rest[0] === 'reminder') {
    if (parent !== 'on') return { kind: 'template' };
  }
  if (EXPRESSIONS.has(field) || OF_NAMES.has(parent)) return { kind: 'expression' };
  return { kind: 'names', candidates: namesFor(path, owner, around) };
}

type Find = (owner: MapOwner, around: Around) => readonly Candidate[];

const targets: Find = ({ placed }) => taskNames(placed.block);
const sessions: Find = (owner, around) => targets(owner, around).filter(({ detail }) => detail === 'claude');
const counters: Find = ({ placed }) => [...taskNames(placed.block), ...actionNames(placed.block)];
const tools: Find = () => words(TOOLS, CompletionItemKind.Constant);
const choices =
  (...labels: readonly string[]): Find =>
  () =>
    words(labels, CompletionItemKind.EnumMember);

/** By the field that an entry is of. */
const OF_PARENT: ReadonlyMap<string, Find> = new Map([
  ['session', sessions],
  ['resets', counters],
  ['subtasks', (_, around) => everyTask(mapOf(around)).filter(({ detail }) => detail === 'foreach')],
  ['allowedTools', tools],
  ['disallowedTools', tools],
  ['on', tools],
]);

const OF_FIELD: ReadonlyMap<string, Find> = new Map([
  ['target', targets],
  ['then', targets],
  ['onError', targets],
  ['startTaskDefinition', targets],
  ['model', () => words(MODELS, CompletionItemKind.Constant)],
  ['agent', (_, around) => roles(around)],
  ['promptTemplatePath', (_, around) => files(around, ['.md', '.hbs', '.txt'], isPrompt)],
  ['schemaPath', (_, around) => files(around, ['.json'], isSchema)],
  ['map', ({ taskName }, around) => (taskName === undefined ? [] : maps(around))],
  ['session', choices('new', 'continue')],
  ['join', choices('all')],
  ['workspace', choices('shared', 'readonly')],
]);

const OF_CLAIM: ReadonlyMap<string, Find> = new Map([
  ['task', (_, around) => everyTask(mapOf(around))],
  ['action', (_, around) => actionNames({ tasks: tasksOf(mapOf(around)) })],
]);

function namesFor(path: readonly string[], owner: MapOwner, around: Around): readonly Candidate[] {
  const { rest } = owner;
  const field = rest.at(-1) ?? '';
  const ofClaim = rest[0] === 'properties' ? OF_CLAIM.get(field) : undefined;
  const find = ofClaim ?? OF_PARENT.get(rest.at(-2) ?? '') ?? OF_FIELD.get(field);
  if (find) return find(owner, around);
  const kind = placeKindOf(path.slice(0, -1));
  const doc = kind && fieldDocOf(kind, field);
  if (doc?.holds === 'boolean') return words(['true', 'false'], CompletionItemKind.Keyword);
  return words(doc?.values ?? [], CompletionItemKind.EnumMember);
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
  return !path.startsWith('prompts/agents/') && !/(?:^|\/)README\.md$/i.test(path);
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
