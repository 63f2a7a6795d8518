import type { FIELD_TABLE } from '../parts.ts';

/** What a field is for. Shape: `entry` says it of each entry of a list. */
export interface FieldDoc {
  readonly summary: string;
  readonly examples: readonly unknown[];
  readonly entry?: FieldDoc;
}

export interface PartDoc<Name extends string = string> {
  readonly title: string;
  readonly summary: string;
  readonly examples?: readonly unknown[];
  readonly fields: Readonly<Record<Name, FieldDoc>>;
}

type Table = typeof FIELD_TABLE;

/** A text for every part and field of the table. */
export type Docs = { readonly [Part in keyof Table]: PartDoc<keyof Table[Part]['fields'] & string> };
