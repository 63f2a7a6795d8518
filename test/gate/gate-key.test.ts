import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createGateKeys,
  isEncrypted,
  publicHalfOf,
  readGateKey,
  readSigningKey,
} from '../../src/gate/gate-key.ts';
import { GateError } from '../../src/gate/gate-error.ts';

describe('a pair of keys', () => {
  test('with a passphrase is opened by it alone', () => {
    const { privatePem, gateKey } = createGateKeys('correct horse');
    expect(isEncrypted(privatePem)).toBe(true);
    expect(publicHalfOf(readSigningKey(privatePem, 'k', 'correct horse')).digest).toBe(gateKey.digest);
    for (const wrong of ['Correct horse', '', undefined]) {
      expect(() => readSigningKey(privatePem, 'k', wrong)).toThrow(/"k" cannot be opened as a key/);
    }
  });

  test('without one is opened by anybody', () => {
    const { privatePem, gateKey } = createGateKeys(undefined);
    expect(isEncrypted(privatePem)).toBe(false);
    expect(publicHalfOf(readSigningKey(privatePem, 'k', undefined)).digest).toBe(gateKey.digest);
  });

  test('is another each time', () => {
    expect(createGateKeys(undefined).gateKey.digest).not.toBe(createGateKeys(undefined).gateKey.digest);
  });
});

describe('a public key', () => {
  test('has one digest, however its PEM is written', () => {
    const { gateKey } = createGateKeys(undefined);
    const again = readGateKey(`\n${gateKey.pem.replaceAll('\n', '\r\n')}\n`, 'k');
    expect([again.digest, again.pem]).toEqual([gateKey.digest, gateKey.pem]);
    expect(gateKey.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is no private key, no key of another kind and nothing else', () => {
    const { privatePem } = createGateKeys(undefined);
    expect(() => readGateKey(privatePem, 'k')).toThrow(/"k" is a private key/);
    expect(() => readGateKey(createGateKeys('12345678').privatePem, 'k')).toThrow(/"k" is a private key/);
    const { publicKey } = generateKeyPairSync('x25519');
    const other = String(publicKey.export({ type: 'spki', format: 'pem' }));
    expect(() => readGateKey(other, 'k')).toThrow(/of type x25519/);
    for (const text of ['', 'no key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n']) {
      expect(() => readGateKey(text, 'k')).toThrow(/cannot be opened as a key/);
    }
  });
});

/** What is said of a key that is refused, with what helps. */
function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof GateError) return `${thrown.message}\n  help: ${thrown.help}`;
    throw thrown;
  }
  return 'taken';
}

test('each key that is refused is named, with what is to be done', async () => {
  const locked = createGateKeys('correct horse');
  const open = createGateKeys(undefined);
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const otherPublic = String(publicKey.export({ type: 'spki', format: 'pem' }));
  const otherPrivate = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const reported = {
    'a private key for a public one': () => readGateKey(open.privatePem, 'keys/me'),
    'no key for a public one': () => readGateKey('no key', 'keys/me.pub'),
    'a public key of another type': () => readGateKey(otherPublic, 'keys/me.pub'),
    'a wrong passphrase': () => readSigningKey(locked.privatePem, 'keys/me', 'wrong'),
    'no passphrase': () => readSigningKey(locked.privatePem, 'keys/me', undefined),
    'no key for a private one': () => readSigningKey('no key', 'keys/me', undefined),
    'a public key for a private one': () => readSigningKey(open.gateKey.pem, 'keys/me', undefined),
    'a private key of another type': () => readSigningKey(otherPrivate, 'keys/me', undefined),
  };
  const lines = Object.entries(reported).map(([title, read]) => `${title}:\n  ${refusalOf(read)}\n`);
  await expect(lines.join('\n')).toMatchFileSnapshot('../fixtures/gate/refused-keys.txt');
});

test('a key that cannot be opened keeps what the system said', () => {
  expect(() => readGateKey('no key', 'k')).toThrow(expect.objectContaining({ cause: expect.any(Error) }));
});

test('the public half has the PEM that the pair was written with', () => {
  const { privatePem, gateKey } = createGateKeys(undefined);
  expect(publicHalfOf(readSigningKey(privatePem, 'k', undefined)).pem).toBe(gateKey.pem);
  expect(gateKey.pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\w+/=]+\n-----END PUBLIC KEY-----\n$/);
});
