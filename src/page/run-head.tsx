import { Fragment, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Account, RunLine, RunPage } from '../report/shapes.ts';
import type { Source } from './api.ts';
import type { RunModel } from './model/run-model.ts';
import { MarkLabel, MarkSign, STAND_MARKS } from './model/signs.tsx';
import { addressOf } from './route.ts';
import { wordsOf } from './use-source.ts';
import {
  clockWords,
  costWords,
  countWords,
  durationWords,
  questionParts,
  tokenWords,
} from './model/words.ts';

interface HeadProps {
  readonly source: Source;
  readonly page: RunPage;
  readonly nowMs: number;
}

/** What a run is for, where it stands, and what it took. */
export function Head({ source, page, nowMs }: HeadProps): JSX.Element {
  const { line, limits } = page;
  const { run, goal, map, stand, outcome, activeMs, costUsd, costIsPartial, tokens, turns, isSimulation } =
    line;
  const mark = STAND_MARKS[stand];
  const end = line.isOver ? Date.parse(line.lastAt) : nowMs;
  const waited = end - Date.parse(line.start) - activeMs;
  return (
    <header class="head">
      <a href="#/runs">Runs</a>
      <code>{run}</code>
      <h1 class="cut">{goal === '' ? map : goal}</h1>
      <MarkLabel mark={mark} text={outcome === null ? undefined : `${stand}: ${outcome}`} />
      {isSimulation ? <span class="quiet tag">simulation</span> : null}
      <span class="grow" />
      <span class="facts">
        <span title="Time in which an agent or a command worked, and the rest of the time">
          <b>{durationWords(activeMs)}</b>
          {waited > 60_000 ? ` and ${durationWords(waited)} waiting` : ''}
        </span>
        <span>
          <b>{costWords(costUsd, costIsPartial)}</b>
          {limits?.costUsd == null ? '' : ` of ${costWords(limits.costUsd)}`}
        </span>
        <span>
          <b>{tokenWords(tokens)}</b> tokens
        </span>
        <span>{countWords(turns, 'agent call')}</span>
      </span>
      <Given page={page} />
      <a href={addressOf('compare', run)} data-key="c">
        Compare
      </a>
      <Controls key={run} source={source} page={page} />
    </header>
  );
}

/** What it was started with. */
function Given({ page: { inputs, branch } }: Pick<HeadProps, 'page'>): JSX.Element | null {
  if (inputs.length === 0 && branch === null) return null;
  return (
    <details class="given">
      <summary>Inputs</summary>
      <dl>
        {branch === null ? null : (
          <>
            <dt>branch</dt>
            <dd>
              <code>{branch}</code>
            </dd>
          </>
        )}
        {inputs.map(({ name, text }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{text}</code>
            </dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

/** Stop, or resume; and what became of it. */
function Controls({ source, page }: Omit<HeadProps, 'nowMs'>): JSX.Element | null {
  const [words, setWords] = useState('');
  const { act } = source;
  if (act === undefined) return null;
  const { run, stand, isOver, isDriven } = page.line;
  const send = async (what: 'stop' | 'resume', body: object): Promise<void> => {
    setWords(what === 'stop' ? 'Stopping…' : 'Resuming…');
    try {
      await act(what, { run, ...body });
      setWords('');
    } catch (thrown) {
      setWords(wordsOf(thrown));
    }
  };
  return (
    <span class="controls">
      {!isOver && isDriven ? <StopButton onStop={() => void send('stop', {})} /> : null}
      {stand === 'stopped' && !isDriven ? (
        <ResumeButton account={page.account} onResume={(body) => void send('resume', body)} />
      ) : null}
      <span class="note" role="status">
        {words}
      </span>
    </span>
  );
}

/** It asks once more before it stops. */
function StopButton({ onStop }: { readonly onStop: () => void }): JSX.Element {
  const [isSure, setIsSure] = useState(false);
  const press = (): void => {
    if (isSure) onStop();
    setIsSure(!isSure);
  };
  return (
    <button
      type="button"
      class={`button${isSure ? ' primary' : ''}`}
      data-key={isSure ? undefined : 's'}
      onBlur={() => setIsSure(false)}
      onClick={press}
    >
      {isSure ? 'Stop it: it can be resumed' : 'Stop'}
    </button>
  );
}

interface ResumeProps {
  readonly account: Account | null;
  readonly onResume: (body: object) => void;
}

/** With more room, where limits were reached. */
function ResumeButton({ account, onResume }: ResumeProps): JSX.Element {
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  const raises = (account?.raises ?? []).map(({ limit, more }) => ({ limit, more: written[limit] || more }));
  return (
    <>
      {raises.map(({ limit, more }) => (
        <input
          key={limit}
          class="more"
          aria-label={`More room for the limit: ${limit}`}
          value={more}
          onInput={(event) => setWritten({ ...written, [limit]: event.currentTarget.value })}
        />
      ))}
      <button
        type="button"
        class="button"
        data-key="r"
        onClick={() =>
          onResume({ raise: Object.fromEntries(raises.map(({ limit, more }) => [limit, more])) })
        }
      >
        Resume
      </button>
    </>
  );
}

interface StandingProps {
  readonly line: RunLine;
  readonly account: Account | null;
}

/** Why it stands here, in one sentence, and the line that resumes it where it ended badly. */
export function Standing({ line, account }: StandingProps): JSX.Element {
  const { stand, reason, questions } = line;
  const mark = STAND_MARKS[stand];
  const [question] = questions;
  const words = question === undefined ? (account?.reason ?? reason) : questionParts(question.text).title;
  return (
    <div class={`standing ${mark}`}>
      <MarkSign mark={mark} />
      <b>{words === '' ? reason : words}</b>
      {stand === 'waiting' ? <span class="quiet">{reason}</span> : null}
      {endedBadly(line) && account?.resume != null ? <code class="grow end">{account.resume}</code> : null}
    </div>
  );
}

export function endedBadly({ stand }: RunLine): boolean {
  return stand === 'failed' || stand === 'stopped';
}

interface PastProps {
  readonly model: RunModel;
  readonly at: number;
  readonly onNow: () => void;
}

/** Of the past, that it is the past. */
export function Past({ model, at, onNow }: PastProps): JSX.Element {
  const span = model.spans.findLast(({ seq }) => seq <= at);
  return (
    <div class="standing past" role="status">
      <b>As it was at {clockWords(span?.startMs ?? Number.NaN)}</b>
      <span class="grow">Nothing can be answered there.</span>
      <button type="button" class="button" data-key="End" onClick={onNow}>
        Now
      </button>
    </div>
  );
}
