import type { Value } from '../model/value.ts';
import { claudeSchema } from './claude-schema.ts';
import { isSchemaObject } from './schema-index.ts';

/** What is asked of an agent. Shape: `actions` is empty where it chooses nothing; `output` is a JSON Schema. */
export interface Asked {
  readonly actions: readonly string[];
  readonly output: Value | undefined;
}

/**
 * The shape of an answer through the CLI's output schema: JSON Schema, as text; undefined where nothing is asked.
 *
 * Shape: one object with the choice and the output, as far as they are asked. So the output may be anything, also a
 * list, where the CLI and the API want an object.
 */
export function answerSchema({ actions, output }: Asked): string | undefined {
  const properties: [string, Value][] = [];
  if (actions.length > 0) {
    properties.push(['action', { enum: actions, description: 'The action that you choose.' }]);
  }
  const written = output === undefined ? undefined : claudeSchema(withoutExamples(output));
  if (output !== undefined && written !== undefined) {
    const whole = written.isExact ? undefined : wholeSchema(output);
    properties.push([
      'output',
      whole === undefined ? written.schema : { allOf: [written.schema], description: whole },
    ]);
  }
  if (properties.length === 0) return undefined;
  const hasDefs = written !== undefined && Object.keys(written.defs).length > 0;
  return JSON.stringify({
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
    ...(hasDefs ? { $defs: written.defs } : {}),
  });
}

/**
 * A schema without examples of the whole: they are for simulations and readers. An agent that is to judge would see
 * what others judged, and take it as a hint.
 */
function withoutExamples(schema: Value): Value {
  if (!isSchemaObject(schema) || schema['examples'] === undefined) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'examples'));
}

/** Longer texts are no help to a reader, and a command line takes few. */
const MAX_WHOLE = 20_000;

/** Tells the agent in words what its schema cannot say; undefined where that is too much. */
function wholeSchema(schema: Value): string | undefined {
  const text = toText(schema);
  if (text === undefined || text.length > MAX_WHOLE) return undefined;
  return `The result of your work. It must fit this JSON Schema (draft 2020-12): ${text}`;
}

function toText(schema: Value): string | undefined {
  try {
    return JSON.stringify(schema);
  } catch {
    // Deeper than the stack.
    return undefined;
  }
}
