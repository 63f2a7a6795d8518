import { fileURLToPath, pathToFileURL } from 'node:url';

/** The absolute path that a URI names; undefined where it names no file of this machine. */
export function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    // Such as a file of another host: nothing of it is read.
    return undefined;
  }
}

/** The URI of a file, by its absolute path. */
export function uriOfPath(path: string): string {
  return pathToFileURL(path).href;
}
