/** Set by the bundle, from all of the code; absent where the sources run as they are, which change as one looks. */
declare const WFMAP_BUILD: string | undefined;

/** Tells this state of the code from every other: what one has found out, another must not believe. */
export const BUILD_ID = typeof WFMAP_BUILD === 'string' ? WFMAP_BUILD : undefined;
