import { SymbolKind, type DocumentSymbol } from 'vscode-languageserver/node';
import type { Block, Task } from '../../model/block.ts';
import type { MapDocument } from '../../model/map-document.ts';
import { toRange } from '../documents/to-range.ts';

const KINDS: Readonly<Record<Task['type'], SymbolKind>> = {
  claude: SymbolKind.Function,
  shell: SymbolKind.Method,
  human: SymbolKind.Interface,
  decide: SymbolKind.Operator,
  parallel: SymbolKind.Namespace,
  foreach: SymbolKind.Array,
  workflow: SymbolKind.Module,
  end: SymbolKind.Event,
};

/** Inputs and tasks of a map; in tasks their actions, branches and the tasks of their blocks. */
export function documentSymbols(document: MapDocument): DocumentSymbol[] {
  const { map } = document;
  return [
    ...map.fields.map((field) =>
      symbolOf(document, field, { kind: SymbolKind.Field, detail: field.type, children: [] }),
    ),
    ...tasksIn(map.block, document),
  ];
}

function tasksIn(block: Block, document: MapDocument): DocumentSymbol[] {
  return block.tasks.map((task) =>
    symbolOf(document, task, {
      kind: KINDS[task.type],
      detail: task.type,
      children: partsOf(task, document),
    }),
  );
}

function partsOf(task: Task, document: MapDocument): DocumentSymbol[] {
  if (task.type === 'end') return [];
  const inner =
    task.type === 'foreach'
      ? tasksIn(task.body, document)
      : task.type === 'parallel'
        ? task.branches.map((branch) =>
            symbolOf(document, branch, {
              kind: SymbolKind.Package,
              detail: 'branch',
              children: tasksIn(branch.block, document),
            }),
          )
        : [];
  const actions = task.actions.map((action) =>
    symbolOf(document, action, { kind: SymbolKind.EnumMember, detail: `→ ${action.target}`, children: [] }),
  );
  return [...inner, ...actions];
}

function symbolOf(
  { spanOf }: MapDocument,
  node: { readonly name: string },
  {
    kind,
    detail,
    children,
  }: Pick<DocumentSymbol, 'kind'> & { readonly detail: string; readonly children: DocumentSymbol[] },
): DocumentSymbol {
  const [whole, name] = [spanOf(node), spanOf(node, 'name')];
  const range = { ...whole, start: Math.min(whole.start, name.start), end: Math.max(whole.end, name.end) };
  // The protocol wants a name that is not empty.
  const shown = node.name.trim() === '' ? '""' : node.name;
  return { name: shown, detail, kind, range: toRange(range), selectionRange: toRange(name), children };
}
