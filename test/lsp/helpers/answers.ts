import { CompletionItemKind, InsertTextFormat, SymbolKind } from 'vscode-languageserver-protocol/node';
import type {
  CodeAction,
  CompletionItem,
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  MarkupContent,
  Range,
  SymbolInformation,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Editor } from './editor.ts';
import type { Mark } from './marked-text.ts';

/** A file that is open, and the texts of the others. */
export interface Asked {
  readonly editor: Editor;
  readonly path: string;
  readonly text: string;
}

/** What an editor is answered at a mark, as lines that people read. */
export type Answer = (asked: Asked, mark: Mark) => Promise<string>;

/** How each feature is asked, and shown. */
export const ANSWERS: Readonly<Record<string, Answer>> = {
  hover: async (asked, { position }) => {
    const hover = await ask<Hover | null>(asked, 'hover', { position });
    return hover
      ? `${textAt(asked.text, hover.range)}\n${(hover.contents as MarkupContent).value}`
      : 'nothing';
  },
  completion: async (asked, { position, argument }) => {
    const items = await ask<CompletionItem[]>(asked, 'completion', { position });
    const shown = items.filter((each) => argument === 'all' || !isCommon(each));
    const left = shown.length < items.length ? ['and what is common'] : [];
    const lines = [...groupsOf(shown, asked).flatMap(groupLines), ...left];
    return lines.length === 0 ? 'nothing' : lines.join('\n');
  },
  definition: async (asked, { position }) =>
    places(asked, (await ask<Location[] | null>(asked, 'definition', { position })) ?? []),
  references: async (asked, { position, argument }) => {
    const context = { includeDeclaration: argument !== 'without' };
    return places(asked, await ask<Location[]>(asked, 'references', { position, context }));
  },
  highlights: async (asked, { position }) => {
    const uri = asked.editor.client.uri(asked.path);
    const found = await ask<DocumentHighlight[] | null>(asked, 'documentHighlight', { position });
    return places(
      asked,
      (found ?? []).map(({ range }) => ({ uri, range })),
    );
  },
  rename: async (asked, { position, argument }) => {
    const prepared = await ask<{ range: Range; placeholder: string } | null>(asked, 'prepareRename', {
      position,
    });
    const before = prepared ? `${prepared.placeholder} (${textAt(asked.text, prepared.range)})` : 'no name';
    try {
      const edit = await ask<WorkspaceEdit>(asked, 'rename', { position, newName: argument });
      return `${before}\n${changes(asked, edit)}`;
    } catch (thrown) {
      return `${before}\nrefused: ${(thrown as Error).message.replaceAll(asked.editor.root, '.')}`;
    }
  },
  symbols: async (asked, { argument }) => {
    if (argument === '')
      return symbolTree((await ask<DocumentSymbol[]>(asked, 'documentSymbol')) ?? [], asked.text);
    const { connection } = asked.editor.client;
    const query = argument === 'all' ? '' : argument;
    const found = await connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query });
    return places(
      asked,
      found.map(({ location }) => location),
    );
  },
  folding: async (asked) => {
    const lines = asked.text.split('\n');
    const ranges = await ask<FoldingRange[]>(asked, 'foldingRange');
    return ranges
      .map(
        ({ startLine, endLine }) =>
          `${startLine + 1}-${endLine + 1} ${lines[startLine]} … ${lines[endLine]?.trim()}`,
      )
      .join('\n');
  },
  formatting: async (asked) => {
    const edits = await ask<TextEdit[]>(asked, 'formatting', { options: { tabSize: 2, insertSpaces: true } });
    const made = edits.map(({ range, newText }) => `${rangeOf(range)} ${JSON.stringify(newText)}`);
    return [...made, '', applied(asked.text, edits)].join('\n').replaceAll('\r', '␍');
  },
  actions: async (asked, { position, argument }) => {
    const context = { diagnostics: [], ...(argument === '' ? {} : { only: argument.split(' ') }) };
    const range = { start: position, end: position };
    const found = await ask<CodeAction[]>(asked, 'codeAction', { range, context });
    const shown = found.map(
      ({ title, kind, isPreferred, diagnostics = [], edit = {} }) =>
        `${kind}: ${title}${isPreferred ? ' (preferred)' : ''} ${diagnostics.map(({ code }) => code).join()}\n${changes(asked, edit)}`,
    );
    return shown.length === 0 ? 'nothing' : shown.join('\n');
  },
  diagnostics: async ({ editor: { client }, path, text }) => {
    const found = await client.diagnostics(path, 1);
    return found
      .map(({ range, severity, code, message, tags = [], relatedInformation = [] }) => {
        const head = `${rangeOf(range)} ${textAt(text, range)} ${severity} ${code} ${tags.join()}`.trimEnd();
        const related = relatedInformation.map(
          (each) =>
            `  ${each.location.uri.slice(client.uri('').length)} ${rangeOf(each.location.range)} ${each.message}`,
        );
        return [head, textOfMessage(message).replaceAll(/^/gm, '  '), ...related].join('\n');
      })
      .join('\n');
  },
};

