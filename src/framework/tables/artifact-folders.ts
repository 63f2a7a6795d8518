/** The folders that artifacts lie in, by name: no map or scenario is looked for there. */
export const ARTIFACT_FOLDERS = ['.map'] as const;
