import { printable } from '../../diagnostics/printable.ts';
import { signStatement } from '../../gate/statement.ts';
import { FIELD_TYPES, type Field, type FieldType } from '../../model/field.ts';
import { placeOfTask } from '../../model/place.ts';
import type { Value } from '../../model/value.ts';
import { completeAnswer, readFieldFlags } from '../flags/field-flags.ts';
import { matchChoice } from '../ask/match-choice.ts';
import { jsonText } from '../io/json-text.ts';
import { UsageError } from '../io/usage-error.ts';
import { writeJsonOut } from './write-json-out.ts';
import { openSigningKey } from './open-signing-key.ts';
import { readQuestionFile, type AnswerFile, type QuestionFile } from './question-file.ts';

/** A line that signs. Shape: `action` undefined only shows the question; `output` undefined writes to standard output. */
export interface Signing {
  readonly file: string;
  readonly action: string | undefined;
  readonly tokens: readonly string[];
  readonly key: string | undefined;
  readonly output: string | undefined;
}

/**
 * Signs the answer to a question that was brought from where its run is, and shows first what it is about.
 *
 * Errors: throws {@link UsageError} for an answer that does not fit the question, GateError and ProjectError.
 */
export async function signQuestion({ file, action, tokens, key, output }: Signing): Promise<void> {
  const asked = readQuestionFile(file);
  process.stderr.write(`${shownLines(asked).map(printable).join('\n')}\n`);
  const { question, run, map, head } = asked;
  const names = question.choices.map(({ name }) => name);
  const match = action === undefined ? undefined : matchChoice(action, names);
  if (match?.kind !== 'found') {
    const message =
      action === undefined ? 'No action is named.' : `"${question.task}" offers no action "${action}".`;
    throw new UsageError(message, {
      help: `The choices are ${names.map((name) => `"${name}"`).join(', ')}.`,
    });
  }
  const owner = `task "${question.task}"`;
  const declared = question.fields.map(fieldOf);
  const given = readFieldFlags(tokens, declared, ['key', 'output'], { name: owner });
  const fields = completeAnswer(given, declared, `"${question.task}" needs`);
  const statement = { run, map, head, question, answer: { action: match.name, fields } };
  const help = 'Make a key with "wfmap key new", or name one with --key.';
  const signature = signStatement(statement, await openSigningKey(key, asked.key, help));
  const answer: AnswerFile = { kind: 'wfmap-answer', version: 1, ...statement, key: asked.key, signature };
  writeJsonOut(answer, output);
  process.stderr.write(
    `Signed: ${printable(match.name)}. Give it on the machine of the run: wfmap answer --import FILE\n`,
  );
}

/** All that a person looks at before signing. */
function shownLines({ name, run, mapPath, map, question, text }: QuestionFile): readonly string[] {
  const visit = question.address.visit ?? 1;
  return [
    `Run       ${name} (${run})`,
    `Map       ${mapPath} (sha256 ${map})`,
    `Question  ${placeOfTask({ ...question.address, task: question.task })}${visit > 1 ? `, visit ${visit}` : ''}`,
    '',
    ...text.trimEnd().split('\n'),
    '',
    ...question.choices.map(({ name: each, choose }) =>
      choose === null ? `- ${each}` : `- ${each}: ${choose}`,
    ),
    ...question.fields.map((each) => `  --${textOf(each['name'])}  ${textOf(each['description'])}`),
    '',
  ];
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : jsonText(value ?? null);
}

/** A declaration as the map has it. What its author could not have written is a fault of the file. */
function fieldOf(declared: Readonly<Record<string, Value>>): Field {
  const { name, type, description = '', required = false, default: value, enum: allowed, schema } = declared;
  if (typeof name !== 'string' || !isFieldType(type)) {
    throw new UsageError(`The question has an invalid field: ${jsonText(declared)}.`);
  }
  return {
    name,
    type,
    description: typeof description === 'string' ? description : '',
    required: required === true,
    default: value,
    enum: Array.isArray(allowed) ? allowed : undefined,
    schema: schema === undefined ? undefined : { kind: 'inline', schema },
  };
}

function isFieldType(type: Value | undefined): type is FieldType {
  return FIELD_TYPES.some((each) => each === type);
}
