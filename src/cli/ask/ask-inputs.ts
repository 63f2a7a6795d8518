import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import type { SchemaOf } from '../flags/flag-field.ts';
import { takesStory } from '../flags/story.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { askField } from './ask-field.ts';
import { openDialogue, type Dialogue } from './line-terminal.ts';
import { isPersonHere, type AskingFlags } from './person-here.ts';

/** What a command line gave of the inputs of a map. Shape: `goal` stands for a story and its id. */
export interface GivenInputs {
  readonly values: Readonly<Record<string, Value>>;
  readonly goal: string | undefined;
}

interface InputsAsking {
  readonly fields: readonly Field[];
  readonly flags: AskingFlags;
  readonly schemaOf: SchemaOf;
}

/**
 * Asks the person at this terminal for each input that a map requires and nobody gave; a story by what is to be done.
 *
 * Shape: what was given, with the answers. Where nobody is there to be asked, or the person leaves, it is as it was given: what is
 * then missing is an error of the command line.
 */
export async function askInputs(given: GivenInputs, asking: InputsAsking): Promise<GivenInputs> {
  const missing = missingIn(given, asking.fields);
  if (missing.length === 0 || !isPersonHere(asking.flags)) return given;
  const { stdin: input, stderr: output } = process;
  const dialogue = await openDialogue({ input, output }, new AbortController().signal);
  if (dialogue === undefined) return given;
  try {
    return await answersOf(dialogue, given, { ...asking, fields: missing });
  } finally {
    dialogue.close();
  }
}

async function answersOf(
  dialogue: Dialogue,
  given: GivenInputs,
  { fields, schemaOf }: InputsAsking,
): Promise<GivenInputs> {
  const { width } = terminalStyle(process.stderr);
  let { values, goal } = given;
  for (const field of fields) {
    const typed = await askField(dialogue, field, { width, schemaOf });
    if (typed === undefined) return given;
    if (!('value' in typed)) continue;
    if (field === GOAL && typeof typed.value === 'string') goal = typed.value;
    else values = { ...values, [field.name]: typed.value };
  }
  return { values, goal };
}

/** What is asked for in place of the id of a story that nobody named. */
const GOAL: Field = {
  name: 'goal',
  type: 'string',
  description: 'What is to be done?',
  required: true,
  default: undefined,
  enum: undefined,
  schema: undefined,
};

function missingIn({ values, goal }: GivenInputs, fields: readonly Field[]): readonly Field[] {
  const needed = fields.filter(
    ({ name, required, default: byDefault }) =>
      required && byDefault === undefined && !Object.hasOwn(values, name),
  );
  if (!takesStory(fields) || Object.hasOwn(values, 'story')) return needed;
  // The text of a story is that of its id, or of a goal.
  const others = needed.filter(({ name }) => name !== 'story' && name !== 'storyId');
  const isNamed = goal !== undefined || Object.hasOwn(values, 'storyId');
  return needed.length === others.length || isNamed ? others : [GOAL, ...others];
}
