import type { JSX } from 'preact';
import type { RunPage } from '../report/shapes.ts';
import type { Source } from './api.ts';
import { lookElsewhere, lookOf, PHONE_TABS, type Change, type Look } from './look.ts';
import { MapPane } from './map/map-pane.tsx';
import { HeldCalls, QuestionPane } from './question-pane.tsx';
import type { Route } from './route.ts';
import { endedBadly, Head, Past, Standing } from './run-head.tsx';
import { NOW } from './model/run-model.ts';
import { Scrubber } from './time/scrubber.tsx';
import { StepPane } from './step-pane.tsx';
import { StoryPane } from './story-pane.tsx';
import { TimePane } from './time/time-pane.tsx';
import { useRun, type OpenRun } from './use-source.ts';

interface RunScreenProps {
  readonly source: Source;
  readonly route: Route;
  readonly version: number;
  readonly nowMs: number;
}

/** One run: where it stands and why, its map, its time, its story, and a step of it. */
export function RunScreen({ source, route, version, nowMs }: RunScreenProps): JSX.Element {
  const opened = useRun(source, route.name, version);
  const { page, error } = opened;
  if (page === undefined) {
    return (
      <main class="pad" id="main">
        <h1>{route.name}</h1>
        <p class={error === '' ? 'quiet' : 'fault'}>{error === '' ? 'The run is on its way.' : error}</p>
        <a href="#/runs">All runs</a>
      </main>
    );
  }
  return <OpenedRun source={source} route={route} nowMs={nowMs} opened={opened} page={page} />;
}

interface OpenedProps extends Omit<RunScreenProps, 'version'> {
  readonly opened: OpenRun;
  readonly page: RunPage;
}

function OpenedRun(props: OpenedProps): JSX.Element {
  const { source, route, opened, page, nowMs } = props;
  const { model, error } = opened;
  const { line } = page;
  const look = lookOf(route);
  const at = look.at < line.seq ? look.at : NOW;
  const go = (change: Change): void => lookElsewhere(route, 'run', change);
  return (
    <main class={`run show-${look.phone}`} id="main">
      <Head source={source} page={page} nowMs={nowMs} />
      {at === NOW ? (
        <Standing line={line} account={page.account} />
      ) : (
        <Past model={model} at={at} onNow={() => go({ q: undefined })} />
      )}
      {error === '' ? null : (
        <p class="fault pad" role="alert">
          {error}
        </p>
      )}
      <Panes {...props} look={look} at={at} go={go} />
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

interface PanesProps extends OpenedProps {
  readonly look: Look;
  readonly at: number;
  readonly go: (change: Change) => void;
}

function Panes({ source, route, opened, page, nowMs, look, at, go }: PanesProps): JSX.Element {
  const { model, graph, reasons } = opened;
  const { line } = page;
  const common = {
    model,
    version: model.version,
    at,
    selected: look.step,
    onStep: (start: number) => go({ step: String(start), show: 'story' }),
  };
  return (
    <div class={`panes${look.step === 0 ? '' : ' with-step'}`}>
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
        <Middle {...{ source, page, look, nowMs, go }} isPast={at !== NOW}>
          <StoryPane
            {...common}
            reasons={reasons}
            account={page.account}
            isFailed={at === NOW && endedBadly(line)}
          />
        </Middle>
      </div>
      {look.step === 0 ? null : (
        <StepPane
          {...common}
          source={source}
          run={route.name}
          version={line.seq}
          start={look.step}
          nowMs={nowMs}
          tab={look.tab}
          onTab={(tab) => go({ tab })}
          onClose={() => go({ step: undefined, tab: undefined })}
        />
      )}
    </div>
  );
}

interface MiddleProps {
  readonly source: Source;
  readonly page: RunPage;
  readonly look: Look;
  readonly nowMs: number;
  readonly isPast: boolean;
  readonly go: (change: Change) => void;
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
