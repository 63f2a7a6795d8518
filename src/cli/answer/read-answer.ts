import type { Field } from '../../model/field.ts';
import type { KeptAnswer } from '../../journal/answer-box.ts';
import { fieldsAsked, fieldsOfAnswer, schemasAsked } from '../../run/people/answer-mismatch.ts';
import { storedState } from '../../run/start/resume-run.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { Program } from '../../run/program/program.ts';
import { completeAnswer, readFieldFlags } from '../flags/field-flags.ts';
import type { OpenQuestion } from '../../report/open-questions.ts';
import type { RunOnDisk } from '../../report/run-on-disk.ts';
import { programToResume } from '../running/resume-program.ts';
import { flagNames } from '../flags/run-flags.ts';
import { signingFlags } from '../signed/signing-flags.ts';
import { UsageError } from '../io/usage-error.ts';
import { matchChoice } from '../ask/match-choice.ts';

/** An answer as it stands on a command line. */
export interface WrittenAnswer {
  readonly action: string;
  readonly tokens: readonly string[];
  readonly question: OpenQuestion;
  readonly opened: RunOnDisk;
  readonly workRoot: string;
  /** `goesOn`: this process resumes the run, with the map as it is then. */
  readonly flags: {
    readonly goesOn: boolean;
    readonly 'accept-changes': boolean;
    readonly 'as-started': boolean;
  };
}

/** The answer, not yet with its sender, and the program that the question was read with. */
export interface ReadAnswer extends Omit<KeptAnswer, 'sender'> {
  readonly program: Program;
}

/**
 * Reads an answer and holds it against its question and the map.
 *
 * Errors: throws {@link UsageError} for an action that is not offered, for a field that is unknown, missing or does not
 * fit; RunError and JournalError where the run cannot be gone on with.
 */
export function readAnswer({ action, tokens, question, opened, workRoot, flags }: WrittenAnswer): ReadAnswer {
  const { asked, start } = question;
  const names = asked.choices.map(({ name }) => name);
  const match = matchChoice(action, names);
  if (match.kind === 'unknown') {
    const near = match.near === undefined ? '' : `Did you mean "${match.near}"? `;
    const help = `${near}The choices are ${names.map((name) => `"${name}"`).join(', ')}.`;
    throw new UsageError(`"${asked.task}" offers no action "${action}".`, { help });
  }
  const { program } = programToResume(opened, workRoot, {
    acceptChanges: flags['accept-changes'],
    asStarted: flags['as-started'] || !flags.goesOn,
  });
  const state = storedState(nodeFileSystem, opened.run.folder, program);
  const open = state.open.get(start);
  const fields = open === undefined ? [] : fieldsAsked(open);
  const schemaOf = open === undefined ? () => undefined : schemasAsked(state, open);
  const owner = { name: `task "${asked.task}"`, schemaOf };
  const given = readFieldFlags(
    tokens,
    fields,
    [...flagNames(), 'task', 'serve-client', 'continue', 'no-continue', ...Object.keys(signingFlags)],
    owner,
  );
  const ofChoice = `"${match.name}" of "${asked.task}" also asks for`;
  return {
    action: match.name,
    fields: completeAnswer(given, needed(fields, open && fieldsOfAnswer(state, open, match.name)), ofChoice),
    program,
  };
}

/** Fields that belong to another choice need no value. */
function needed(fields: readonly Field[], ofChoice: readonly Field[] | undefined): readonly Field[] {
  return fields.map((field) => (ofChoice?.includes(field) === false ? { ...field, required: false } : field));
}
