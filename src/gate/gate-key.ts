import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { GateError } from './gate-error.ts';

/**
 * The public half of a pair of keys, by which answers to signed tasks are checked.
 *
 * Shape: `digest` is SHA-256 of the key's SPKI DER form, hex, so that it names the key and not a way to write it; `pem`
 * is that form as PEM.
 */
export interface GateKey {
  readonly digest: string;
  readonly pem: string;
  readonly key: KeyObject;
}

/** A new pair of ed25519 keys. Shape: the private one is PKCS#8 PEM, encrypted where there is a passphrase. */
export function createGateKeys(passphrase: string | undefined): {
  readonly privatePem: string;
  readonly gateKey: GateKey;
} {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const form = { type: 'pkcs8', format: 'pem' } as const;
  const privatePem = privateKey.export(
    passphrase === undefined ? form : { ...form, cipher: 'aes-256-cbc', passphrase },
  );
  return { privatePem: String(privatePem), gateKey: gateKeyOf(publicKey) };
}

/** Reads a public key from PEM. Errors: throws {@link GateError} for any other text, and for a key of another type. */
export function readGateKey(pem: string, name: string): GateKey {
  // Node would derive a public key from a private one: naming that file is a mistake.
  if (pem.includes('PRIVATE KEY')) {
    throw new GateError(`"${name}" is a private key.`, {
      help: 'Name the public key next to it, which ends in .pub. The private key belongs to the person who answers.',
    });
  }
  return gateKeyOf(
    ed25519(name, () => createPublicKey(pem), 'It is made by "wfmap key new", and ends in .pub.'),
  );
}

/** Reads a private key from PEM. Errors: throws {@link GateError}, also for a wrong passphrase. */
export function readSigningKey(pem: string, name: string, passphrase: string | undefined): KeyObject {
  const options = { key: pem, ...(passphrase === undefined ? {} : { passphrase }) };
  const help = isEncrypted(pem) ? 'Check the passphrase: it may be wrong.' : 'It is made by "wfmap key new".';
  return ed25519(name, () => createPrivateKey(options), help);
}

/** Whether a private key can only be read with a passphrase. */
export function isEncrypted(pem: string): boolean {
  return pem.includes('BEGIN ENCRYPTED PRIVATE KEY');
}

/** The public half of a private key. */
export function publicHalfOf(key: KeyObject): GateKey {
  return gateKeyOf(createPublicKey(key));
}

function gateKeyOf(key: KeyObject): GateKey {
  const digest = hash('sha256', key.export({ type: 'spki', format: 'der' }), 'hex');
  return { digest, key, pem: String(key.export({ type: 'spki', format: 'pem' })) };
}

function ed25519(name: string, read: () => KeyObject, help: string): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (thrown) {
    throw new GateError(`"${name}" cannot be opened as a key.`, { help, cause: thrown });
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new GateError(`"${name}" is a key of type ${key.asymmetricKeyType}, not ed25519.`, { help });
}
