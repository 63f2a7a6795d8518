import type { Report } from '../diagnostics/diagnostic.ts';
import { catalogue, type Code } from '../diagnostics/catalogue.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { PromptSubject } from './blocks/rule.ts';
import { checkExpressions } from './checks/check-expressions.ts';
import { checkTemplates } from './checks/check-templates.ts';
import { data, flow, guards, names, prompts } from './stages.ts';

/** What {@link validate} reads only when it gets as far as what a map names. */
export type ReadPrompts = (report: Report) => PromptSubject;

/**
 * Checks a map: names, then flow, then data, then guards and prompts.
 *
 * A stage runs only when those before it found no error, so that a mistyped name is told once, as a name,
 * and not again as an unreachable task. A name that nothing declares is reported all the same: it is a mistake of its own,
 * wherever the tasks lead. Faults in what is read for a stage do not keep it from running. With errors from elsewhere
 * (`isSound` false) only the names are checked.
 */
export function validate(
  document: MapDocument,
  isSound: boolean,
  readPrompts: ReadPrompts,
  report: Report,
): void {
  let sound = isSound;
  let isDeclared = isSound;
  const counting: Report = (code, span, params, extra) => {
    if (catalogue[code].severity === 'error') {
      sound = false;
      if (OF_DECLARATIONS.has(code)) isDeclared = false;
    }
    report(code, span, params, extra);
  };
  const undeclared: Report = (code, ...all) => {
    if (code === 'undeclared-name') report(code, ...all);
  };
  for (const rule of names) rule({ document }, counting);
  if (sound) for (const rule of flow) rule({ document }, counting);
  if (!isDeclared) return;
  const subject = readPrompts(sound ? report : () => undefined);
  if (!sound) {
    checkExpressions(subject, undeclared);
    checkTemplates(subject, undeclared);
    return;
  }
  for (const rule of data) rule(subject, counting);
  if (sound) for (const rule of [...guards, ...prompts]) rule(subject, counting);
  else checkTemplates(subject, undeclared);
}

/** Of names of values: what reads one that is declared wrongly is not at fault. */
const OF_DECLARATIONS: ReadonlySet<string> = new Set<Code>([
  'empty-name',
  'padded-name',
  'reserved-field-name',
  'clashing-field-names',
  'reserved-bound-name',
  'shadowed-binding',
  'excessive-block-depth',
]);
