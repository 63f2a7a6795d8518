import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { readGateKey, type GateKey } from '../../gate/gate-key.ts';
import { isWithin } from '../../project/is-within.ts';
import { UsageError } from '../io/usage-error.ts';
import { publicPathOf, readKeyText, signingKeyPath } from './key-places.ts';

/**
 * The public key that answers to signed tasks of a new run are checked by: `--gate-key`, else WFMAP_GATE_KEY, else
 * that of the person; undefined where there is none.
 *
 * Errors: throws {@link UsageError} for one in the project, where agents can change it; GateError and
 * ProjectError for one that cannot be read.
 */
export function findGateKey(flag: string | undefined, workRoot: string): GateKey | undefined {
  const { WFMAP_GATE_KEY: variable = '' } = process.env;
  const named = flag ?? (variable === '' ? undefined : variable);
  const path = resolve(named ?? publicPathOf(signingKeyPath()));
  if (named === undefined && !existsSync(path)) return undefined;
  const key = readKeyFile(path);
  if (isWithin(realpathSync(workRoot), realpathSync(path))) {
    throw new UsageError(`The public key "${path}" is in the project, where agents can change it.`, {
      help: 'Move it out of the project, and name it with --gate-key.',
    });
  }
  return key;
}

/** Reads a public key. Errors: throws GateError and ProjectError. */
export function readKeyFile(path: string): GateKey {
  return readGateKey(readKeyText(path), path);
}
