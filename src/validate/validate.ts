import type { Report } from '../diagnostics/diagnostic.ts';
import { catalogue } from '../diagnostics/catalogue.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { PromptSubject } from './blocks/rule.ts';
import { data, flow, guards, names, prompts } from './stages.ts';

/** What {@link validate} reads only when it gets as far as what a map names. */
export type ReadPrompts = (report: Report) => PromptSubject;

/**
 * Checks a map: names, then flow, then data, then guards and prompts.
 *
 * A stage runs only when those before it found no error, so that a mistyped name is told once, as a name,
 * and not again as an unreachable task. Faults in what is read for a stage do not keep it from running. With errors from
 * elsewhere (`isSound` false) only the names are checked.
 */
export function validate(
  document: MapDocument,
  isSound: boolean,
  readPrompts: ReadPrompts,
  report: Report,
): void {
  let sound = isSound;
  const counting: Report = (code, span, params, extra) => {
    if (catalogue[code].severity === 'error') sound = false;
    report(code, span, params, extra);
  };
  for (const rule of names) rule({ document }, counting);
  if (!sound) return;
  for (const rule of flow) rule({ document }, counting);
  if (!sound) return;
  const subject = readPrompts(report);
  for (const rule of data) rule(subject, counting);
  if (!sound) return;
  for (const rule of [...guards, ...prompts]) rule(subject, counting);
}
