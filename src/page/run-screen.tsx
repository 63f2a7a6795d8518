import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Account, RunLine, RunPage } from '../report/shapes.ts';
import type { Source } from './api.ts';
import { MapPane } from './map-pane.tsx';
import { HeldCalls, QuestionPane } from './question-pane.tsx';
import { runAddress, type Route } from './route.ts';
import { NOW } from './run-model.ts';
import { Scrubber } from './scrubber.tsx';
import { MarkLabel, MarkSign, STAND_MARKS } from './signs.tsx';
import { StepPane, STEP_TABS, type StepTab } from './step-pane.tsx';
import { StoryPane } from './story-pane.tsx';
import { TimePane } from './time-pane.tsx';
import { useRun, wordsOf, type OpenRun } from './use-source.ts';
import { clockWords, costWords, countWords, durationWords, tokenWords } from './words.ts';

interface RunScreenProps {
  readonly source: Source;
  readonly route: Route;
  readonly version: number;
  readonly nowMs: number;
}

/** What is looked at, as the address says it: a link leads to the same. */
interface Look {
  readonly at: number;
  readonly step: number;
  readonly block: number;
  readonly isWhole: boolean;
  readonly tab: StepTab;
  readonly question: number;
  readonly middle: 'question' | 'story';
  readonly phone: 'now' | 'story' | 'map' | 'time';
}

const PHONE_TABS = [
  ['now', 'Now'],
  ['story', 'Story'],
  ['map', 'Map'],
  ['time', 'Time'],
] as const;

function lookOf({ options }: Route): Look {
  const count = (name: string): number => Math.max(0, Number(options.get(name)) || 0);
  const tab = STEP_TABS.map(([name]) => name).find((name) => name === options.get('tab'));
  const phone = PHONE_TABS.map(([name]) => name).find((name) => name === options.get('show'));
  return {
    at: options.has('q') ? Math.max(1, count('q')) : NOW,
    step: count('step'),
    block: count('block'),
    isWhole: options.has('whole'),
    tab: tab ?? 'why',
    question: count('question'),
    middle: options.get('middle') === 'story' ? 'story' : 'question',
    phone: phone ?? 'now',
  };
}

/** One run: where it stands and why, its map, its time, its story, and a step of it. */
export function RunScreen({ source, route, version, nowMs }: RunScreenProps): JSX.Element {
  const { run } = route;
  const opened = useRun(source, run, version);
  const { page, error, model, graph, reasons } = opened;
  const look = lookOf(route);
  const go = (change: Readonly<Record<string, string | undefined>>): void => {
    const options = new URLSearchParams(route.options);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) options.delete(name);
      else options.set(name, value);
    }
    location.replace(runAddress(run, Object.fromEntries(options)));
  };
  if (page === undefined) {
    return (
      <main class="pad" id="main">
        <h1>{run}</h1>
        <p class={error === '' ? 'quiet' : 'fault'}>{error === '' ? 'The run is on its way.' : error}</p>
        <a href="#/runs">All runs</a>
      </main>
    );
  }
  const { line } = page;
  const isPast = look.at !== NOW && look.at < line.seq;
  const at = isPast ? look.at : NOW;
  const selected = look.step;
  const common = {
    model,
    version: model.version,
    at,
    selected,
    onStep: (start: number) => go({ step: String(start), show: 'story' }),
  };
  return (
    <main class={`run show-${look.phone}`} id="main">
      <Head source={source} page={page} nowMs={nowMs} />
      <Standing line={line} account={page.account} at={at} run={opened} onNow={() => go({ q: undefined })} />
      {error === '' ? null : (
        <p class="fault pad" role="alert">
          {error}
        </p>
      )}
      <div class={`panes${selected === 0 ? '' : ' with-step'}`}>
        <MapPane
          {...common}
          graph={graph}
          block={model.blocks[look.block] === undefined ? 0 : look.block}
          isOver={line.isOver}
          isWhole={look.isWhole}
          onWhole={(isWhole) => go({ whole: isWhole ? '1' : undefined })}
          onBlock={(block) => go({ block: block === 0 ? undefined : String(block) })}
        />
        <div class="middle">
          <TimePane {...common} nowMs={nowMs} isLive={!line.isOver && line.isDriven} />
          <Middle {...{ source, page, look, nowMs, isPast, go }}>
            <StoryPane
              {...common}
              reasons={reasons}
              account={page.account}
              isFailed={!isPast && endedBadly(line)}
            />
          </Middle>
        </div>
        {selected === 0 ? null : (
          <StepPane
            {...common}
            source={source}
            run={run}
            version={line.seq}
            start={selected}
            nowMs={nowMs}
            tab={look.tab}
            onTab={(tab) => go({ tab })}
            onClose={() => go({ step: undefined, tab: undefined })}
          />
        )}
      </div>
      <Scrubber
        model={model}
        version={model.version}
        last={line.seq}
        at={at}
        onAt={(next) => go({ q: next === NOW ? undefined : String(next) })}
      />
      <nav class="phone-tabs" aria-label="Parts of the run">
        {PHONE_TABS.map(([name, words]) => (
          <button
            key={name}
            type="button"
            aria-pressed={look.phone === name}
            onClick={() => go({ show: name })}
          >
            {name === 'now' && page.questions.length > 0 ? 'Question' : words}
          </button>
        ))}
      </nav>
    </main>
  );
}

