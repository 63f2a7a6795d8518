import { existsSync } from 'node:fs';
import type { Field } from '../../../model/field.ts';
import { UNKNOWN_PROJECT, type ProjectInsight } from '../../../model/project-insight.ts';
import type { Value } from '../../../model/value.ts';
import { readSeed } from '../../flags/run-flags.ts';
import { jsonProgress, plainProgress, type Progress } from '../../progress/progress.ts';
import { findScript, storyOf, type FoundScript } from '../../stories/find-script.ts';
import { stageStory, type StagedStory } from '../../stories/stage-story.ts';
import type { ThrowAwayProject } from '../../stories/throw-away-project.ts';

interface PlayFlags {
  readonly agent?: string | undefined;
  readonly seed?: string | undefined;
  readonly goal?: string | undefined;
  readonly verbose: boolean;
  readonly json: boolean;
}

/** Who plays a run, and how its progress is shown. */
export interface Play {
  /** As a resume has to name it: a story by its file. */
  readonly agent: string;
  /** Of a walk that is made up. */
  readonly seed: number;
  readonly found: FoundScript | undefined;
  readonly staged: StagedStory | undefined;
  readonly progress: Progress;
  /** What the script gives of the inputs of a map. */
  readonly fieldsOf: (fields: readonly Field[]) => Readonly<Record<string, Value>>;
  readonly projectOf: (insight: ProjectInsight) => ProjectInsight;
  /** Says at the begin that it is a simulation, and at the end what the story did in its project. */
  readonly begin: () => void;
  readonly end: () => Promise<void>;
  readonly dispose: () => void;
}

/**
 * Prepares what the command line says of the agent. `project` is where the edits of a story are made; default: a throw-away one. A
 * story is about its own inputs: with those of a person (`hasInputs`) a walk is made up.
 *
 * Errors: throws ScenarioError, ProjectError, UsageError.
 */
export async function preparePlay(
  argv: PlayFlags,
  { mapPath, hasInputs }: { readonly mapPath: string; readonly hasInputs: boolean },
  project?: ThrowAwayProject,
): Promise<Play> {
  const asked = argv.agent ?? 'claude';
  const seed = readSeed(argv.seed);
  const hasOwn = hasInputs || argv.goal !== undefined;
  const found = await findScript(asked, { mapPath, wantsWalk: hasOwn || argv.seed !== undefined });
  const kind = /^scripted(?::|$)/.test(asked) ? 'scripted' : 'claude';
  const isStory = found?.isStory === true;
  const isWatched = isStory && !argv.json && process.stderr.isTTY;
  const progress = argv.json
    ? jsonProgress(kind)
    : plainProgress(kind, undefined, { isBrief: isWatched && !argv.verbose });
  const staged = found && (await stageStory(found, { isWatched, say: progress.say, project }));
  return {
    agent: isStory ? `scripted:${found.file}` : asked,
    seed,
    found,
    staged,
    progress,
    fieldsOf: (fields) => fieldsIn(found, fields, argv.goal),
    projectOf: (insight) =>
      // The schema of scenarios asks for these members, and for no others.
      found?.isScenario === true
        ? { ...UNKNOWN_PROJECT, ...(found.project as Partial<ProjectInsight>) }
        : insight,
    begin: () => {
      const leavesStoryOut = hasOwn && hasStory(asked, argv, mapPath);
      for (const line of isStory ? BEGIN : leavesStoryOut ? [WALK] : []) progress.say(line);
    },
    end: async () => {
      if (!isStory) return;
      for (const line of (await staged?.project?.commits()) ?? []) progress.say(`Throw-away commit ${line}`);
      progress.say(END);
    },
    dispose: () => {
      if (project === undefined) staged?.project?.dispose();
    },
  };
}

const BEGIN = [
  'This is a simulation: a story, written for the demonstration. No model works,',
  'and only a throw-away project is edited.',
];
/** Whether a map has a story that is played where nobody gives an input. */
function hasStory(asked: string, { seed }: PlayFlags, mapPath: string): boolean {
  return asked === 'scripted' && seed === undefined && existsSync(storyOf(mapPath));
}

const WALK =
  'The story of this map is about inputs of its own, so a walk with yours is made up; without inputs the story is played.';
const END = 'That was a simulation: nothing of yours was changed, and nothing was paid for.';

function fieldsIn(
  found: FoundScript | undefined,
  fields: readonly Field[],
  goal: string | undefined,
): Readonly<Record<string, Value>> {
  const known = new Set(fields.map(({ name }) => name));
  const own = Object.entries(found?.fields ?? {});
  const isTaken = (name: string): boolean => goal === undefined || (name !== 'story' && name !== 'storyId');
  return Object.fromEntries(own.filter(([name]) => known.has(name) && isTaken(name)));
}
