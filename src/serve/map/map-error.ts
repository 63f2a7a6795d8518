import { WfmapError } from '../../util/error.ts';
import type { ControlError, ControlFault } from '../control/control-error.ts';

/** The errors of JSON-RPC, and of MAP as far as they are used. */
const FAULTS = {
  'parse-error': [-32700, 'protocol'],
  'invalid-request': [-32600, 'protocol'],
  'method-not-found': [-32601, 'protocol'],
  'invalid-params': [-32602, 'protocol'],
  internal: [-32603, 'protocol'],
  'auth-required': [1000, 'auth'],
  'auth-failed': [1001, 'auth'],
  'permission-denied': [1003, 'auth'],
  'agent-not-found': [2001, 'routing'],
  'scope-not-found': [2002, 'routing'],
  'delivery-failed': [2003, 'routing'],
  'agent-exists': [3000, 'agent'],
  'state-invalid': [3001, 'agent'],
  'spawn-failed': [3004, 'agent'],
  exhausted: [4000, 'resource'],
  'rate-limited': [4001, 'resource'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type MapFault = keyof typeof FAULTS;

/** An error as a client gets it. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly category: string; readonly retryable: boolean } & Readonly<
    Record<string, unknown>
  >;
}

/** What a client asked for and does not get. `details` are for it too. */
export class MapError extends WfmapError {
  override readonly code: MapFault;
  override readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: MapFault, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.retryable = code === 'rate-limited';
    this.details = details;
  }

  toObject(): ErrorObject {
    const [code, category] = FAULTS[this.code];
    return { code, message: this.message, data: { category, retryable: this.retryable, ...this.details } };
  }
}

/** Where a client meets an error of control. */
const OF_CONTROL: Readonly<Record<ControlFault, MapFault>> = {
  'read-only': 'permission-denied',
  'inside-a-run': 'permission-denied',
  'unknown-run': 'scope-not-found',
  'unknown-question': 'state-invalid',
  'unknown-choice': 'invalid-params',
  'not-at-work': 'state-invalid',
  'needs-person': 'permission-denied',
  'bad-request': 'invalid-params',
  refused: 'state-invalid',
  failed: 'internal',
};

export function mapErrorOf({ code, message, help }: ControlError): MapError {
  return new MapError(OF_CONTROL[code], help === undefined ? message : `${message} ${help}`, {
    reason: code,
  });
}
