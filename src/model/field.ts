import type { Value } from './value.ts';

export type ScalarType = 'string' | 'number' | 'boolean';
export type Scalar = string | number | boolean;

/** The types that fields and parameters can declare. */
export const FIELD_TYPES = ['string', 'number', 'boolean', 'array', 'object'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The types that a map can write for its inputs: a `command` is a string that whoever gives it means as a command. */
export const INPUT_TYPES = [...FIELD_TYPES, 'command'] as const;

/** What a field and a definition of a parameter say about their values. */
export interface ValueDeclaration {
  readonly type: FieldType;
  /** The value where nothing else supplies one. */
  readonly default: Value | undefined;
  /** All values that are allowed, at least one. */
  readonly enum: readonly Value[] | undefined;
  /** Describes the whole value of an array or object. */
  readonly schema: SchemaSource | undefined;
}

/** An input of the map (`workslipFields`), or something that a person is asked for. */
export interface Field extends ValueDeclaration {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Whether it is a command line: of the type `command`, a string otherwise. */
  readonly isCommand?: true;
}

/** A parameter of one task beside the map's fields (`promptParams`): a definition, or a fixed value. */
export type Param =
  | (ValueDeclaration & {
      readonly kind: 'definition';
      readonly name: string;
      readonly description: string | undefined;
      readonly required: boolean;
    })
  | { readonly kind: 'literal'; readonly name: string; readonly value: Scalar };

/** A JSON Schema (draft 2020-12) of the map: written in it, or in a file that is looked up as templates are. */
export type SchemaSource =
  { readonly kind: 'inline'; readonly schema: Value } | { readonly kind: 'file'; readonly path: string };
