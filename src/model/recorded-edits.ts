/**
 * What an execution changed in its folder, as it was at its end.
 *
 * Shape: `edits` has the whole text of each file by path, null for a deleted one; `left` says of the others why their text is not there.
 */
export interface RecordedEdits {
  readonly edits: Readonly<Record<string, string | null>>;
  readonly left: Readonly<Record<string, string>>;
}
