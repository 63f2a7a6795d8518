import { ErrorCodes, ResponseError, type Connection } from 'vscode-languageserver/node';
import type { Analysis } from '../documents/analysis.ts';
import { codeActions } from '../features/code-actions.ts';
import { complete } from '../completion/complete.ts';
import { documentSymbols } from '../features/document-symbols.ts';
import {
  definitionsOf,
  findOccurrence,
  highlightsOf,
  referencesTo,
  referencesToFile,
} from '../features/find-places.ts';
import { foldingRanges } from '../features/folding-ranges.ts';
import { formattingEdits } from '../features/formatting.ts';
import { hoverAt } from '../features/hover-at.ts';
import { rename } from '../features/rename.ts';
import { toRange } from '../documents/to-range.ts';
import { workspaceSymbols } from '../features/workspace-symbols.ts';
import type { Workspace } from '../documents/workspace.ts';

/** Answers requests; `admit` throws where none is answered any more. */
export function serveRequests(connection: Connection, workspace: Workspace, admit: () => void): void {
  const answering =
    <P, R>(answer: (params: P) => R) =>
    (params: P): R => {
      admit();
      return answer(params);
    };
  connection.onHover(answering((params) => hoverAt(workspace, params) ?? null));
  connection.onCompletion(answering((params) => complete(workspace, params)));
  connection.onDefinition(
    answering((params) => {
      const found = findOccurrence(workspace, params);
      return found ? definitionsOf(workspace, found) : null;
    }),
  );
  connection.onReferences(
    answering((params) => {
      const found = findOccurrence(workspace, params);
      if (found) return referencesTo(workspace, found, params.context.includeDeclaration);
      // In a template, a role or a schema, what is asked for is the file.
      const users = referencesToFile(workspace, params.textDocument.uri);
      return users.map(({ uri, span }) => ({ uri, range: toRange(span) }));
    }),
  );
  connection.onDocumentHighlight(
    answering((params) => {
      const found = findOccurrence(workspace, params);
      return found ? highlightsOf(workspace, found) : null;
    }),
  );
  connection.onPrepareRename(
    answering((params) => {
      const found = findOccurrence(workspace, params);
      return found && found.kind !== 'file' ? { range: toRange(found.span), placeholder: found.name } : null;
    }),
  );
  connection.onRenameRequest(
    answering((params) => {
      const found = findOccurrence(workspace, params);
      if (found && found.kind !== 'file') return rename(workspace, found, params.newName);
      throw new ResponseError(
        ErrorCodes.InvalidRequest,
        'What stands here has no name that can be changed: tasks, actions, inputs, parameters and bound names have.',
      );
    }),
  );
  serveMaps(connection, workspace, admit);
}

/** Answers what is asked of a whole map, or of all. */
function serveMaps(connection: Connection, workspace: Workspace, admit: () => void): void {
  const ofMap =
    <R>(answer: (analysis: Analysis) => R) =>
    ({ textDocument: { uri } }: { readonly textDocument: { readonly uri: string } }): R | null => {
      admit();
      const analysis = workspace.analysisOf(uri);
      return analysis ? answer(analysis) : null;
    };
  connection.onDocumentSymbol(ofMap(({ document }) => (document ? documentSymbols(document) : null)));
  connection.onFoldingRanges(ofMap(foldingRanges));
  connection.onDocumentFormatting(ofMap(({ file }) => formattingEdits(file.source)));
  connection.onCodeAction((params) => {
    admit();
    return codeActions(workspace, analysesAbout(workspace, params.textDocument.uri), params);
  });
  connection.onWorkspaceSymbol(({ query }) => {
    admit();
    return workspaceSymbols(workspace, query);
  });
}

/** The map itself, or those that use a file. */
function analysesAbout(workspace: Workspace, uri: string): readonly Analysis[] {
  const own = workspace.analysisOf(uri);
  if (own) return [own];
  if (!workspace.bufferOf(uri)) return [];
  return workspace.mapUris().flatMap((each) => workspace.analysisOf(each) ?? []);
}
