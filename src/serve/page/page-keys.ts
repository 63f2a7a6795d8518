import { hash, randomBytes } from 'node:crypto';

/** Units: keys of browsers that are kept. */
const MAX_KEYS = 64;

/**
 * Who may use the page.
 *
 * K1. A code opens the page once: what is left of it in the history of a browser opens nothing.
 * K2. The token of the server opens it, too, for who types it.
 * K3. Nothing but digests are kept, and compared: how long that takes tells nothing.
 */
export class PageKeys {
  readonly #isToken: (text: string) => boolean;
  readonly #keys = new Set<string>();
  #code = '';
  #codeDigest = '';

  constructor(isToken: (text: string) => boolean) {
    this.#isToken = isToken;
    this.#renew();
  }

  /** The code of the next link. */
  get code(): string {
    return this.#code;
  }

  /** Takes a code or the token. Shape: a key for this browser; undefined for what opens nothing. */
  open(given: string): { readonly key: string; readonly wasCode: boolean } | undefined {
    const wasCode = digest(given) === this.#codeDigest;
    if (!wasCode && !this.#isToken(given)) return undefined;
    if (wasCode) this.#renew();
    const key = secret();
    this.#keys.add(digest(key));
    const [oldest] = this.#keys;
    if (this.#keys.size > MAX_KEYS && oldest !== undefined) this.#keys.delete(oldest);
    return { key, wasCode };
  }

  isKey(given: string | undefined): boolean {
    return given !== undefined && this.#keys.has(digest(given));
  }

  #renew(): void {
    this.#code = secret();
    this.#codeDigest = digest(this.#code);
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function digest(text: string): string {
  return hash('sha256', text);
}
