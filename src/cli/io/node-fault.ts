/** Set by the bundle from `engines` in package.json; absent where the sources run as they are, which only such a Node can do. */
declare const WFMAP_NODE: string | undefined;

const NEEDED = typeof WFMAP_NODE === 'string' ? WFMAP_NODE : undefined;

/**
 * Why wfmap cannot run on a version of Node, as a sentence; undefined where it can.
 *
 * An older Node must get as far as this sentence: nothing here, and nothing that it imports, is newer than what that reads.
 * Shape: both as in `22.18.0`; `needed` may lack its end.
 */
export function nodeFault(version: string = process.versions.node, needed = NEEDED): string | undefined {
  if (needed === undefined || !isOlder(version, needed)) return undefined;
  return `wfmap needs Node ${needed} or newer; this is ${version}.`;
}

function isOlder(version: string, needed: string): boolean {
  const [own, wanted] = [version, needed].map((each) => each.split('.').map(Number));
  const place = wanted?.findIndex((part, index) => part !== own?.[index]) ?? -1;
  return place >= 0 && (own?.[place] ?? 0) < (wanted?.[place] ?? 0);
}
