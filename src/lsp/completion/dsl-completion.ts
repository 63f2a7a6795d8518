import { CompletionItemKind, type CompletionItem } from 'vscode-languageserver/node';
import { docOf } from '../../language/docs/docs.ts';
import { CLAUSES, clauseWords, isTemplate, usesField } from '../../language/fields.ts';
import { isTaskType, type TaskType } from '../../model/task-types.ts';
import { sectionWords, WORDED } from '../../language/section-words.ts';
import { cursorAt, type Cursor, type WayOn } from '../../parse/grammar/cursor.ts';
import { spellName, spellWord } from '../../print/spell.ts';
import { toItems, type Candidate, type Slot } from './candidate.ts';
import { continueExpression, type Continuation } from './expression-candidates.ts';
import type { Completing } from './json-completion.ts';
import { keyCandidates } from './key-candidates.ts';
import { pointOf, ownerOf, type MapOwner } from './map-owner.ts';
import { continueTemplate } from './template-completion.ts';
import { valuePlaceOf } from './value-candidates.ts';

/** Fields of a task by the words of their clauses. */
const FIELDS: ReadonlyMap<string, string> = new Map(CLAUSES.map(({ word, name }) => [word, name]));
/** The words behind which a text has expressions in it. */
const TEXTS: ReadonlySet<string> = new Set(clauseWords(isTemplate));

/** Completes a map in the map language, sound or not: by what its grammar lets stand there. */
export function completeDsl(completing: Completing): CompletionItem[] {
  const { source, offset } = completing;
  const cursor = cursorAt(source.text, offset);
  if (!cursor) return [];
  if (cursor.text) {
    const inText = completeText(completing, cursor);
    if (inText) return inText;
  }
  const groups = new Map<number, Candidate[]>();
  const put = (start: number, candidates: readonly Candidate[]): void => {
    groups.set(start, [...(groups.get(start) ?? []), ...candidates]);
  };
  let takesExpression = false;
  for (const way of cursor.ways) {
    if (isExpression(way)) takesExpression = true;
    else if (way.rules.includes('expression')) continue;
    else if (way.words.length > 0) put(way.start, keywords(way, cursor));
    else put(way.start, namesOn(way, cursor, completing));
  }
  const { candidates, partial } = takesExpression ? expressionAt(completing, cursor) : NOTHING;
  const items = toItems(candidates, slotOf(completing, offset - partial.length));
  for (const [start, found] of groups) items.push(...toItems(found, slotOf(completing, start)));
  return items;
}

const NOTHING: Continuation = { candidates: [], partial: '' };

function slotOf({ source, offset, takesSnippets }: Completing, start: number): Slot {
  return { source, start, end: offset, takesSnippets, spell: (label) => label };
}

/** A name in an expression, or a member of what stands before it. */
function isExpression({ rules, words }: WayOn): boolean {
  return words.length === 0 && rules.includes('operand');
}

/** Words of the language, as far as the type of the task makes use of them. */
function keywords({ words, rules, before }: WayOn, { place }: Cursor): readonly Candidate[] {
  const type = place.type ?? '';
  const isClause = rules.includes('taskItem') && !rules.includes('action') && !isWithin(rules, before);
  return words
    .filter((word) => !isClause || !isTaskType(type) || usesClause(type, word))
    .map((label) => ({
      label,
      kind: CompletionItemKind.Keyword,
      documentation: isClause ? documentationOf(label) : undefined,
    }));
}

function usesClause(type: TaskType, word: string): boolean {
  const field = FIELDS.get(word);
  return field === undefined ? word === 'extra' : usesField(type, field);
}

function documentationOf(word: string): string {
  return docOf('task', FIELDS.get(word) ?? '')?.summary ?? '';
}

/** Whether a clause has begun already: `session of`, `join at least`. */
function isWithin(rules: readonly string[], before: readonly string[]): boolean {
  const inner = rules.at(-1) ?? '';
  return ['session', 'retry', 'join', 'workspace', 'reminder', 'visits', 'bound', 'onError'].some(
    (rule) => inner.startsWith(rule) && before.at(-1) === (rule === 'onError' ? 'on' : rule),
  );
}

/** What can be named on a way: the same as at the path of keys in JSON that it is. */
function namesOn(way: WayOn, cursor: Cursor, { around }: Completing): readonly Candidate[] {
  const rest = restOf(way);
  if (rest === undefined) return [];
  const { block, task } = cursor.place;
  const place = [...block.path, ...(task === undefined ? [] : ['taskDefinitions', task])];
  const path = way.rules.includes('artifact') ? rest : [...place, ...rest];
  const owner = around && ownerOf(around.inspected.subject.document.map, path);
  const isTarget = ['target', 'then', 'onError', 'startTaskDefinition'].includes(rest.at(-1) ?? '');
  const written = isTarget ? block.tasks.map((label) => ({ label, kind: CompletionItemKind.Function })) : [];
  const known = owner && around ? candidatesFor(path, owner, around) : [];
  const all = [...known, ...written.filter(({ label }) => !known.some((each) => each.label === label))];
  return all.map((each) => spelled(each, way, cursor));
}

