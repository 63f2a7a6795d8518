import { check } from '../../src/check/check.ts';
import type { ReadTemplate } from '../../src/model/template-lookup.ts';
import type { Program } from '../../src/run/program/program.ts';
import { toProgram } from '../../src/run/program/to-program.ts';

/** A program as a run starts with it, and the texts to keep with it. */
export interface CheckedProgram {
  readonly program: Program;
  readonly texts: readonly string[];
}

/** Checks a map in its JSON form (a text keeps the order of all keys), with templates by path. Errors: throws where the map has an error. */
export function checkedProgram(
  map: object | string,
  templates: Readonly<Record<string, string>> = {},
  path = 'maps/test.json',
): CheckedProgram {
  const text = typeof map === 'string' ? map : JSON.stringify(map, undefined, 2);
  const readTemplate: ReadTemplate = (name) => {
    const found = templates[name];
    return found === undefined
      ? { kind: 'missing', lookedIn: [name] }
      : { kind: 'found', source: { name, text: found } };
  };
  const checked = check({ name: path, text }, readTemplate);
  const errors = checked.diagnostics.filter(({ severity }) => severity === 'error');
  if (checked.document === undefined || errors.length > 0) {
    throw new Error(`the map has errors: ${errors.map(({ message }) => message).join(' ')}`);
  }
  return toProgram({ ...checked, document: checked.document }, path);
}
