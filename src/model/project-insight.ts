/**
 * What is known of a project without running anything of it: `project` in expressions and prompts.
 *
 * Shape: `keyDirs` are at most five folders, from the work root; `checks` commands that tell whether all is well, the
 * quick ones first; `build`, `test` and `lint` one command line each, "" where there is none.
 */
export interface ProjectInsight {
  readonly name: string;
  readonly language: ProjectLanguage;
  readonly keyDirs: readonly string[];
  readonly checks: readonly string[];
  readonly build: string;
  readonly test: string;
  readonly lint: string;
}

export const PROJECT_LANGUAGES = ['python', 'typescript', 'javascript', 'go', 'rust', 'unknown'] as const;
export type ProjectLanguage = (typeof PROJECT_LANGUAGES)[number];

/** Of a project that nobody looked at. */
export const UNKNOWN_PROJECT: ProjectInsight = {
  name: '',
  language: 'unknown',
  keyDirs: [],
  checks: [],
  build: '',
  test: '',
  lint: '',
};
