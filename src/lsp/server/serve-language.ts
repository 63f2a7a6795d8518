import '../../framework/install-functions.ts';
import { setFlagsFromString } from 'node:v8';
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocuments,
  type Connection,
  type InitializeParams,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { toError } from '../../util/error.ts';
import { CAPABILITIES } from './capabilities.ts';
import { DiagnosticsPublisher } from '../features/diagnostics-publisher.ts';
import { serveRequests } from './serve-requests.ts';
import { Workspace } from '../documents/workspace.ts';

/** Files whose changes on disk change what is told of maps. */
const WATCHED = '**/*.{json,wfmap,md,hbs,handlebars,yaml,yml,txt}';

/**
 * Serves an editor by the language server protocol.
 *
 * L1. Only messages of the protocol are written to `output`. L2. A request that fails is answered with an error, and the next one
 * is served. L3. The process ends on `exit`, with 0 after a `shutdown` and else 1, and when `input` ends or the editor is gone.
 */
export function serveLanguage(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  version: string,
): Promise<never> {
  // A check leaves a tree of each text behind, young and dead: with room for it a fifth of the time goes.
  setFlagsFromString('--max-semi-space-size=64');
  setFlagsFromString('--min-semi-space-size=16');
  const connection = createConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  const end = (): void => process.exit(1);
  input.on('end', end).on('close', end);
  const workspace = new Workspace();
  const publisher = new DiagnosticsPublisher(workspace, {
    publish: (params) => void connection.sendDiagnostics(params),
    fault: (thrown) => connection.console.error(toError(thrown).stack ?? String(thrown)),
  });
  let watches = false;
  connection.onInitialize((params) => {
    setUp(workspace, params);
    watches = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return { capabilities: CAPABILITIES, serverInfo: { name: 'wfmap', version } };
  });
  connection.onInitialized(() => {
    if (watches) {
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: WATCHED }],
      });
    }
  });
  followFiles(connection, workspace, publisher);
  let isShutDown = false;
  connection.onShutdown(() => {
    isShutDown = true;
    publisher.stop();
  });
  serveRequests(connection, workspace, () => {
    if (isShutDown) throw new ResponseError(ErrorCodes.InvalidRequest, 'The server was told to shut down.');
  });
  connection.listen();
  // It is the protocol that ends the process.
  return new Promise<never>(() => undefined);
}

function setUp(workspace: Workspace, { capabilities, workspaceFolders, ...older }: InitializeParams): void {
  // What editors told before there were several folders.
  const { rootUri } = older;
  const folders = workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === 'string' ? [rootUri] : []);
  workspace.setFolders(folders);
  workspace.takesSnippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
  workspace.takesVersions = capabilities.workspace?.workspaceEdit?.documentChanges === true;
}

function followFiles(connection: Connection, workspace: Workspace, publisher: DiagnosticsPublisher): void {
  const documents = new TextDocuments(TextDocument);
  documents.onDidChangeContent(({ document }) => {
    const { uri, languageId, version } = document;
    workspace.put({ uri, languageId, version, text: document.getText() });
    publisher.schedule(uri);
  });
  documents.onDidClose(({ document }) => {
    workspace.remove(document.uri);
    publisher.schedule();
  });
  documents.onDidSave(({ document }) => {
    workspace.noteChange();
    publisher.schedule(document.uri);
  });
  connection.onDidChangeWatchedFiles(() => {
    workspace.noteChange();
    publisher.schedule();
  });
  connection.onNotification('workspace/didChangeWorkspaceFolders', ({ event }: FoldersChange) => {
    workspace.changeFolders(
      event.added.map(({ uri }) => uri),
      event.removed.map(({ uri }) => uri),
    );
    publisher.schedule();
  });
  documents.listen(connection);
}

interface FoldersChange {
  readonly event: {
    readonly added: readonly { readonly uri: string }[];
    readonly removed: readonly { readonly uri: string }[];
  };
}
