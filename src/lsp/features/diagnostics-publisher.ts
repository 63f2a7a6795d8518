import type { PublishDiagnosticsParams } from 'vscode-languageserver/node';
import { checkRoleFile } from '../../check/check-role-file.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { roleAt } from '../../project/find-roles.ts';
import { templateReader } from '../../project/template-reader.ts';
import type { Analysis } from '../documents/analysis.ts';
import { pathOfUri } from '../documents/file-uri.ts';
import { toLspDiagnostic } from '../documents/to-lsp-diagnostic.ts';
import type { Workspace } from '../documents/workspace.ts';

export interface PublisherHost {
  readonly publish: (params: PublishDiagnosticsParams) => void;
  /** Tells of a fault of wfmap itself. */
  readonly fault: (thrown: unknown) => void;
}

/** Diagnostics of one file, told by one map or role. */
type ByFile = ReadonlyMap<string, readonly Diagnostic[]>;

/** So long nothing is checked after a change, and after one that follows a check at once: what comes together is checked once. */
const PAUSE_MS = 2;
const DEBOUNCE_MS = 20;
/** An editor that has told nothing for so long since a check tells of a key that somebody has pressed. */
const QUIET_MS = 100;

/**
 * Tells an editor what is wrong with what it has open, as it changes.
 *
 * P1. What is told of a text is told with its version; nothing of a text that is another by now is told.
 * P2. What several maps tell of a file is told together, and once. P3. Maps that are not open are looked at where an
 * open file may be used by them, after all that is open, and only what they tell of open files is told.
 */
export class DiagnosticsPublisher {
  readonly #workspace: Workspace;
  readonly #host: PublisherHost;
  /** By the URI of the map or role that tells. */
  readonly #reported = new Map<string, ByFile>();
  /** By the URI of the file that it is about. */
  readonly #published = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #round = 0;
  #checkedAt = 0;

  constructor(workspace: Workspace, host: PublisherHost) {
    this.#workspace = workspace;
    this.#host = host;
  }

  /** Checks soon. `changed` is what changed, which is looked at first. */
  schedule(changed?: string): void {
    this.#round += 1;
    const isQuiet = performance.now() - this.#checkedAt > QUIET_MS;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#refresh(changed);
        this.#checkedAt = performance.now();
      },
      isQuiet ? PAUSE_MS : DEBOUNCE_MS,
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#round += 1;
  }

  #refresh(changed: string | undefined): void {
    const buffers = [...this.#workspace.buffers];
    const open = buffers
      .map(({ uri }) => uri)
      .toSorted((a, b) => Number(b === changed) - Number(a === changed));
    const maps = open.filter((uri) => this.#isMap(uri));
    const others = open.filter((uri) => !maps.includes(uri));
    this.#reported.clear();
    for (const uri of maps) this.#reportOf(uri, () => this.#ofMap(uri));
    for (const uri of others) this.#reportOf(uri, () => this.#ofRole(uri));
    const inProjects = others.some((uri) => pathOfUri(uri) !== undefined);
    const closed = inProjects ? this.#workspace.foundMapUris().filter((uri) => !maps.includes(uri)) : [];
    // What was found out of a closed map before is told until it is looked at again.
    for (const uri of closed) this.#reportOf(uri, () => this.#ofKnown(uri, open));
    this.#publish();
    this.#goOn(closed, open, this.#round);
  }

  /** Looks at maps that are not open, one at a time, for as long as nothing changes. */
  #goOn([uri, ...rest]: readonly string[], open: readonly string[], round: number): void {
    if (uri === undefined) return;
    setImmediate(() => {
      if (round !== this.#round) return;
      this.#reportOf(uri, () => onlyOf(this.#ofMap(uri), open));
      this.#publish();
      const inner = this.#workspace.innerMapsOf(uri).filter((each) => !this.#reported.has(each));
      this.#goOn([...new Set([...rest, ...inner])], open, round);
    });
  }

  #isMap(uri: string): boolean {
    const buffer = this.#workspace.bufferOf(uri);
    return buffer !== undefined && this.#workspace.isMap(buffer);
  }

  #reportOf(uri: string, find: () => ByFile): void {
    try {
      this.#reported.set(uri, find());
    } catch (thrown) {
      this.#host.fault(thrown);
    }
  }

  #ofMap(uri: string): ByFile {
    return this.#reportedIn(this.#workspace.analysisOf(uri));
  }

  #ofKnown(uri: string, open: readonly string[]): ByFile {
    return onlyOf(this.#reportedIn(this.#workspace.knownAnalysisOf(uri)), open);
  }

  #reportedIn(analysis: Analysis | undefined): ByFile {
    if (!analysis) return new Map();
    const { file, checked } = analysis;
    return Map.groupBy(checked.diagnostics, ({ span }) =>
      this.#workspace.uriOfSource(file, span.source.name),
    );
  }

  /** Of a role that no map has to name. */
  #ofRole(uri: string): ByFile {
    const path = pathOfUri(uri);
    const role = path === undefined ? undefined : roleAt(path);
    if (!role) return new Map();
    const roots = { workRoot: role.root, mapRoot: role.root, nameFrom: role.root };
    const found = checkRoleFile(role.role, templateReader(roots, this.#workspace.files));
    return new Map([[uri, found.filter(({ span }) => span.source.name === role.path)]]);
  }

  #publish(): void {
    const targets = new Set(this.#published.keys());
    for (const reported of this.#reported.values()) for (const uri of reported.keys()) targets.add(uri);
    for (const { uri } of this.#workspace.buffers) targets.add(uri);
    for (const uri of targets) this.#publishOf(uri);
  }

  #publishOf(uri: string): void {
    const params = this.#paramsOf(uri);
    const text = JSON.stringify(params);
    const known = this.#published.get(uri);
    if (known === text) return;
    if (params.diagnostics.length === 0 && params.version === undefined) {
      this.#published.delete(uri);
      if (known === undefined) return;
    } else this.#published.set(uri, text);
    this.#host.publish(params);
  }

  #paramsOf(uri: string): PublishDiagnosticsParams {
    const found = new Map<string, PublishDiagnosticsParams['diagnostics'][number]>();
    for (const [owner, reported] of this.#reported) {
      const file = this.#workspace.knownAnalysisOf(owner)?.file;
      const uriOf = (name: string): string => (file ? this.#workspace.uriOfSource(file, name) : uri);
      for (const each of reported.get(uri) ?? []) {
        const diagnostic = toLspDiagnostic(each, uriOf);
        const { range, code, message } = diagnostic;
        found.set(JSON.stringify([range, code, message]), diagnostic);
      }
    }
    const version = this.#workspace.bufferOf(uri)?.version;
    return { uri, ...(version === undefined ? {} : { version }), diagnostics: [...found.values()] };
  }
}

function onlyOf(reported: ByFile, uris: readonly string[]): ByFile {
  return new Map([...reported].filter(([uri]) => uris.includes(uri)));
}
