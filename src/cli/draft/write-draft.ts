import { formatMap } from '../../print/convert.ts';
import { writeFiles } from '../eject/write-files.ts';
import { UsageError } from '../io/usage-error.ts';
import { filesOfDraft, mapPathOf, scenariosPathOf, type Draft } from './draft.ts';
import { placeFaults } from './place-faults.ts';
import { formatCommand } from '../io/format.ts';

/**
 * Writes the files of a draft to the project; those that are there as they should be are left alone, so that it may be done again.
 *
 * Shape: how to go on, a sentence each.
 * Errors: throws UsageError and ProjectError, before anything is written.
 */
export function writeDraft(draft: Draft, workRoot: string): string {
  const [fault] = placeFaults(draft);
  if (fault !== undefined) throw new UsageError(fault);
  const path = mapPathOf(draft.name);
  const map = formatMap({ name: path, text: draft.map }, () => undefined) ?? draft.map;
  writeFiles(filesOfDraft(draft, map), {
    root: workRoot,
    workFolder: workRoot,
    force: false,
    orElse: 'take another name',
  });
  const test = formatCommand(['wfmap', 'test', scenariosPathOf(draft.name), '--coverage=100']);
  const help = formatCommand(['wfmap', 'run', draft.name, '--help']);
  const simulate = formatCommand(['wfmap', 'run', draft.name, '--agent=scripted']);
  return `The map is ${path}. Play its scenarios with "${test}", see its inputs with "${help}", try it without a model with "${simulate}".`;
}
