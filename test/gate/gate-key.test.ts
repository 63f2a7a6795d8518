import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createGateKeys,
  isEncrypted,
  publicHalfOf,
  readGateKey,
  readSigningKey,
} from '../../src/gate/gate-key.ts';

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
