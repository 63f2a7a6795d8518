import { existsSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { isEncrypted, publicHalfOf, readSigningKey } from '../../gate/gate-key.ts';
import { isAtTerminal } from '../ask/person-here.ts';
import { UsageError } from '../io/usage-error.ts';
import { askPassphrases } from './ask-passphrase.ts';
import { readKeyText, signingKeyPath } from './key-places.ts';

/**
 * The private key that an answer is signed with: the one that is named, else that of the person.
 *
 * `digest` is that of the public key which the run was started with; `help` says what else can be done. Errors: throws
 * {@link UsageError} where there is none, where nobody can type its passphrase, and where it is another pair's;
 * GateError and ProjectError for one that cannot be opened.
 */
export async function openSigningKey(
  named: string | undefined,
  digest: string,
  help: string,
): Promise<KeyObject> {
  const path = named ?? signingKeyPath();
  if (named === undefined && !existsSync(path)) {
    throw new UsageError(`The answer needs a signature, and there is no key at "${path}".`, { help });
  }
  const pem = readKeyText(path);
  const key = readSigningKey(pem, path, isEncrypted(pem) ? await passphraseOf(path, help) : undefined);
  const own = publicHalfOf(key).digest;
  if (own === digest) return key;
  throw new UsageError(
    `"${path}" is not the key of this run: its digest is ${own}, that of the run ${digest}.`,
    {
      help: 'Name the private key that belongs to the public key of the run with --key.',
    },
  );
}

async function passphraseOf(path: string, help: string): Promise<string> {
  if (!isAtTerminal()) {
    throw new UsageError(`The passphrase of "${path}" must be typed on a terminal, and there is none.`, {
      help,
    });
  }
  const [typed] = (await askPassphrases([`Passphrase of ${path}: `])) ?? [];
  if (typed !== undefined) return typed;
  throw new UsageError('No passphrase was typed; nothing was signed.');
}
