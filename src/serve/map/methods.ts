import type { Value } from '../../model/value.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { invariant } from '../../util/invariant.ts';
import { controlMethods } from './control-methods.ts';
import { ABILITIES, methodNameOf } from './dialect.ts';
import { eventMethods } from './event-methods.ts';
import { firstMethods } from './first-methods.ts';
import { guestMethods } from './guest-methods.ts';
import { MapError } from './map-error.ts';
import type { Caller, Method, Methods, Params } from './method.ts';
import { queryMethods } from './query-methods.ts';
import { sessionMethods } from './session-methods.ts';

/** Every method that is served; all others are answered as unknown. */
export const METHODS: Methods = {
  ...sessionMethods,
  ...firstMethods,
  ...queryMethods,
  ...eventMethods,
  ...controlMethods,
  ...guestMethods,
};

/** Calls a method for a client. Errors: throws MapError, ControlError, JournalError. */
export async function callMethod(caller: Caller, written: string, params: Params): Promise<unknown> {
  const name = methodNameOf(written, caller.dialect);
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (method === undefined)
    throw new MapError('method-not-found', `There is no method "${written.slice(0, 100)}" here.`);
  refuseUnlessAllowed(caller, method);
  check(method, params);
  return method.call(caller, params);
}

function refuseUnlessAllowed(caller: Caller, { needs, changesScopes = false }: Method): void {
  if (needs === 'nothing') return;
  if (!caller.isAuthenticated) throw new MapError('auth-required', 'Show the token first: map/authenticate.');
  if (caller.participant === undefined) throw new MapError('state-invalid', 'Connect first: map/connect.');
  if (needs === 'control' && caller.shared.options.isReadOnly) {
    throw new MapError('permission-denied', 'This server only shows runs: it was started with --read-only.');
  }
  if (changesScopes && !ABILITIES[caller.dialect].canChangeScopes) {
    throw new MapError('permission-denied', 'In the mode "acp-compat" scopes are only listed.');
  }
}

function check({ params: schema }: Method, params: Params): void {
  // Both are JSON.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const compiled = compileSchema(schema as Value);
  invariant('check' in compiled, 'the schema of a method can be used');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [fault] = compiled.check(params as Value);
  if (fault === undefined) return;
  throw new MapError('invalid-params', fault.message, { path: fault.path });
}
