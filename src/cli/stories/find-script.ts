import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseScenario, scriptOf } from '../../agent/scripted/scenario.ts';
import type { Script } from '../../agent/scripted/script.ts';
import type { Value } from '../../model/value.ts';
import { readText } from '../../project/read-text.ts';
import { UsageError } from '../io/usage-error.ts';

/** What a simulation plays. */
export interface FoundScript {
  readonly file: string;
  readonly script: Script;
  /** Whether it is the story that is beside the map, and not one that was named. */
  readonly isStory: boolean;
  /** Whether its times are those of a scenario, which a run does not wait for. */
  readonly isScenario: boolean;
  /** Inputs of the map that nobody needs to give. */
  readonly fields: Readonly<Record<string, Value>>;
  readonly project: Readonly<Record<string, Value>>;
  readonly branch: string | undefined;
  /** The project that its edits are made in, by path; undefined for none. */
  readonly files: Readonly<Record<string, string>> | undefined;
}

/** Units: bytes. */
const MAX_BYTES = 16 * 1_048_576;

/**
 * Finds what `--agent` names: the file of `scripted:FILE`, or for `scripted` alone the story beside the map, which is about inputs of
 * its own. Shape: undefined where a walk is to be made up, and for a real agent.
 *
 * Errors: throws ScenarioError, ProjectError, UsageError.
 */
export async function findScript(
  agent: string,
  { mapPath, wantsWalk }: { readonly mapPath: string; readonly wantsWalk: boolean },
): Promise<FoundScript | undefined> {
  if (agent.startsWith('scripted:')) return await readScript(agent.slice('scripted:'.length), false);
  if (agent !== 'scripted' || wantsWalk) return undefined;
  const story = storyOf(mapPath);
  return existsSync(story) ? await readScript(story, true) : undefined;
}

/** Where the story of a map is. */
export function storyOf(mapPath: string): string {
  const name = basename(mapPath).replace(/\.(?:json|wfmap)$/, '');
  return join(dirname(mapPath), 'stories', `${name}.scenario.yaml`);
}

const NOTHING_MORE = { fields: {}, project: {}, branch: undefined, files: undefined };

async function readScript(file: string, isStory: boolean): Promise<FoundScript> {
  const text = readText(file, MAX_BYTES);
  if (!/\.ya?ml$/i.test(file)) {
    const script = scriptOf(parseScenario(text, file));
    return { ...NOTHING_MORE, file, script, isStory, isScenario: false };
  }
  // Only who plays such a file loads what reads it.
  const { readScenarioFile } = await import('../../scenario/read-scenario-file.ts');
  const { problemLines } = await import('../../scenario/problem.ts');
  const read = readScenarioFile({ name: file, text });
  if ('problems' in read) {
    throw new UsageError(`"${file}" cannot be played:\n${read.problems.flatMap(problemLines).join('\n')}`);
  }
  const [scenario, ...others] = read.scenarios;
  if (scenario === undefined || others.length > 0) {
    throw new UsageError(`"${file}" has ${read.scenarios.length} scenarios, and a run plays one.`, {
      help: 'Name a file with one scenario, as "wfmap record" writes it, or play all: wfmap test',
    });
  }
  const answers = new Map(Array.from(scenario.answers, ([place, { visits }]) => [place, visits]));
  const { fields, project, branch } = scenario;
  return {
    file,
    script: scriptOf({ answers }),
    isStory,
    isScenario: true,
    fields,
    project,
    branch,
    files: read.files,
  };
}
