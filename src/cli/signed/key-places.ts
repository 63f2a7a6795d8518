import { join } from 'node:path';
import { readText } from '../../project/read-text.ts';
import { userFolder } from '../io/user-folder.ts';

/** Where a private key is looked for, and made, unless another file is named: a place that no project reaches. */
export function signingKeyPath(): string {
  return join(userFolder('XDG_CONFIG_HOME'), 'gate-key.pem');
}

/** The public key next to a private one. */
export function publicPathOf(privatePath: string): string {
  return `${privatePath.replace(/[.]pem$/, '')}.pub`;
}

/** Units: bytes. */
const MAX_KEY_BYTES = 64 * 1024;

/** Reads the PEM of a key. Errors: throws ProjectError. */
export function readKeyText(path: string): string {
  return readText(path, MAX_KEY_BYTES);
}
