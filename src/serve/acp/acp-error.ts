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

/** An error as a client gets it. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

/** What another protocol's server answers, handed on as it is. */
export class HandedOn extends WfmapError {
  override readonly code = 'handed-on';
  override readonly retryable = false;
  readonly error: RpcError;

  constructor(error: RpcError) {
    super(error.message);
    this.error = error;
  }

  toObject(): RpcError {
    return this.error;
  }
}

/** What a client asked for and does not get. */
export class AcpError extends WfmapError {
  override readonly code: keyof typeof CODES;
  override readonly retryable = false;

  constructor(code: keyof typeof CODES, message: string) {
    super(message);
    this.code = code;
  }

  toObject(): RpcError {
    return { code: CODES[this.code], message: this.message };
  }
}
