import { join, relative } from 'node:path';
import ts from 'typescript';

/** What is unused or never reached keeps nobody from running the code. */
const HARMLESS: ReadonlySet<number> = new Set([6133, 6192, 6196, 6198, 6199, 7027, 7028]);

/** Says of single files of a checkout whether they would compile with another text. */
export interface Compiler {
  /** Looks at the file alone, which is quick. */
  readonly compiles: (path: string, text: string) => boolean;
  /** Looks at all files, some of which may need what the file no longer gives: the first error, on a line. */
  readonly findFault: (path: string, text: string) => string | undefined;
}

/** A compiler of the files of a checkout that keeps what it has found out; `paths` are relative to `root`. */
export function createCompiler(root: string, paths: readonly string[]): Compiler {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const declared = ts.sys.readDirectory(join(root, 'src'), ['.d.ts']);
  const changed = new Map<string, string>();
  const versions = new Map<string, number>();
  const textOf = (file: string): string | undefined => changed.get(file) ?? ts.sys.readFile(file);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (each) => ts.getDefaultLibFilePath(each),
    getScriptFileNames: () => [...declared, ...paths.map((path) => join(root, path))],
    getScriptVersion: (file) => String(versions.get(file) ?? 0),
    getScriptSnapshot: (file) => {
      const text = textOf(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: textOf,
    readDirectory: (...given) => ts.sys.readDirectory(...given),
    directoryExists: (folder) => ts.sys.directoryExists(folder),
    getDirectories: (folder) => ts.sys.getDirectories(folder),
  });
  const put = (file: string, text: string | undefined): void => {
    if (text === undefined) changed.delete(file);
    else changed.set(file, text);
    versions.set(file, (versions.get(file) ?? 0) + 1);
  };
  const faultIn = (file: string): string | undefined => {
    const found = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
    const fault = found.find(({ code }) => !HARMLESS.has(code));
    return fault && `${relative(root, file)}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`;
  };
  const withText = <T>(path: string, text: string, look: (file: string) => T): T => {
    const file = join(root, path);
    put(file, text);
    try {
      return look(file);
    } finally {
      put(file, undefined);
    }
  };
  return {
    compiles: (path, text) => withText(path, text, (file) => faultIn(file) === undefined),
    findFault: (path, text) =>
      withText(path, text, () => {
        for (const each of paths) {
          const fault = faultIn(join(root, each));
          if (fault !== undefined) return fault;
        }
        return undefined;
      }),
  };
}
