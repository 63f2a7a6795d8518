import { WfmapError } from '../../util/error.ts';

/** The errors of JSON-RPC, and of ACP as far as they are used. */
const CODES = {
  'parse-error': -32700,
  'invalid-request': -32600,
  'method-not-found': -32601,
  'invalid-params': -32602,
  internal: -32603,
  'not-found': -32002,
} as const;

/** What a client asked for and does not get. */
export class AcpError extends WfmapError {
  override readonly code: keyof typeof CODES;
  override readonly retryable = false;

  constructor(code: keyof typeof CODES, message: string) {
    super(message);
    this.code = code;
  }

  toObject(): { readonly code: number; readonly message: string } {
    return { code: CODES[this.code], message: this.message };
  }
}
