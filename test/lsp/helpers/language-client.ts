import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type ServerCapabilities,
} from 'vscode-languageserver-protocol/node';

/** What a client says that it can do. */
const ABILITIES = {
  workspace: { workspaceEdit: { documentChanges: true }, workspaceFolders: true },
  textDocument: { publishDiagnostics: { versionSupport: true, relatedInformation: true } },
};

/** The two ends of a server: what it reads, and what it writes. */
export interface ServerStreams {
  readonly input: NodeJS.WritableStream;
  readonly output: NodeJS.ReadableStream;
}

/** A real client of the protocol, of a server behind two streams. */
export class LanguageClient {
  readonly connection: ProtocolConnection;
  readonly #root: string;
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #waiting = new Set<() => void>();
  readonly #texts = new Map<string, { text: string; version: number }>();
  capabilities: ServerCapabilities | undefined;

  constructor({ input, output }: ServerStreams, root: string) {
    this.#root = root;
    this.connection = createProtocolConnection(
      new StreamMessageReader(output),
      new StreamMessageWriter(input),
    );
    this.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.#published.set(params.uri, params);
      for (const wake of this.#waiting) wake();
    });
    this.connection.listen();
  }

  async start(abilities: object = ABILITIES): Promise<InitializeResult> {
    const uri = pathToFileURL(this.#root).href;
    const result = await this.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: uri,
      capabilities: abilities,
      workspaceFolders: [{ uri, name: 'project' }],
    });
    this.capabilities = result.capabilities;
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  uri(path: string): string {
    return pathToFileURL(`${this.#root}/${path}`).href;
  }

  async open(path: string, text: string): Promise<void> {
    const uri = this.uri(path);
    this.#texts.set(uri, { text, version: 1 });
    const languageId = path.endsWith('.wfmap') ? 'wfmap' : path.endsWith('.json') ? 'json' : 'markdown';
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Replaces the whole text, or makes edits one after the other. */
  async change(path: string, contentChanges: readonly object[]): Promise<number> {
    const uri = this.uri(path);
    const known = this.#texts.get(uri) ?? { text: '', version: 0 };
    known.version += 1;
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: known.version },
      contentChanges,
    });
    return known.version;
  }

  async close(path: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: this.uri(path) },
    });
  }

  /** What is told of a file, once it is told of this version, and of what `until` accepts. */
  async diagnostics(
    path: string,
    version: number | undefined,
    until: (diagnostics: readonly Diagnostic[]) => boolean = () => true,
  ): Promise<readonly Diagnostic[]> {
    const uri = this.uri(path);
    for (;;) {
      const found = this.#published.get(uri);
      if (found && (version === undefined || found.version === version) && until(found.diagnostics)) {
        return found.diagnostics;
      }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }

  request<R>(method: string, path: string, more: object = {}): Promise<R> {
    return this.connection.sendRequest<R>(method, { textDocument: { uri: this.uri(path) }, ...more });
  }
}

/** The place of a text that is there once, or of a place in it: `at` counts from its beginning. */
export function placeOf(text: string, part: string, at = 0): Position {
  const offset = text.indexOf(part) + at;
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}
