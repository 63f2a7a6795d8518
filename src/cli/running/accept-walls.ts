import { someOf } from '../../git/worktree-git.ts';
import type { WallRecord } from '../../model/event-records.ts';
import type { TaskWalls } from '../../run/host/task-walls.ts';
import type { WallNeeds } from '../../run/program/wall-needs.ts';
import type { WallKind } from '../../wall/wall.ts';
import { UsageError } from '../io/usage-error.ts';

/** What a run wants of walls, and who can be asked about it. */
export interface WallCheck {
  readonly needs: WallNeeds;
  /** Whether walls are wanted: `--no-wall` accepts that there are none. */
  readonly isWanted: boolean;
  /** The wall that the tasks of the run had until now; undefined for a new run. */
  readonly before: WallRecord | undefined;
  readonly say: (line: string) => void;
  /** Asks the person at the terminal; undefined without one. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

/** A host with the walls that {@link acceptWalls} gives; a simulation has none. Errors: as there. */
export async function withAcceptedWalls<T extends { readonly walls?: TaskWalls }>(
  host: T,
  check: WallCheck,
): Promise<T> {
  return host.walls === undefined ? host : { ...host, walls: await acceptWalls(host.walls, check) };
}

/**
 * Looks, before anything starts, whether the walls that hold here are those that the map needs, and says what they let through.
 *
 * Shape: the walls, with what was found and accepted in their record. Errors: throws UsageError where nobody accepts it.
 */
async function acceptWalls(walls: TaskWalls, check: WallCheck): Promise<TaskWalls> {
  const { needs, before, say } = check;
  const found = needs.tasks.map(({ name, ...task }) => ({ name, ...walls.foresee({ name, ...task }) }));
  const gaps = [...new Set(found.flatMap((each) => each.gaps))];
  if (gaps.length > 0) say(gapsLine(gaps));
  const weakerThan = weakenedFrom(before, walls.record);
  if (weakerThan !== undefined) say(weakenedLine(weakerThan, walls.record));
  const lacking = needs.isRequired ? found.filter(({ lack }) => lack !== undefined) : [];
  const by = lacking.length === 0 ? undefined : await acceptance(lackSentence(walls.record, lacking), check);
  return {
    ...walls,
    record: {
      ...walls.record,
      ...(gaps.length === 0 ? {} : { gaps }),
      ...(by === undefined ? {} : { accepted: { by, tasks: namesOf(lacking) } }),
      ...(weakerThan === undefined ? {} : { weakerThan }),
    },
  };
}

type Lacking = readonly { readonly name: string; readonly lack?: 'no wall' | 'nothing frozen' }[];

async function acceptance(
  sentence: string,
  { isWanted, say, confirm }: WallCheck,
): Promise<'option' | 'person'> {
  if (!isWanted) {
    say(sentence);
    return 'option';
  }
  if (confirm !== undefined) {
    say(sentence);
    if (await confirm('Continue without it? (y/N) ')) return 'person';
    throw new UsageError('Nothing was started.', { help: WAYS_OUT });
  }
  throw new UsageError(sentence, { help: WAYS_OUT });
}

const WAYS_OUT = 'wfmap doctor says which wall this machine lacks; --no-wall does without.';

const TITLES: Readonly<Record<WallKind, string>> = {
  bwrap: 'bwrap',
  landlock: 'Landlock',
  'sandbox-exec': 'sandbox-exec',
};

function lackSentence({ kind, reason }: WallRecord, lacking: Lacking): string {
  const head = 'The map needs a wall around each task';
  if (kind === null) return `${head}, and there is none for ${listOf(lacking)}: ${reason}.`;
  const open = lacking.filter(({ lack }) => lack === 'no wall');
  const unfrozen = lacking.filter(({ lack }) => lack === 'nothing frozen');
  const parts = [
    ...(open.length === 0 ? [] : [`cannot hold ${listOf(open)}`]),
    ...(unfrozen.length === 0 ? [] : [`freezes nothing in what ${listOf(unfrozen)} may write`]),
  ];
  return `${head}, and ${TITLES[kind]} ${parts.join(' and ')}.`;
}

function listOf(lacking: Lacking): string {
  return someOf(namesOf(lacking));
}

function namesOf(lacking: Lacking): readonly string[] {
  return [...new Set(lacking.map(({ name }) => name))];
}

/** Units: UTF-16. */
const MAX_GAP = 200;

function gapsLine([first = '', ...others]: readonly string[]): string {
  const more =
    others.length === 0
      ? ''
      : ` There ${others.length === 1 ? 'is' : 'are'} ${others.length} more in "wfmap show --json".`;
  return `A gap of this wall: ${first.length > MAX_GAP ? `${first.slice(0, MAX_GAP)} …` : first}${more}`;
}

/** Who holds more comes first. */
const ORDER: readonly (WallKind | null)[] = ['bwrap', 'sandbox-exec', 'landlock', null];

function weakenedFrom(before: WallRecord | undefined, { kind }: WallRecord): WallKind | undefined {
  const was = before?.kind ?? null;
  return was !== null && ORDER.indexOf(kind) > ORDER.indexOf(was) ? was : undefined;
}

function weakenedLine(was: WallKind, { kind, reason }: WallRecord): string {
  const now = kind === null ? `have no wall: ${reason}` : `run behind ${TITLES[kind]}, which holds less`;
  return `The tasks of this run ran behind ${TITLES[was]}; from here on they ${now}.`;
}
