import { fieldsOf } from '../model/tasks.ts';
import { placeOfBlock } from '../model/place.ts';
import type { Program } from '../run/program/program.ts';
import { answerLine, signingLines, type OpenQuestion } from './open-questions.ts';
import type { ChoiceCard, FullQuestion, QuestionCard } from './shapes.ts';
import { taskAt } from './task-at.ts';
import type { RunView } from '../view/run-view.ts';

/** Units: UTF-16 of the text of a question in a list. */
const MAX_TEXT = 1200;

/** A question as it stands open. Shape: `askedAt` is ISO 8601. */
export interface Asked extends OpenQuestion {
  readonly askedAt: string;
}

/** The questions of a run that wait for an answer, in the order in which they were asked. */
export function askedIn({ questions }: RunView): readonly Asked[] {
  return Array.from(questions).flatMap(({ seq: start, start: askedAt, address, question: asked }) =>
    asked === null ? [] : [{ start, askedAt, address, asked }],
  );
}

/** A question in a list of runs. */
export function questionCardOf(run: string, question: Asked, all: readonly Asked[]): QuestionCard {
  const { asked, address, start } = question;
  const { text, deadline, task } = asked;
  const lines = asked.signed === true ? signingLines(run, question, all) : [answerLine(run, question, all)];
  return {
    start,
    task,
    where: placeOfBlock(address.block),
    askedAt: question.askedAt,
    text: text.trim().slice(0, MAX_TEXT),
    choices: choicesOf(asked),
    deadline,
    way: asked.signed === true ? 'signature' : asked.seen === true ? 'terminal' : 'here',
    line: lines.join('\n'),
  };
}

function choicesOf({ choices, fields = [], required = [] }: OpenQuestion['asked']): readonly ChoiceCard[] {
  return choices.map(({ name, choose }, index) => {
    const own = fields[index] ?? [];
    return {
      name,
      choose,
      fields: own,
      required: required.filter((each) => fields.length === 0 || own.includes(each)),
      to: null,
    };
  });
}

/** A question with what it is decided by, and with where each choice leads in the map, as far as that is known. */
export function fullQuestionOf(
  run: string,
  { question, all }: { readonly question: Asked; readonly all: readonly Asked[] },
  program: Program | undefined,
): FullQuestion {
  const card = questionCardOf(run, question, all);
  const task = program === undefined ? undefined : taskAt(program, question.address);
  const actions = task !== undefined && 'actions' in task ? task.actions : [];
  return {
    ...card,
    text: question.asked.text.trim(),
    evidence: question.asked.evidence ?? null,
    choices: card.choices.map((each) => ({
      ...each,
      to: actions.find(({ name }) => name === each.name)?.target ?? null,
    })),
    fields: (task === undefined ? [] : fieldsOf(task)).map(({ name, type, description, enum: values }) => ({
      name,
      type,
      description,
      enum: values,
    })),
  };
}
