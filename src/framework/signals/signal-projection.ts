import { ExpressionError } from '../../expression/cel/expression-error.ts';
import { expressionOf } from '../../expression/cel/expression-of.ts';
import type { ExpressionText } from '../../model/action.ts';
import type { Memory } from '../../artifact/artifact-ledger.ts';
import { isListValue, isObjectValue, type Value } from '../../model/value.ts';
import type { RunEvent } from '../../model/run-event.ts';
import type { FollowedRun, Projection, RunProjection } from '../../run/host/projection.ts';
import { invariant } from '../../util/invariant.ts';
import { rootScope } from '../readings/root-scope.ts';
import { archiveName, timeHead, type ArchiveSuffix } from './archive-name.ts';
import { cycleText, emptyCycleText, toEntry, type CycleEntry, type CycleHead } from './cycle-text.ts';
import { signalSectionOf, type SignalSection } from './signal-section.ts';

const FOLDER = 'docs/context';
const CYCLE_FILE = `${FOLDER}/current_cycle.md`;
const ARCHIVE_FOLDER = `${FOLDER}/archive`;

/**
 * The file of a goal cycle and its archives. A map asks for them by its section `signals`; its run is one cycle.
 *
 * C1. The file only grows while the run goes on: what was written is a beginning of what is written later, whatever was killed in between.
 * C2. A run leaves at most one archive of each suffix, under the name that it had first.
 */
export const SIGNAL_PROJECTION: Projection = {
  isOf: (map) => signalSectionOf(map) !== undefined,
  folderOf: () => FOLDER,
  keeps: [CYCLE_FILE, `${ARCHIVE_FOLDER}/**`],
  ignored: [FOLDER],
  follow,
};

/** A moment at which the cycle is archived. Shape: of its entries so many are in it. */
interface Archived {
  readonly at: string;
  readonly entries: number;
}

function follow(followed: FollowedRun): RunProjection {
  const section = signalSectionOf(followed.program.map);
  invariant(section, 'The map asks for these files.');
  const entries: CycleEntry[] = [];
  const archived = new Map<ArchiveSuffix, Archived>();
  const taken = archivesIn(followed.memories);
  const archive = (suffix: ArchiveSuffix, at: string): void => {
    archived.set(suffix, { at: archived.get(suffix)?.at ?? at, entries: entries.length });
  };
  return {
    apply: (event) => {
      entries.push(...entriesOf(event, section));
      const suffix = suffixOf(event, section);
      if (suffix !== undefined) archive(suffix, event.at);
    },
    files: () => {
      const cycle = cycleOf(followed, section);
      if (cycle === undefined) return { files: [] };
      const { head, pullRequest } = cycle;
      const archives = Array.from(archived, ([suffix, { at, entries: count }]) => ({
        path: pathOf(suffix, head.goal, { at, pullRequest, taken }),
        text: cycleText(head, entries.slice(0, count)),
      }));
      const text = followed.state.finished === undefined ? cycleText(head, entries) : emptyCycleText();
      return {
        files: [...archives, { path: CYCLE_FILE, text }],
        memory: { [MEMORY]: archives.map(({ path }) => path) },
      };
    },
  };
}

/** The blocks that an event brings: of an agent, or what the map says for others under the name that its section reads. */
function entriesOf({ type, address, data }: RunEvent, { expressions }: SignalSection): CycleEntry[] {
  if (type !== 'task.finished' || address.block.length > 0) return [];
  const node = expressions.get('block');
  const names = node === undefined ? [] : expressionOf(node).names.map(({ name }) => name);
  const said = names.flatMap((name) => data.bindings[name] ?? []);
  return [data.result, ...said].flatMap((value) => toEntry(value) ?? []);
}

function suffixOf({ type, address, data }: RunEvent, { pauses }: SignalSection): ArchiveSuffix | undefined {
  if (type === 'human.asked') {
    return address.block.length === 0 && pauses.has(data.task) ? '_incomplete' : undefined;
  }
  if (type !== 'run.finished') return undefined;
  if (!data.failed) return '';
  return data.outcome === 'incomplete' ? '_incomplete' : '_failed';
}

/** What the map says of its cycle; undefined until there is an id. */
function cycleOf(followed: FollowedRun, { expressions }: SignalSection): Cycle | undefined {
  const value = valueOf(expressions.get('cycle'), followed);
  if (!isObjectValue(value)) return undefined;
  const text = (name: string): string => {
    const member = value[name];
    return typeof member === 'string' ? member : '';
  };
  const [id, docs] = [text('id'), value['contextDocs']];
  if (!/^\d{4}-\d{2}-\d{2}-\d{3,}$/.test(id)) return undefined;
  const contextDocs = isListValue(docs) ? docs.filter((each) => typeof each === 'string') : [];
  const head = { cycle: id, goal: text('goal'), state: text('state'), contextDocs };
  return { head, pullRequest: text('pullRequest') };
}

interface Cycle {
  readonly head: CycleHead;
  readonly pullRequest: string;
}

/** Null where it has no value yet. */
function valueOf(node: ExpressionText | undefined, followed: FollowedRun): Value {
  if (node === undefined) return null;
  try {
    return expressionOf(node).evaluate(rootScope(followed));
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return null;
    throw thrown;
  }
}

/**
 * Where the archive of a suffix is. Only what came to its goal is called after its pull request, and only where no run before this
 * one left an archive of that name.
 */
function pathOf(suffix: ArchiveSuffix, goal: string, { at, pullRequest, taken }: Naming): string {
  const number = /^\d{1,9}$/.exec(pullRequest.trim())?.[0];
  const path = (name: string): string => `${ARCHIVE_FOLDER}/${archiveName(name, goal, suffix)}`;
  const isNamed = suffix === '' && number !== undefined && !taken.has(path(number));
  return path(isNamed ? number : timeHead(at));
}

interface Naming {
  readonly at: string;
  readonly pullRequest: string;
  readonly taken: ReadonlySet<string>;
}

/** What earlier runs on the branch left. */
function archivesIn(memories: readonly Memory[]): ReadonlySet<string> {
  return new Set(
    memories.flatMap(({ [MEMORY]: paths = null }) =>
      isListValue(paths) ? paths.filter((each) => typeof each === 'string') : [],
    ),
  );
}

const MEMORY = 'cycleArchives';
