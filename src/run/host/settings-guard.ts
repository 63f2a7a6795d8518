/**
 * Who notices that git's hooks, configuration or attributes are not what they were when the run started: somebody could let
 * the engine's own git run a program by them. Folders are absolute.
 */
export interface SettingsGuard {
  /**
   * Takes how they are now as the start. Shape: a short digest by what stands for each in a sentence; undefined where there is no
   * repository. Errors: none.
   */
  readonly begin: (folder: string) => Promise<Readonly<Record<string, string>> | undefined>;
  /**
   * Why git is not to be used in a folder, in sentences; undefined where nothing changed. Where it `isPush`, what decides where a
   * push goes counts as well. Errors: none.
   */
  readonly faultIn: (folder: string, isPush?: boolean) => Promise<string | undefined>;
}
