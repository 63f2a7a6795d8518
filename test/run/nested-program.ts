import { check } from '../../src/check/check.ts';
import type { Checked } from '../../src/check/checked.ts';
import type { ReadTemplate } from '../../src/model/template-lookup.ts';
import { toProgram } from '../../src/run/program/to-program.ts';
import type { CheckedProgram } from '../helpers/checked-program.ts';

/** A program with blocks and maps inside. Errors: throws where the map has an error. */
export function nestedProgram(
  text: string,
  files: Readonly<Record<string, string>> = {},
  path = 'maps/test.json',
): CheckedProgram {
  const readTemplate: ReadTemplate = (name) => {
    const found = Object.hasOwn(files, name) ? files[name] : undefined;
    return found === undefined
      ? { kind: 'missing', lookedIn: [name] }
      : { kind: 'found', source: { name, text: found } };
  };
  return programOf(check({ name: path, text }, readTemplate), path);
}

function programOf(checked: Checked, path: string): CheckedProgram {
  const { document, diagnostics, maps } = checked;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (document === undefined || errors.length > 0) {
    throw new Error(`the map has errors: ${errors.map(({ message }) => message).join(' ')}`);
  }
  const { program, texts } = toProgram({ ...checked, document }, path);
  const inner = Array.from(maps, ([name, each]) => [name, programOf(each, name)] as const);
  return {
    program: { ...program, maps: new Map(inner.map(([name, each]) => [name, each.program])) },
    texts: [...texts, ...inner.flatMap(([, each]) => each.texts)],
  };
}
