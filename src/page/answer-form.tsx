import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ChoiceCard, FullQuestion, QuestionCard } from '../report/shapes.ts';
import { Refused, type Source } from './api.ts';
import { FieldInput, typedValues, type ShownField } from './field-input.tsx';
import { wordsOf } from './use-source.ts';
import { wayWords } from './model/words.ts';

interface AnswerFormProps {
  readonly source: Source;
  readonly run: string;
  readonly question: FullQuestion;
}

/** The choices of a question as cards, with the fields of the one that is picked. Nothing is picked before. */
export function AnswerForm({ source, run, question }: AnswerFormProps): JSX.Element {
  const [picked, setPicked] = useState<string>('');
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const { send, state } = useAnswer(source, run, question);
  const { act } = source;
  if (question.way !== 'here' || act === undefined)
    return <LineToType question={question} isReadOnly={act === undefined} />;
  const choice = question.choices.find(({ name }) => name === picked);
  const missing = choice?.required.filter((name) => (fields[name] ?? '').trim() === '') ?? [];
  const isReady = choice !== undefined && missing.length === 0 && state.phase !== 'sending';
  const submit = (): void => {
    if (choice !== undefined && isReady) void send(choice, typedValues(fieldsOf(question, choice), fields));
  };
  return (
    <form
      class="answer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
      }}
    >
      <Choices question={question} picked={picked} onPick={setPicked} />
      {fieldsOf(question, choice).map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          note={choice?.required.includes(field.name) === true ? '' : 'optional'}
          rows={3}
          value={fields[field.name] ?? ''}
          onChange={(value) => setFields({ ...fields, [field.name]: value })}
        />
      ))}
      <div class="row">
        <button type="submit" class="button primary" disabled={!isReady}>
          {choice === undefined ? 'Pick an answer' : `Answer “${choice.name}”`} <kbd>Ctrl ↵</kbd>
        </button>
        {missing.length > 0 ? <span class="quiet">Needs {missing.join(', ')}.</span> : null}
      </div>
      <p class="note" role="status">
        {state.words}
      </p>
    </form>
  );
}

/** The fields that go with a choice. */
function fieldsOf(question: FullQuestion, choice: ChoiceCard | undefined): readonly ShownField[] {
  return (choice?.fields ?? []).map(
    (name) =>
      question.fields.find((each) => each.name === name) ?? {
        name,
        type: 'string',
        description: '',
        enum: undefined,
      },
  );
}

interface ChoicesProps {
  readonly question: FullQuestion;
  readonly picked: string;
  readonly onPick: (name: string) => void;
}

function Choices({ question, picked, onPick }: ChoicesProps): JSX.Element {
  return (
    <fieldset>
      <legend class="hidden">Your answer</legend>
      {question.choices.map((each, index) => (
        <label key={each.name} class={`choice${each.name === picked ? ' picked' : ''}`}>
          <input
            type="radio"
            name={`choice-${question.start}`}
            value={each.name}
            checked={each.name === picked}
            onChange={() => onPick(each.name)}
            data-key={index < 9 ? String(index + 1) : undefined}
          />
          <span>
            <b>{each.name}</b> {each.choose ?? ''}
            {each.to === null ? null : <small>Leads to {each.to}.</small>}
          </span>
          {index < 9 ? <kbd>{index + 1}</kbd> : null}
        </label>
      ))}
    </fieldset>
  );
}

interface LineProps {
  readonly question: QuestionCard;
  readonly isReadOnly: boolean;
}

/** What must be typed elsewhere, and why it cannot be given here. */
function LineToType({ question, isReadOnly }: LineProps): JSX.Element {
  const why =
    question.way === 'signature'
      ? 'The map wants this answer signed. Type:'
      : question.way === 'terminal'
        ? 'The map wants this answer seen: give it in a terminal, outside of all runs.'
        : isReadOnly
          ? 'This page only shows runs. Type:'
          : '';
  return (
    <div class="answer">
      <ul class="choices">
        {question.choices.map(({ name, choose }) => (
          <li key={name}>
            <b>{name}</b> {choose ?? ''}
          </li>
        ))}
      </ul>
      <p>{why}</p>
      <pre class="line">{question.line}</pre>
    </div>
  );
}

/** How far an answer has come. */
export interface AnswerState {
  readonly phase: 'idle' | 'sending' | 'sent' | 'refused';
  readonly words: string;
}

/** Sends answers to one question, and says what became of them. */
export function useAnswer(source: Source, run: string, question: QuestionCard) {
  const [state, setState] = useState<AnswerState>({ phase: 'idle', words: '' });
  const send = async (choice: ChoiceCard, fields: object): Promise<void> => {
    setState({ phase: 'sending', words: `Sending “${choice.name}”…` });
    try {
      await source.act?.('answer', { run, start: question.start, action: choice.name, fields });
      setState({ phase: 'sent', words: `Answered “${choice.name}”.` });
    } catch (thrown) {
      setState({ phase: 'refused', words: await whyNot(source, { run, start: question.start }, thrown) });
    }
  };
  return { state, send };
}

/** Somebody else may have been first: then it is said who, and what they took. */
async function whyNot(
  source: Source,
  of: { readonly run: string; readonly start: number },
  thrown: unknown,
): Promise<string> {
  if (!(thrown instanceof Refused) || thrown.status !== 409) return wordsOf(thrown);
  try {
    const { reason, answeredBy } = await source.step(of.run, of.start);
    if (reason === null) return wordsOf(thrown);
    return `It was answered already${answeredBy === null ? '' : ` ${answeredBy}`}: ${wayWords(reason.way)}.`;
  } catch {
    return wordsOf(thrown);
  }
}
