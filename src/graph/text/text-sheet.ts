/** What a text is written for. Units: `width` in columns. */
export interface TextSheet {
  readonly width: number;
  readonly isAscii: boolean;
  readonly color: boolean;
}
