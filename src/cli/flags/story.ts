import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import type { ProjectConfig } from '../../project/config.ts';
import { findStory } from '../../project/find-story.ts';
import { readOpenText } from '../../project/read-text.ts';
import { UsageError } from '../io/usage-error.ts';

/**
 * Fills in what a map wants to know of a story.
 *
 * A map with a field `story` gets the text of one: from `--story`, from `--goal`, from standard input when neither
 * a story nor an id is named, or from the file of its `storyId`. A goal without an id gets one made of its words.
 * Shape: `notice` says what a person should know, such as a story that has no file.
 * Errors: throws UsageError for a goal that the map has no field for, ProjectError for a file that cannot be read.
 */
export function completeStory(
  values: Readonly<Record<string, Value>>,
  request: StoryRequest,
): { readonly values: Readonly<Record<string, Value>>; readonly notice: string | undefined } {
  const { fields } = request;
  if (!takesStory(fields)) {
    if (request.goal !== undefined) {
      throw new UsageError('This map takes no --goal: it has no text field "story" or "goal".');
    }
    return { values, notice: undefined };
  }
  if (Object.hasOwn(values, 'story')) return { values, notice: undefined };
  const goal = goalOf(values, request);
  if (goal !== undefined) {
    const story = goal.trim();
    if (story === '' && request.goal === undefined) return { values, notice: undefined };
    if (story === '') throw new UsageError('The goal is empty.');
    const named = hasText(fields, 'storyId') ? { storyId: slugOf(story), ...values } : values;
    return { values: { ...named, story }, notice: undefined };
  }
  const id = idOf(values, request);
  if (typeof id !== 'string') return { values, notice: undefined };
  const found = findStory(request.workRoot, id, request.config.stories);
  if (found.kind === 'found') {
    const { path, text, outside } = found;
    const where = outside === undefined ? '' : `, a link that leads out of the project, to ${outside}`;
    return { values: { ...values, story: text }, notice: `Story: ${path}${where}` };
  }
  const notice = `No file for story "${id}" (looked for ${found.lookedIn.join(', ')}): the agents know its id alone.`;
  return { values, notice };
}

/**
 * The words of a command line with its goal among the inputs, where that is one: of a map without a story, the text input `goal`.
 *
 * Shape: `goal` is what then stands for a story. Errors: throws ProjectError where standard input cannot be read.
 */
export function placeGoal(
  tokens: readonly string[],
  goal: string | undefined,
  fields: readonly Field[],
): { readonly tokens: readonly string[]; readonly goal: string | undefined } {
  if (goal === undefined || !takesGoal(fields)) return { tokens, goal };
  const text = goal === '-' ? readGoal().trim() : goal;
  return { tokens: [...tokens, '--set', `goal=${text}`], goal: undefined };
}

/** Whether a goal is an input of its own: of a map without a story, the text `goal`. */
export function takesGoal(fields: readonly Field[]): boolean {
  return !takesStory(fields) && hasText(fields, 'goal');
}

/** Whether a map wants the text of a story, which a goal can take the place of. */
export function takesStory(fields: readonly Field[]): boolean {
  return hasText(fields, 'story');
}

function hasText(fields: readonly Field[], name: string): boolean {
  return fields.some((field) => field.name === name && field.type === 'string');
}

export interface StoryRequest {
  readonly fields: readonly Field[];
  readonly goal: string | undefined;
  readonly workRoot: string;
  readonly config: ProjectConfig;
  /** Whether standard input may hold the goal: it is no terminal. */
  readonly canReadInput: boolean;
}

/** Units: bytes. */
const MAX_GOAL_BYTES = 1_048_576;

function goalOf(
  values: Readonly<Record<string, Value>>,
  { goal, canReadInput, fields }: StoryRequest,
): string | undefined {
  if (goal !== undefined && goal !== '-') return goal;
  const wanted = goal === '-' || (idOf(values, { fields }) === undefined && canReadInput);
  return wanted ? readGoal() : undefined;
}

function readGoal(): string {
  return readOpenText(0, 'standard input', MAX_GOAL_BYTES);
}

/** The story's id: as it is given, else the default of its field. */
function idOf(
  values: Readonly<Record<string, Value>>,
  { fields }: Pick<StoryRequest, 'fields'>,
): Value | undefined {
  const declared = fields.find(({ name }) => name === 'storyId')?.default;
  const id = Object.hasOwn(values, 'storyId') ? values['storyId'] : declared;
  return id === '' ? undefined : id;
}

/** The first words of a goal as an id: `Add a --version flag` is `add-a-version-flag`. */
function slugOf(goal: string): string {
  const words = goal.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 6).join('-').slice(0, 50) || 'goal';
}
