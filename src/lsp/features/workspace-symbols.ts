import { SymbolKind, type SymbolInformation } from 'vscode-languageserver/node';
import type { MapDocument } from '../../model/map-document.ts';
import { tasksOf } from '../../validate/blocks/blocks.ts';
import { toRange } from '../documents/to-range.ts';
import type { Workspace } from '../documents/workspace.ts';

const MAX_SYMBOLS = 500;

/** Tasks of all maps of the project whose names have the signs of a query in them, in that order. */
export function workspaceSymbols(workspace: Workspace, query: string): SymbolInformation[] {
  const found: SymbolInformation[] = [];
  for (const uri of workspace.mapUris()) {
    const document = workspace.lastWholeOf(uri)?.document;
    if (!document) continue;
    for (const task of tasksOf(document.map)) {
      if (found.length >= MAX_SYMBOLS) return found;
      if (!isAsked(task.name, query)) continue;
      found.push({ name: task.name, kind: SymbolKind.Function, ...placeOf(document, task, uri) });
    }
  }
  return found;
}

function placeOf({ source, spanOf }: MapDocument, node: object, uri: string) {
  return { containerName: source.name, location: { uri, range: toRange(spanOf(node, 'name')) } };
}

function isAsked(name: string, query: string): boolean {
  const text = name.toLowerCase();
  let at = 0;
  for (const sign of query.toLowerCase()) {
    const next = text.indexOf(sign, at);
    if (next < 0) return false;
    at = next + sign.length;
  }
  return true;
}
