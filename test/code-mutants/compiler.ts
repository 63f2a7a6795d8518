import { join } from 'node:path';
import ts from 'typescript';

/** What is unused or never reached keeps nobody from running the code. */
const HARMLESS: ReadonlySet<number> = new Set([6133, 6192, 6196, 6198, 6199, 7027, 7028]);

/** Says of single files of a checkout whether they would compile with another text. */
export interface Compiler {
  readonly compiles: (path: string, text: string) => boolean;
}

/** A compiler of the files of a checkout that keeps what it has found out; `paths` are relative to `root`. */
export function createCompiler(root: string, paths: readonly string[]): Compiler {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const changed = new Map<string, string>();
  const versions = new Map<string, number>();
  const textOf = (file: string): string | undefined => changed.get(file) ?? ts.sys.readFile(file);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (each) => ts.getDefaultLibFilePath(each),
    getScriptFileNames: () => paths.map((path) => join(root, path)),
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
  return {
    compiles: (path, text) => {
      const file = join(root, path);
      put(file, text);
      const found = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
      put(file, undefined);
      return found.every(({ code }) => HARMLESS.has(code));
    },
  };
}
