/** One way in which a value is not of the shape that the schema asks for. */
export interface ShapeError {
  /** A JSON pointer. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Whether a value has the shape of a map; the errors of the last call are in `errors`. */
export const isMapShape: ((value: unknown) => boolean) & { readonly errors?: readonly ShapeError[] | null };
