/** An outline that a prompt is to have. Shape: `folder` is absolute, `focus` are paths in it. Units: tokens, by an estimate. */
export interface OutlineRequest {
  readonly folder: string;
  readonly tokens: number;
  readonly focus: readonly string[];
}

/** Its text, or a sentence that says why there is none. */
export type OutlineReply = { readonly text: string; readonly tokens: number } | { readonly fault: string };

/** Works out outlines of the project. Errors: none thrown; undefined where `signal` was aborted. */
export type Outliner = (request: OutlineRequest, signal: AbortSignal) => Promise<OutlineReply | undefined>;
