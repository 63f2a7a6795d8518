import type { JSX } from 'preact';
import { Diff } from './diff.tsx';
import { useState } from 'preact/hooks';
import type { FullQuestion, HeldCall } from '../report/shapes.ts';
import { AnswerForm } from './answer-form.tsx';
import type { Source } from './api.ts';
import { WholeText } from './step-pane.tsx';
import { clockWords, countWords, durationWords } from './model/words.ts';

interface QuestionPaneProps {
  readonly source: Source;
  readonly run: string;
  readonly question: FullQuestion;
  readonly count: number;
  readonly place: number;
  readonly nowMs: number;
  readonly onPlace: (place: number) => void;
}

/** A question in full: what is asked, what each answer leads to, and beside it what it is decided by. */
export function QuestionPane(props: QuestionPaneProps): JSX.Element {
  const { source, run, question, count, place, nowMs, onPlace } = props;
  const { task, where, askedAt, deadline, text } = question;
  const asked = Date.parse(askedAt);
  return (
    <section class="pane question" aria-label="Question">
      <header>
        <h2 class="grow">{count > 1 ? `Question ${place + 1} of ${count}` : 'Question'}</h2>
        {count > 1 ? (
          <>
            <button
              type="button"
              class="plain"
              aria-label="Question before"
              disabled={place === 0}
              onClick={() => onPlace(place - 1)}
            >
              ‹
            </button>
            <button
              type="button"
              class="plain"
              aria-label="Next question"
              disabled={place + 1 >= count}
              onClick={() => onPlace(place + 1)}
            >
              ›
            </button>
          </>
        ) : null}
        <span class="quiet">
          asked {clockWords(asked, nowMs)}, {durationWords(nowMs - asked)} ago
        </span>
      </header>
      <div class="question-body">
        <div>
          <p class="quiet">
            Asked by <b>{where === '' ? task : `${where}/${task}`}</b>.{' '}
            {deadline === null
              ? 'No deadline.'
              : `It waits until ${clockWords(Date.parse(deadline), nowMs)}.`}
          </p>
          <div class="asked-text">{text}</div>
          <AnswerForm key={question.start} source={source} run={run} question={question} />
        </div>
        <Evidence key={question.start} source={source} run={run} question={question} />
      </div>
    </section>
  );
}

type EvidenceProps = Pick<QuestionPaneProps, 'source' | 'run' | 'question'>;

function Evidence({ source, run, question: { evidence, start } }: EvidenceProps): JSX.Element | null {
  const [isWhole, setIsWhole] = useState(false);
  if (evidence === null) return null;
  const { findings, attempts, options, change, left } = evidence;
  return (
    <div class="evidence">
      {findings.length === 0 ? null : <h3>{countWords(findings.length + left.findings, 'finding')}</h3>}
      {findings.map(({ severity, rule, place, what, why, mend, foundBy }, index) => (
        <article key={index} class="finding">
          {severity === '' ? null : <b class={`severity ${severity.toLowerCase()}`}>{severity}</b>}{' '}
          <b>{what}</b> <code>{place}</code>
          {why === '' ? null : <p>{why}</p>}
          {mend === '' ? null : <p class="quiet">{mend}</p>}
          <p class="quiet">{[rule, foundBy].filter((each) => each !== '').join(', ')}</p>
        </article>
      ))}
      {left.findings > 0 ? <p class="quiet">and {left.findings} more</p> : null}
      <Texts title="Tried before" texts={attempts} />
      <Texts title="Options" texts={options} />
      {change === null ? null : (
        <>
          <h3>The change</h3>
          {isWhole ? (
            <WholeText source={source} run={run} start={start} kind="change" />
          ) : (
            <Diff text={change.text} />
          )}
          {change.path === null || isWhole ? null : (
            <p class="quiet">
              <button type="button" class="button" onClick={() => setIsWhole(true)}>
                All of it
              </button>{' '}
              <code>{change.path}</code>
            </p>
          )}
        </>
      )}
    </div>
  );
}

function Texts({
  title,
  texts,
}: {
  readonly title: string;
  readonly texts: readonly string[];
}): JSX.Element | null {
  if (texts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="texts">
        {texts.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
    </>
  );
}

/** Tool calls that wait to be allowed: that is done where the run is. */
export function HeldCalls({ calls }: { readonly calls: readonly HeldCall[] }): JSX.Element | null {
  if (calls.length === 0) return null;
  return (
    <section class="held" aria-label="Tool calls that wait">
      <h3>Waits to be allowed, in the terminal of the run</h3>
      <ul>
        {calls.map(({ id, task, tool, input, rule }) => (
          <li key={id}>
            <b>{task}</b>: <code>{`${tool} ${JSON.stringify(input)}`}</code>
            {rule === null ? null : <small>The rule that would allow it: {rule}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
