/**
 * The functions that expressions can call in this process, in addition to those of CEL.
 *
 * F1. A program installs its tables before anything reads them, and at least one, which may be empty: an expression
 *     means the same from the first to the last.
 * F2. No two functions have the same name.
 */
import { invariant } from '../../util/invariant.ts';
import type { BuiltIn, FunctionTable } from './function-table.ts';
import { OWN_FUNCTIONS } from './own-functions.ts';

const installed: FunctionTable[] = [];
let byName: ReadonlyMap<string, BuiltIn> | undefined;

/** Adds functions to those of the engine. Errors: throws an InvariantError after the first use (F1), and for a name that is taken (F2). */
export function installFunctions(table: FunctionTable): void {
  invariant(byName === undefined, 'Functions are installed before the first expression is read.');
  for (const { name } of table) {
    const isTaken = [...installed, OWN_FUNCTIONS].some((other) => other.some((each) => each.name === name));
    invariant(!isTaken, `The function ${name}() is installed once.`);
  }
  installed.push(table);
}

/** The function of a name; undefined where there is none. Errors: throws an InvariantError where no table is installed. */
export function findBuiltIn(name: string): BuiltIn | undefined {
  return all().get(name);
}

/** In the order in which messages list them: those of the engine last. */
export function builtInNames(): readonly string[] {
  return [...all().keys()];
}

function all(): ReadonlyMap<string, BuiltIn> {
  if (byName !== undefined) return byName;
  invariant(installed.length > 0, 'The program installs its tables of functions (installFunctions).');
  byName = new Map([...installed, OWN_FUNCTIONS].flat().map((each) => [each.name, each]));
  return byName;
}
