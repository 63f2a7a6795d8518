/** A value that a run knows: what JSON can say. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
