import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { readGateKey, type GateKey } from '../../gate/gate-key.ts';
import { readText } from '../../project/read-text.ts';
import { UsageError } from '../usage-error.ts';
import { publicPathOf, signingKeyPath } from './key-places.ts';

/** Units: bytes. */
const MAX_KEY_BYTES = 64 * 1024;

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
  return readGateKey(readText(path, MAX_KEY_BYTES), path);
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
