import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { SourceRecord } from '../../model/event-records.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { Program } from '../../run/program/program.ts';
import { RunError } from '../../run/state/run-error.ts';
import type { RunView } from '../../view/run-view.ts';
import { WfmapError } from '../../util/error.ts';
import { loadProgram, loadStoredProgram } from '../io/load-program.ts';
import { UsageError } from '../io/usage-error.ts';

type Sources = Pick<RunEventData['run.started'], 'map' | 'templates'>;

export interface ProgramToResume {
  readonly program: Program;
  /** The texts to keep, where the program is not the one that the run has. */
  readonly changedTexts: readonly string[] | undefined;
}

/** A run that was read, and where it is. */
interface ReadRun {
  readonly run: RunDirectory;
  readonly view: Pick<RunView, 'sources'>;
}

/**
 * The program that a run goes on with: the one it has, or the changed one where that is accepted.
 *
 * Errors: throws RunError `sources-changed` naming what changed, where it is neither accepted nor left aside.
 */
export function programToResume(
  { run: directory, view }: ReadRun,
  workRoot: string,
  accepts: { readonly acceptChanges: boolean; readonly asStarted: boolean },
): ProgramToResume {
  const kept = view.sources;
  if (kept === undefined) throw new UsageError('The journal has no start.');
  if (accepts.asStarted) {
    const { program } = loadStoredProgram(nodeFileSystem, directory, kept);
    return { program, changedTexts: undefined };
  }
  const current = loadCurrent(kept.map.path, workRoot);
  const changes = changesOf(kept, current);
  if (changes.length === 0 && current.program !== undefined) {
    return { program: current.program, changedTexts: undefined };
  }
  if (!accepts.acceptChanges || current.program === undefined) {
    throw new RunError(
      'sources-changed',
      `Since the run ${directory.name} was started: ${changes.join('; ')}.`,
      {
        help:
          'Resume with --as-started (the copies that the run keeps)' +
          (current.program === undefined ? '.' : ' or --accept-changes (what is there now).'),
      },
    );
  }
  return { program: current.program, changedTexts: current.texts };
}

interface Current {
  readonly program: Program | undefined;
  readonly texts: readonly string[];
  readonly fault: string | undefined;
}

function loadCurrent(mapPath: string, workRoot: string): Current {
  try {
    const { program, texts } = loadProgram(mapPath, workRoot, workRoot);
    return { program, texts, fault: undefined };
  } catch (thrown) {
    if (thrown instanceof WfmapError) return { program: undefined, texts: [], fault: thrown.message };
    throw thrown;
  }
}

function changesOf(kept: Sources, { program, fault }: Current): readonly string[] {
  if (program === undefined) return [`the map can no longer be used (${fault ?? ''})`];
  const changes: string[] = [];
  if (program.source.digest !== kept.map.digest) changes.push(`${kept.map.path} was changed`);
  const before = new Map(Object.entries(kept.templates));
  const now = new Map(Object.entries(program.templateSources));
  for (const [path, record] of before) {
    const other: SourceRecord | undefined = now.get(path);
    if (other === undefined) changes.push(`${path} is no longer used`);
    else if (other.digest !== record.digest) changes.push(`${other.path} was changed`);
  }
  for (const path of now.keys()) if (!before.has(path)) changes.push(`${path} is new`);
  return changes;
}