function ask<R>({ editor, path }: Asked, method: string, more: object = {}): Promise<R> {
  return editor.client.request<R>(`textDocument/${method}`, path, more);
}

/** What is the same for every map: what ships with wfmap, and the functions of expressions. */
function isCommon({ detail = '', label }: CompletionItem): boolean {
  return detail.includes('comes with wfmap') || detail.startsWith(`${label}(`);
}

/** Items side by side that are of one kind and take the place of the same text. */
interface ItemGroup {
  readonly head: string;
  readonly items: CompletionItem[];
}

const ITEM_KINDS = namesOf(CompletionItemKind);

function groupsOf(items: readonly CompletionItem[], { text }: Asked): readonly ItemGroup[] {
  const groups: ItemGroup[] = [];
  for (const item of items) {
    const head = `${textAt(text, (item.textEdit as TextEdit).range)} ${ITEM_KINDS.get(item.kind ?? 0)}`;
    const last = groups.at(-1);
    if (last?.head === head) last.items.push(item);
    else groups.push({ head, items: [item] });
  }
  return groups;
}

/** A line for each item; words of the language and fields of the format share one, with a star where they are explained. */
function groupLines({ head, items }: ItemGroup): readonly string[] {
  const docOf = ({ documentation }: CompletionItem): string =>
    (documentation as MarkupContent | undefined)?.value ?? '';
  if (/Keyword|Property/.test(head)) {
    return [
      `${head}: ${items.map((each) => `${writtenOf(each)}${docOf(each) === '' ? '' : '*'}`).join(', ')}`,
    ];
  }
  return items.map((each) => {
    const doc = docOf(each) === '' ? '' : ` // ${docOf(each)}`;
    return `${head}: ${writtenOf(each)}${each.detail === undefined ? '' : ` ${each.detail}`}${doc}`;
  });
}

function writtenOf({ label, textEdit, insertTextFormat }: CompletionItem): string {
  const { newText } = textEdit as TextEdit;
  const snippet = insertTextFormat === InsertTextFormat.Snippet ? ' (snippet)' : '';
  return newText === label ? label : `${label} => ${newText}${snippet}`;
}

function textOf(
  { editor, path, text }: Asked,
  uri: string,
): { readonly name: string; readonly text: string } {
  const name = uri.slice(editor.client.uri('').length);
  return { name, text: name === path ? text : editor.read(name) };
}

/** Places in order of file and line, each with its line and what is meant in it. */
function places(asked: Asked, found: readonly Location[]): string {
  if (found.length === 0) return 'nothing';
  const lines = found.map(({ uri, range }) => {
    const { name, text } = textOf(asked, uri);
    const line = text.split('\n')[range.start.line] ?? '';
    const [from, to] = [range.start.character, range.end.character];
    const shown = `${line.slice(0, from)}‹${line.slice(from, to)}›${line.slice(to)}`;
    return `${name}:${range.start.line + 1} ${shown.trim()}`;
  });
  return lines.join('\n');
}

function textOfMessage(message: string | MarkupContent): string {
  return typeof message === 'string' ? message : message.value;
}

function rangeOf({ start, end }: Range): string {
  return `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
}

function textAt(text: string, range: Range | undefined): string {
  return range ? `‹${TextDocument.create('file:///a', 'a', 1, text).getText(range)}›` : '‹›';
}

function applied(text: string, edits: TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create('file:///a', 'a', 1, text), edits);
}

/** The lines of files that edits change, as they were and as they are then. */
function changes(asked: Asked, { documentChanges = [] }: WorkspaceEdit): string {
  const files = documentChanges.flatMap((change) => {
    if (!('edits' in change)) throw new Error('Only texts are changed.');
    const { name, text } = textOf(asked, change.textDocument.uri);
    const [before, after] = [text.split('\n'), applied(text, change.edits as TextEdit[]).split('\n')];
    const lines = before.flatMap((line, at) =>
      line === after[at] ? [] : [`- ${line.trim()}`, `+ ${after[at]?.trim() ?? ''}`],
    );
    const added = after.length === before.length ? [] : [`${after.length - before.length} lines more`];
    return [`${name} (version ${change.textDocument.version})`, ...lines, ...added];
  });
  return files.join('\n');
}

const KINDS = namesOf(SymbolKind);

function namesOf(kinds: object): ReadonlyMap<number, string> {
  return new Map(Object.entries(kinds).map(([name, kind]) => [Number(kind), name]));
}

function symbolTree(symbols: readonly DocumentSymbol[], text: string, indent = ''): string {
  return symbols
    .map(({ name, kind, detail, range, selectionRange, children = [] }) => {
      const line = `${indent}${KINDS.get(kind)} ${name}: ${detail} ${textAt(text, selectionRange)} ${rangeOf(range)}`;
      return [line, ...(children.length > 0 ? [symbolTree(children, text, `${indent}  `)] : [])].join('\n');
    })
    .join('\n');
}
