import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of a person's own keys, which no project reaches. */
function keyFolder(): string {
  const { XDG_CONFIG_HOME: config = '' } = process.env;
  return join(config === '' ? join(homedir(), '.config') : config, 'wfmap');
}

/** Where a private key is looked for, and made, unless another file is named. */
export function signingKeyPath(): string {
  return join(keyFolder(), 'gate-key.pem');
}

/** The public key next to a private one. */
export function publicPathOf(privatePath: string): string {
  return `${privatePath.replace(/[.]pem$/, '')}.pub`;
}
