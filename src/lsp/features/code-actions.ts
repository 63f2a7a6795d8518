import { CodeActionKind, type CodeAction, type CodeActionParams } from 'vscode-languageserver/node';
import { check } from '../../check/check.ts';
import { fixedText } from '../../check/fixed-text.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Analysis } from '../documents/analysis.ts';
import { differenceOf } from './formatting.ts';
import { toLspDiagnostic } from '../documents/to-lsp-diagnostic.ts';
import { toOffset } from '../documents/to-range.ts';
import { toWorkspaceEdit } from '../documents/to-workspace-edit.ts';
import type { Workspace } from '../documents/workspace.ts';

export const FIX_ALL = `${CodeActionKind.SourceFixAll}.wfmap`;

/** The fixes of what is told of a stretch of a file, and all safe ones of a map at once. */
export function codeActions(
  workspace: Workspace,
  analyses: readonly Analysis[],
  { textDocument: { uri }, range, context }: CodeActionParams,
): CodeAction[] {
  const isWanted = (kind: string): boolean =>
    context.only?.some((each) => kind === each || kind.startsWith(`${each}.`)) ?? true;
  const actions = new Map<string, CodeAction>();
  for (const analysis of analyses) {
    const uriOf = (name: string): string => workspace.uriOfSource(analysis.file, name);
    for (const each of isWanted(CodeActionKind.QuickFix) ? analysis.checked.diagnostics : []) {
      const { source, start, end } = each.span;
      if (!each.fix || uriOf(source.name) !== uri) continue;
      if (start > toOffset(source, range.end) || end < toOffset(source, range.start)) continue;
      for (const action of quickFixes(workspace, each, uriOf))
        actions.set(JSON.stringify(action.edit), action);
    }
  }
  const own = analyses.find(({ file }) => file.uri === uri);
  const all = own && isWanted(FIX_ALL) ? fixAll(workspace, own) : [];
  return [...actions.values(), ...all];
}

/** The fix of a diagnostic, and that of its other reading. */
function quickFixes(
  workspace: Workspace,
  diagnostic: Diagnostic,
  uriOf: (name: string) => string,
): readonly CodeAction[] {
  const fixes = [diagnostic.fix, diagnostic.otherFix].filter((fix) => fix !== undefined);
  return fixes.map((fix) => quickFix(workspace, { ...diagnostic, fix }, uriOf));
}

function quickFix(workspace: Workspace, diagnostic: Diagnostic, uriOf: (name: string) => string): CodeAction {
  const { fix } = diagnostic;
  const edits = Map.groupBy(fix?.edits ?? [], ({ span }) => uriOf(span.source.name));
  return {
    title: fix?.title ?? '',
    kind: CodeActionKind.QuickFix,
    diagnostics: [toLspDiagnostic(diagnostic, uriOf)],
    isPreferred: fix?.safe === true,
    edit: toWorkspaceEdit(workspace, edits),
  };
}

/** As `wfmap validate --fix` does. */
function fixAll(workspace: Workspace, { file, checked }: Analysis): readonly CodeAction[] {
  if (!checked.diagnostics.some(({ fix }) => fix?.safe === true)) return [];
  const diagnose = (source: Analysis['file']['source']) => check(source, file.readTemplate).diagnostics;
  const { source } = fixedText(file.source, diagnose, (fix) => fix.safe);
  const edits = differenceOf(file.source, source.text);
  if (edits.length === 0) return [];
  const { version = null } = workspace.bufferOf(file.uri) ?? {};
  const edit = workspace.takesVersions
    ? { documentChanges: [{ textDocument: { uri: file.uri, version }, edits }] }
    : { changes: { [file.uri]: edits } };
  return [{ title: 'Apply all fixes that cannot change what a run does.', kind: FIX_ALL, edit }];
}