function endedBadly({ stand }: RunLine): boolean {
  return stand === 'failed' || stand === 'stopped';
}

interface MiddleProps {
  readonly source: Source;
  readonly page: RunPage;
  readonly look: Look;
  readonly nowMs: number;
  readonly isPast: boolean;
  readonly go: (change: Readonly<Record<string, string | undefined>>) => void;
  readonly children: JSX.Element;
}

/** The question where there is one, and the story; in the past nothing can be answered. */
function Middle({ source, page, look, nowMs, isPast, go, children }: MiddleProps): JSX.Element {
  const { questions, heldCalls, line } = page;
  const named = questions.findIndex(({ start }) => start === look.question);
  const place = Math.max(0, named);
  const question = questions[place];
  if (isPast || (question === undefined && heldCalls.length === 0)) return children;
  const isStory = look.middle === 'story' || question === undefined;
  return (
    <>
      {question === undefined ? null : (
        <div class="chips switch" role="group" aria-label="Show">
          <button type="button" aria-pressed={!isStory} onClick={() => go({ middle: undefined })}>
            Question
          </button>
          <button type="button" aria-pressed={isStory} onClick={() => go({ middle: 'story' })}>
            Story
          </button>
        </div>
      )}
      <HeldCalls calls={heldCalls} />
      {isStory ? (
        children
      ) : (
        <QuestionPane
          source={source}
          run={line.run}
          question={question}
          count={questions.length}
          place={place}
          nowMs={nowMs}
          onPlace={(next) => go({ question: String(questions[next]?.start ?? '') })}
        />
      )}
    </>
  );
}

interface HeadProps {
  readonly source: Source;
  readonly page: RunPage;
  readonly nowMs: number;
}

function Head({ source, page, nowMs }: HeadProps): JSX.Element {
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
        <span title="Time in which an agent or a command worked; what else passed">
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
      <Controls key={run} source={source} page={page} />
    </header>
  );
}

/** What a resume gives a limit that was reached, unless something else is written. */
const MORE = { steps: '+50', costUsd: '+5', tokens: '+500000', durationMs: '+30m' } as const;

/** Stop, asked once more before it is done; and resume, with more room where a limit was reached. */
function Controls({ source, page }: Omit<HeadProps, 'nowMs'>): JSX.Element | null {
  const { line, account, questions } = page;
  const [isSure, setIsSure] = useState(false);
  const limit = account?.limit ?? null;
  const raised = limit === null || limit === 'subscription' ? undefined : limit;
  const [more, setMore] = useState('');
  const [words, setWords] = useState('');
  const { act } = source;
  if (act === undefined) return null;
  const { run, stand, isOver, isDriven } = line;
  const doIt = async (what: 'stop' | 'resume', body: object): Promise<void> => {
    setIsSure(false);
    setWords(what === 'stop' ? 'Stopping…' : 'Resuming…');
    try {
      await act(what, { run, ...body });
      setWords('');
    } catch (thrown) {
      setWords(wordsOf(thrown));
    }
  };
  const canResume = !isOver && !isDriven && questions.length === 0;
  return (
    <span class="controls">
      {!isOver && isDriven ? (
        <button
          type="button"
          class={`button${isSure ? ' primary' : ''}`}
          data-key={isSure ? undefined : 's'}
          onBlur={() => setIsSure(false)}
          onClick={() => (isSure ? void doIt('stop', {}) : setIsSure(true))}
        >
          {isSure ? 'Stop it: it can be resumed' : 'Stop'}
        </button>
      ) : null}
      {canResume && stand === 'stopped' ? (
        <>
          {raised === undefined ? null : (
            <input
              class="more"
              aria-label={`More room for the limit: ${raised}`}
              value={more === '' ? MORE[raised] : more}
              onInput={(event) => setMore(event.currentTarget.value)}
            />
          )}
          <button
            type="button"
            class="button"
            data-key="r"
            onClick={() =>
              void doIt(
                'resume',
                raised === undefined ? {} : { raise: { [raised]: more === '' ? MORE[raised] : more } },
              )
            }
          >
            Resume
          </button>
        </>
      ) : null}
      <span class="note" role="status">
        {words}
      </span>
    </span>
  );
}

interface StandingProps {
  readonly line: RunLine;
  readonly account: Account | null;
  readonly at: number;
  readonly run: OpenRun;
  readonly onNow: () => void;
}

/** Why it stands here, in one sentence; of the past, that it is the past. */
function Standing({ line, account, at, run, onNow }: StandingProps): JSX.Element {
  const { stand, reason, questions } = line;
  if (at !== NOW) {
    const span = run.model.spans.findLast(({ seq }) => seq <= at);
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
  const mark = STAND_MARKS[stand];
  const [question] = questions;
  const words =
    stand === 'waiting' && question !== undefined ? firstLine(question.text) : (account?.reason ?? reason);
  return (
    <div class={`standing ${mark}`}>
      <MarkSign mark={mark} />
      <b>{words === '' ? reason : words}</b>
      {stand === 'waiting' ? <span class="quiet">{reason}</span> : null}
      {endedBadly(line) && account?.resume != null ? <code class="grow end">{account.resume}</code> : null}
    </div>
  );
}

function firstLine(text: string): string {
  return (text.split('\n').find((each) => each.trim() !== '') ?? '').replace(/^#+ */, '');
}
