import { CompletionItemKind } from 'vscode-languageserver/node';
import { type PromptedTask, actionsOf, isPrompted } from '../../model/tasks.ts';
import { docOf } from '../../language/docs/docs.ts';
import { fieldOf, fieldsOf, usesField } from '../../language/fields.ts';
import type { PartName } from '../../language/field-spec.ts';
import { partAt, fieldAt } from '../../language/place.ts';
import { isTaskType } from '../../model/task-types.ts';
import { templatesOf } from '../../validate/names/declarations.ts';
import { valueSnippetOf } from '../symbols/field-values.ts';
import type { Candidate } from './candidate.ts';
import type { MapOwner } from './map-owner.ts';
import { taskNames, type Around } from './value-candidates.ts';

/** What of an object is written already. Shape: `type` is that of a task, where it says one. */
export interface WrittenObject {
  readonly names: readonly string[];
  readonly type: string | undefined;
}

/** The names that members of the object at a path of keys may have, without those that are there. */
export function keyCandidates(
  path: readonly string[],
  written: WrittenObject,
  owner: MapOwner | undefined,
  around: Around | undefined,
): readonly Candidate[] {
  const part = partAt(path);
  const found = part === undefined ? namedKeys(path, owner, around) : candidatesOf(part, written.type);
  return found.filter(({ label }) => !written.names.includes(label));
}

function candidatesOf(part: PartName, type = ''): readonly Candidate[] {
  const isUsed = (field: string): boolean => part !== 'task' || !isTaskType(type) || usesField(type, field);
  return fieldsOf(part)
    .filter(isUsed)
    .map((label) => ({
      label,
      kind: CompletionItemKind.Property,
      documentation: docOf(part, label)?.summary,
    }));
}

/** How the value of a field begins. */
export function valueSnippet(path: readonly string[], name: string): string {
  const part = partAt(path);
  const field = part && fieldOf(part, name);
  // What is named by the author.
  if (part === undefined) return '"$1"';
  return field ? valueSnippetOf(field) : '$1';
}

/** Names that the map itself gives to choose from. */
function namedKeys(
  path: readonly string[],
  owner: MapOwner | undefined,
  around: Around | undefined,
): readonly Candidate[] {
  if (!owner || !around) return [];
  if (fieldAt(path, 'map')?.field.kind === 'texts') return taskNames(owner.blockNode.block);
  switch (path.at(-1)) {
    case 'with':
      return inputsOf(owner, around);
    case 'promptParams':
      return owner.task && isPrompted(owner.task) ? declaredBy(owner.task, around) : [];
    case 'args':
      return argumentsOf(owner, around);
    case undefined:
    default:
      return [];
  }
}

function inputsOf({ task }: MapOwner, { inspected }: Around): readonly Candidate[] {
  const map = task?.type === 'workflow' ? inspected.maps.get(task.map)?.document?.map : undefined;
  return (map?.fields ?? []).map(({ name, type, description }) => valueOf(name, type, description));
}

function declaredBy(task: PromptedTask, { inspected }: Around): readonly Candidate[] {
  return templatesOf(task, inspected.subject).flatMap(({ parameters }) =>
    parameters.map(({ name, type, description }) => valueOf(name, type, description)),
  );
}

/** What the target of an action declares. */
function argumentsOf({ task, blockNode, rest }: MapOwner, around: Around): readonly Candidate[] {
  const actions = task ? actionsOf(task) : [];
  const action = actions.find(({ name }) => name === rest[1]);
  // In the map language it is not known which action is being written.
  const targets = action ? [action.target] : actions.map(({ target }) => target);
  return blockNode.block.tasks
    .filter((each) => targets.includes(each.name))
    .flatMap((target) => (isPrompted(target) ? [...paramsOf(target), ...declaredBy(target, around)] : []));
}

function paramsOf({ params }: PromptedTask): readonly Candidate[] {
  return params.map(({ name }) => valueOf(name, '', undefined));
}

function valueOf(label: string, detail: string, documentation: string | undefined): Candidate {
  return { label, kind: CompletionItemKind.Variable, detail, documentation };
}
