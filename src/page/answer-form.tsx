import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ChoiceCard, FullQuestion, QuestionCard } from '../report/shapes.ts';
import { Refused, type Source } from './api.ts';
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
    if (choice !== undefined && isReady) void send(choice, typedFields(question, choice, fields));
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
      {(choice?.fields ?? []).map((name) => (
        <FieldInput
          key={name}
          field={
            question.fields.find((each) => each.name === name) ?? {
              name,
              type: 'string',
              description: '',
              enum: undefined,
            }
          }
          isRequired={choice?.required.includes(name) ?? false}
          value={fields[name] ?? ''}
          onChange={(value) => setFields({ ...fields, [name]: value })}
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

interface FieldInputProps {
  readonly field: FullQuestion['fields'][number];
  readonly isRequired: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FieldInput({ field, isRequired, value, onChange }: FieldInputProps): JSX.Element {
  const { name, type, description } = field;
  const values = type === 'boolean' ? ['true', 'false'] : field.enum?.map(String);
  return (
    <label class="field">
      <span>
        <b>{name}</b> <span class="quiet">{isRequired ? description : `${description} (optional)`}</span>
      </span>
      {values === undefined ? (
        <textarea
          rows={type === 'string' ? 3 : 1}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="" />
          {values.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

/** Fields in the types that the map says; what cannot be read as its type is sent as it is, and refused with the reason. */
export function typedFields(
  { fields }: Pick<FullQuestion, 'fields'>,
  choice: ChoiceCard,
  given: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const typed: Record<string, unknown> = {};
  for (const name of choice.fields) {
    const text = given[name] ?? '';
    if (text.trim() === '') continue;
    const type = fields.find((each) => each.name === name)?.type ?? 'string';
    typed[name] = type === 'string' ? text : jsonOr(text);
  }
  return typed;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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
