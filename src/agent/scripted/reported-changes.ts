import type { ReportedChanges } from '../agent.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';

/** The changes that an answer reports: those that it names, and the files that it edits; undefined where it says nothing of them. */
export function reportedChanges({
  changes,
  edits,
}: Pick<ScriptedAnswer, 'changes' | 'edits'>): ReportedChanges | undefined {
  if (changes === undefined && edits === undefined) return undefined;
  const { added = [], modified = [], deleted = [], commits = [] } = namedIn(changes);
  const named = new Set([...added, ...modified, ...deleted]);
  const others = Object.entries(edits ?? {}).filter(([path]) => !named.has(path));
  return {
    added: sorted(added),
    modified: sorted([...modified, ...others.flatMap(([path, text]) => (text === null ? [] : [path]))]),
    deleted: sorted([...deleted, ...others.flatMap(([path, text]) => (text === null ? [path] : []))]),
    commits,
  };
}

function namedIn(changes: ScriptedAnswer['changes']): Partial<ReportedChanges> {
  return isList(changes) ? { modified: changes } : (changes ?? {});
}

function isList(changes: ScriptedAnswer['changes']): changes is readonly string[] {
  return Array.isArray(changes);
}

function sorted(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].toSorted();
}
