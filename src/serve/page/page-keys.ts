import { createHmac, randomBytes } from 'node:crypto';
import { createToken, tokenCheckOf } from '../wire/access.ts';

/**
 * Who may use the page.
 *
 * K1. A code opens the page once: what is left of it in the history of a browser opens nothing.
 * K2. The token of the server opens it, too, for who types it.
 * K3. A key is made of the token: where that is kept, a browser stays connected when the server is started again; a new token makes
 *     all keys worthless.
 */
export class PageKeys {
  readonly #token: string;
  #code = createToken();

  constructor(token: string) {
    this.#token = token;
  }

  /** The code of the next link. */
  get code(): string {
    return this.#code;
  }

  /** Takes a code or the token. Shape: a key for this browser; undefined for what opens nothing. */
  open(given: string): { readonly key: string; readonly wasCode: boolean } | undefined {
    const wasCode = tokenCheckOf(this.#code)(given);
    if (!wasCode && !tokenCheckOf(this.#token)(given)) return undefined;
    if (wasCode) this.#code = createToken();
    const name = randomBytes(16).toString('base64url');
    return { key: `${name}.${this.#signed(name)}`, wasCode };
  }

  isKey(given: string | undefined): boolean {
    const [name = '', proof = ''] = given?.split('.') ?? [];
    return name !== '' && tokenCheckOf(this.#signed(name))(proof);
  }

  #signed(name: string): string {
    return createHmac('sha256', this.#token).update(`wfmap-page\n${name}`).digest('base64url');
  }
}
