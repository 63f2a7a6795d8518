import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SpanRow, StepPage } from '../report/shapes.ts';
import type { Source } from './api.ts';
import type { RunModel } from './model/run-model.ts';
import { MarkSign } from './model/signs.tsx';
import { STEP_TABS, type StepTab } from './step-tabs.ts';
import { useLoaded, wordsOf } from './use-source.ts';
import { Diff } from './diff.tsx';
import { clockWords, durationWords, wayWords } from './model/words.ts';

interface StepPaneProps {
  readonly source: Source;
  readonly run: string;
  readonly model: RunModel;
  readonly version: number;
  readonly start: number;
  readonly at: number;
  readonly nowMs: number;
  readonly tab: StepTab;
  readonly onTab: (tab: StepTab) => void;
  readonly onStep: (start: number) => void;
  readonly onClose: () => void;
}

/** One execution: why it went where it did, what was asked and said, what came of it. */
export function StepPane(props: StepPaneProps): JSX.Element {
  const { source, run, model, version, start, nowMs, tab, onTab } = props;
  const span = model.spanAt(start);
  const isOver = span?.endSeq != null;
  const loaded = useLoaded(() => source.step(run, start), `${run} ${start}`, isOver ? 0 : version);
  const { value: step, error } = loaded;
  const tabs = STEP_TABS.filter(([name]) => isThere(name, step));
  const shown = tabs.some(([name]) => name === tab) ? tab : 'why';
  return (
    <section class="pane step" aria-label="Step">
      <StepHead {...props} span={span} />
      <div class="tabs" role="tablist" aria-label="Of this step">
        {tabs.map(([name, words]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={shown === name}
            aria-controls="tab-panel"
            onClick={() => onTab(name)}
          >
            {words}
          </button>
        ))}
      </div>
      <div class="pad" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${shown}`} tabIndex={0}>
        {span === undefined ? null : <p class="quiet">{beganWords(span, nowMs)}</p>}
        {error === '' ? null : <p role="alert">{error}</p>}
        {step === undefined ? null : <Panel {...props} step={step} tab={shown} />}
      </div>
    </section>
  );
}

function beganWords({ kind, startMs, endMs }: SpanRow, nowMs: number): string {
  const began = `began ${clockWords(startMs, nowMs)}`;
  return kind === 'decision' ? began : `${began}, ${durationWords((endMs ?? nowMs) - startMs)}`;
}

/** What it is, and the ways to the other visits of its task. */
function StepHead(props: StepPaneProps & { readonly span: SpanRow | undefined }): JSX.Element {
  const { model, start, at, span, onStep, onClose } = props;
  const visits = span === undefined ? [] : model.spansIn(span.block).filter(({ task }) => task === span.task);
  const place = visits.findIndex(({ seq }) => seq === start);
  const toVisit = (by: 1 | -1, [words, sign, key]: readonly [string, string, string]): JSX.Element => {
    const visit = visits[place + by];
    return (
      <button
        type="button"
        class="plain"
        aria-label={words}
        disabled={visit === undefined}
        data-key={key}
        onClick={() => visit && onStep(visit.seq)}
      >
        {sign}
      </button>
    );
  };
  return (
    <header>
      {span === undefined ? null : <MarkSign mark={model.markOf(span, at)} />}
      <h2 class="cut grow">{span?.task ?? ''}</h2>
      <span class="quiet">
        visit {place + 1} of {visits.length}
      </span>
      {toVisit(-1, ['Earlier visit', '‹', '['])}
      {toVisit(1, ['Later visit', '›', ']'])}
      <button type="button" class="plain" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </header>
  );
}

function isThere(tab: StepTab, step: StepPage | undefined): boolean {
  if (tab === 'stream' || tab === 'files') return step?.hasLog === true;
  if (tab === 'prompt') return step?.hasPrompt === true;
  return tab === 'why' || (step?.result ?? '') !== '';
}

interface PanelProps extends StepPaneProps {
  readonly step: StepPage;
}

function Panel(props: PanelProps): JSX.Element {
  const { step, tab, source, run, start, version } = props;
  if (tab === 'stream')
    return (
      <>
        <Stream source={source} run={run} start={start} version={step.isAtWork ? version : 0} />
        {step.isAtWork && source.act !== undefined ? <Steer {...props} /> : null}
      </>
    );
  if (tab === 'prompt') return <WholeText source={source} run={run} start={start} kind="prompt" />;
  if (tab === 'files') return <Files {...{ source, run, start }} version={step.isAtWork ? version : 0} />;
  if (tab === 'result') return <pre class="text">{step.result}</pre>;
  return <Why step={step} />;
}

const BY_WORDS: Readonly<Record<NonNullable<StepPage['by']>, string>> = {
  guard: 'Guards were looked at, in this order:',
  agent: 'The agent chose.',
  person: 'A person chose.',
  failure: 'It failed.',
};

function Why({ step }: { readonly step: StepPage }): JSX.Element {
  const { reason, by, guards, bindings, fault, exitCode, answeredBy, denials, calls, messages } = step;
  return (
    <div class="why-panel">
      {reason === null ? null : (
        <p>
          <b>{wayWords(reason.way)}</b>
        </p>
      )}
      {reason !== null && guards.length === 0 ? reason.because.map((each) => <p key={each}>{each}</p>) : null}
      {by === null ? null : (
        <p class="quiet">
          {BY_WORDS[by]}
          {answeredBy === null ? '' : ` It came ${answeredBy}.`}
        </p>
      )}
      <ol class="guards">
        {guards.map(({ action, text, holds, values }) => (
          <li key={`${action} ${text}`} class={holds ? 'holds' : ''}>
            <MarkSign mark={holds ? 'done' : 'skipped'} />
            <div>
              <b>{action}</b> {holds ? 'holds' : 'does not hold'}
              <code class="block">{text}</code>
              {values.map((value) => (
                <small key={value}>{value}</small>
              ))}
            </div>
          </li>
        ))}
      </ol>
      {fault === null ? null : <p class="fault">{fault}</p>}
      {exitCode === null ? null : <p>exit code {exitCode}</p>}
      {bindings === '' ? null : (
        <>
          <h3>What it set</h3>
          <pre class="text">{bindings}</pre>
        </>
      )}
      <Notes title="Refused" notes={denials.map(({ tool, input, why }) => `${tool} ${input} (${why})`)} />
      <Notes
        title="A person was asked"
        notes={calls.map(
          ({ tool, input, allow }) =>
            `${tool} ${JSON.stringify(input)}: ${allow === null ? 'no answer' : allow}`,
        )}
      />
      <Notes
        title="Sent to the agent"
        notes={messages.map(({ text, client }) => `${text}${client === undefined ? '' : ` (${client})`}`)}
      />
    </div>
  );
}

function Notes({
  title,
  notes,
}: {
  readonly title: string;
  readonly notes: readonly string[];
}): JSX.Element | null {
  if (notes.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {notes.map((note, index) => (
          <li key={index}>{note}</li>
        ))}
      </ul>
    </>
  );
}

interface TextProps {
  readonly source: Source;
  readonly run: string;
  readonly start: number;
}

/** What it changed, as it left it. */
function Files({ source, run, start, version }: TextProps & { readonly version: number }): JSX.Element {
  const { value, error } = useLoaded(
    () => source.text('edits', { run, start }),
    `edits ${run} ${start} ${version}`,
    0,
  );
  if (error !== '') return <p role="alert">{error}</p>;
  if (value === undefined) return <p class="quiet">They are on their way.</p>;
  if (value.text === '') return <p class="quiet">No changed files are kept of this step.</p>;
  return <Diff text={value.text.trimEnd()} />;
}

export function WholeText({
  source,
  run,
  start,
  kind,
}: TextProps & { readonly kind: 'prompt' | 'change' }): JSX.Element {
  const { value, error } = useLoaded(() => source.text(kind, { run, start }), `${kind} ${run} ${start}`, 0);
  if (error !== '') return <p role="alert">{error}</p>;
  if (value === undefined) return <p class="quiet">It is on its way.</p>;
  return value.text === '' ? <p class="quiet">There is none.</p> : <pre class="text">{value.text}</pre>;
}

/** Units: UTF-16 of a stream that are kept in the page: the end of it. */
const MAX_STREAM = 400_000;

/** What an agent or a command said and did, as it comes. */
function Stream({ source, run, start, version }: TextProps & { readonly version: number }): JSX.Element {
  const kept = useRef({ key: '', text: '', next: 0 });
  const [, setShown] = useState(0);
  const [error, setError] = useState('');
  const key = `${run} ${start}`;
  if (kept.current.key !== key) kept.current = { key, text: '', next: 0 };
  useEffect(() => {
    let isLeft = false;
    const read = async (): Promise<void> => {
      for (;;) {
        const from = kept.current.next;
        const part = await source.text('stream', { run, start, from });
        if (isLeft || kept.current.key !== key || kept.current.next !== from) return;
        kept.current.text = (kept.current.text + part.text).slice(-MAX_STREAM);
        kept.current.next = part.next;
        setShown((count) => count + 1);
        if (part.next >= part.size || part.next === from) return;
      }
    };
    read().catch((thrown: unknown) => setError(wordsOf(thrown)));
    return () => {
      isLeft = true;
    };
  }, [key, version]);
  if (error !== '') return <p role="alert">{error}</p>;
  return (
    <pre class="text stream">{kept.current.text === '' ? 'Nothing was said yet.' : kept.current.text}</pre>
  );
}

/** A message to the agent of this step. */
function Steer({ source, run, start }: PanelProps): JSX.Element {
  const [text, setText] = useState('');
  const [words, setWords] = useState('');
  const send = async (): Promise<void> => {
    setWords('Sending…');
    try {
      await source.act?.('steer', { run, start, text });
      setText('');
      setWords('Sent. The agent reads it before its next step.');
    } catch (thrown) {
      setWords(wordsOf(thrown));
    }
  };
  return (
    <form
      class="steer"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void send();
      }}
    >
      <label>
        <b>Tell this agent</b> <span class="quiet">It is kept in the journal, with where it came from.</span>
        <textarea id="steer" rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button" disabled={text.trim() === ''}>
        Send
      </button>
      <p class="note" role="status">
        {words}
      </p>
    </form>
  );
}
