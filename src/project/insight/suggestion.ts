/** Which of a project's commands a suggestion is for. `types` and `other` are only among its `checks`. */
export type CheckKind = 'build' | 'test' | 'lint' | 'types' | 'other';

/** A command that a project seems to have. Shape: `from` is the file that speaks for it. */
export interface Suggestion {
  readonly kind: CheckKind;
  readonly command: string;
  readonly from: string;
}
