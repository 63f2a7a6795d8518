/** The URI that a map has in the other form, where it lies beside it; undefined for what is neither. */
export function otherFormOf(uri: string): string | undefined {
  if (uri.endsWith('.json')) return uri.replace(/\.json$/, '.wfmap');
  return uri.endsWith('.wfmap') ? uri.replace(/\.wfmap$/, '.json') : undefined;
}