function candidatesFor(
  path: readonly string[],
  owner: MapOwner,
  around: NonNullable<Completing['around']>,
): readonly Candidate[] {
  const last = path.at(-1);
  if (last === '') return keyCandidates(path.slice(0, -1), { names: [], type: undefined }, owner, around);
  const place = valuePlaceOf(owner, around);
  return place.kind === 'names' ? place.candidates : [];
}

const SECTION = ['artifacts', WORDED.name];
/** What can be named is the same in all fields of a kind. */
const ARTIFACT_RULES: readonly (readonly [rule: string, path: readonly string[]])[] = [
  ['names', [...SECTION, sectionWords('words')[0] ?? '', '0']],
  ['label', [...SECTION, sectionWords('texts')[0] ?? '', '']],
  ['binding', [...SECTION, '']],
];

const NAME_RULES: readonly (readonly [rule: string, rest: readonly string[]])[] = [
  ['name:target', ['actions', '', 'target']],
  ['names:resets', ['actions', '', 'resets', '0']],
  ['bound', ['maxVisits', 'then']],
  ['onError', ['onError']],
  ['start', ['startTaskDefinition']],
  ['name:of', ['session', 'of']],
  ['name:fork', ['session', 'fork']],
  ['name:task', ['properties', '', 'always', 'task']],
  ['name:action', ['properties', '', 'always', 'action']],
  ['word:which', ['session']],
  ['binding', ['with', '']],
  ['argument', ['actions', '', 'args', '']],
  ['output', ['output', 'schemaPath']],
  ['workspace', ['workspace']],
];

/** The path of keys below the task that a way is, in JSON; an empty key where the name of one is written. */
function restOf({ rules, before }: WayOn): readonly string[] | undefined {
  const clause = before.at(-1) ?? '';
  if (rules.includes('pathClause')) return [clause === 'map' ? 'map' : 'promptTemplatePath'];
  if (rules.includes('setting') && /^(?:path|word|words)$/.test(rules.at(-1) ?? '')) {
    return rules.at(-1) === 'words' ? [clause, '0'] : [clause];
  }
  if (rules.includes('actionName') || rules.includes('text')) return undefined;
  const known = rules.includes('artifact') ? ARTIFACT_RULES : NAME_RULES;
  return known.find(([rule]) => rules.includes(rule))?.[1];
}

/** As the map language writes it: names of tasks without quotes, paths by their folder. */
function spelled(candidate: Candidate, { rules, partial }: WayOn, { folders }: Cursor): Candidate {
  const { label, kind } = candidate;
  if (kind === CompletionItemKind.File) {
    const [folder, end] = rules.includes('output') ? [folders.schemas, '.json'] : [folders.templates, '.md'];
    const inner =
      folder !== undefined && label.startsWith(`${folder}/`) ? label.slice(folder.length + 1) : '';
    const isShort = inner.endsWith(end) && !/[/.]/.test(inner.slice(0, -end.length));
    return isShort && !partial.includes('/')
      ? { ...candidate, label: inner.slice(0, -end.length), detail: label }
      : candidate;
  }
  if (kind === CompletionItemKind.Module || kind === CompletionItemKind.Class) return candidate;
  const name = kind === CompletionItemKind.Variable ? spellWord(label) : spellName(label);
  return partial.startsWith('"')
    ? { ...candidate, label: JSON.stringify(label) }
    : { ...candidate, label: name };
}

function expressionAt({ around }: Completing, { place, expression }: Cursor): Continuation {
  if (!around || expression === undefined) return NOTHING;
  const { subject } = around.inspected;
  const inAction = place.type !== 'decide' && place.type !== 'end';
  const rest = inAction ? ['actions', '', 'when'] : ['result'];
  const path = [
    ...place.block.path,
    ...(place.task === undefined ? [] : ['taskDefinitions', place.task, ...rest]),
  ];
  const owner = ownerOf(subject.document.map, path);
  return owner ? continueExpression(expression, pointOf(owner, subject), subject) : NOTHING;
}

/** Inside of a text that has expressions in it; undefined for any other. */
function completeText(completing: Completing, { text, place }: Cursor): CompletionItem[] | undefined {
  const { source, offset, takesSnippets, around } = completing;
  if (!text || !around || !TEXTS.has(text.clause) || place.task === undefined) return undefined;
  const { subject } = around.inspected;
  const owner = ownerOf(subject.document.map, [...place.block.path, 'taskDefinitions', place.task]);
  if (!owner) return [];
  const point = pointOf(owner, subject);
  const { candidates, partial } = continueTemplate(text.before, { point, subject, isHandlebars: false });
  return toItems(candidates, { source, start: offset - partial.length, end: offset, takesSnippets });
}
