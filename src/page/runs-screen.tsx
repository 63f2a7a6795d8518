import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { QuestionCard, RunLine, RunList, Stand } from '../report/shapes.ts';
import { useAnswer } from './answer-form.tsx';
import type { Source } from './api.ts';
import { runAddress } from './route.ts';
import { MarkSign, STAND_MARKS } from './model/signs.tsx';
import { waitingRuns } from './use-source.ts';
import { clockWords, costWords, countWords, durationWords, questionParts } from './model/words.ts';

interface RunsScreenProps {
  readonly source: Source;
  /** Undefined while they are on their way. */
  readonly list: RunList | undefined;
  readonly nowMs: number;
}

type Filter = 'all' | Stand;

const FILTERS: readonly (readonly [Filter, string])[] = [
  ['all', 'All'],
  ['waiting', 'Wait'],
  ['working', 'Working'],
  ['failed', 'Failed'],
  ['stopped', 'Stopped'],
  ['done', 'Done'],
];

/** All runs: those that wait for a person first, then those at work, then the others. */
export function RunsScreen({ source, list, nowMs }: RunsScreenProps): JSX.Element {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const lines = list?.lines ?? [];
  const found = lines.filter((line) => matches(line, search));
  const shown = found.filter(({ stand }) => filter === 'all' || stand === filter);
  const waiting = waitingRuns(shown);
  const working = shown.filter(({ stand }) => stand === 'working');
  const rest = shown.filter(({ stand }) => stand !== 'waiting' && stand !== 'working');
  return (
    <main class="runs" id="main">
      <h1 class="hidden">Runs</h1>
      <Filters found={found} {...{ search, filter, setSearch, setFilter }} />
      {list === undefined ? <p class="quiet">The runs are on their way.</p> : null}
      {list?.lines.length === 0 ? <Empty /> : null}
      {lines.length > 0 && shown.length === 0 ? <p class="quiet">No run is like that.</p> : null}
      <Section title="Waiting for you" lines={waiting}>
        {waiting.map((line) => (
          <WaitingCard key={line.run} source={source} line={line} nowMs={nowMs} />
        ))}
      </Section>
      <Section title="Working" lines={working}>
        <ul class="list">
          {working.map((line) => (
            <WorkingRow key={line.run} line={line} nowMs={nowMs} />
          ))}
        </ul>
      </Section>
      <Section title="Ended and stopped" lines={rest}>
        <ul class="list">
          {rest.map((line) => (
            <EndedRow key={line.run} line={line} nowMs={nowMs} />
          ))}
        </ul>
      </Section>
      {list === undefined || list.left === 0 ? null : (
        <p class="quiet">
          and {countWords(list.left, 'older run')}: <code>wfmap runs</code>
        </p>
      )}
    </main>
  );
}

interface FiltersProps {
  readonly found: readonly RunLine[];
  readonly search: string;
  readonly filter: Filter;
  readonly setSearch: (text: string) => void;
  readonly setFilter: (filter: Filter) => void;
}

/** What is searched for, and how many runs stand where. */
function Filters({ found, search, filter, setSearch, setFilter }: FiltersProps): JSX.Element {
  return (
    <div class="filters" role="search">
      <label title="In names, goals, reasons and maps">
        Search runs{' '}
        <input
          type="search"
          id="search"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </label>
      <kbd>/</kbd>
      <div class="chips" role="group" aria-label="Show">
        {FILTERS.map(([name, words]) => (
          <button
            key={name}
            type="button"
            aria-pressed={filter === name}
            onClick={() => setFilter(name)}
          >{`${words} ${found.filter(({ stand }) => name === 'all' || stand === name).length}`}</button>
        ))}
      </div>
    </div>
  );
}

function matches({ run, goal, reason, map }: RunLine, search: string): boolean {
  const text = `${run}\n${goal}\n${reason}\n${map}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Empty(): JSX.Element {
  return (
    <section class="empty">
      <p>There is no run in this project yet. A run that is started shows up here at once.</p>
      <p>Start one:</p>
      <pre class="line">wfmap run efficient --goal "what is to be done"</pre>
      <p>Or play one, without agents:</p>
      <pre class="line">wfmap run efficient --storyId=STORY-1 --agent scripted</pre>
    </section>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lines: readonly RunLine[];
  readonly children: JSX.Element | JSX.Element[];
}

function Section({ title, lines, children }: SectionProps): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>
        {title} <span class="quiet">{lines.length}</span>
      </h2>
      {children}
    </section>
  );
}

interface RowProps {
  readonly line: RunLine;
  readonly nowMs: number;
}

function WaitingCard({ source, line, nowMs }: RowProps & { readonly source: Source }): JSX.Element {
  const { run, goal, questions, questionCount, costUsd, costIsPartial } = line;
  const more = questionCount - questions.length;
  return (
    <article class="waiting-card" data-run={run}>
      <header>
        <MarkSign mark="waiting" />
        <a href={runAddress(run)}>
          <code>{run}</code>
        </a>
        <span class="cut grow">{goal}</span>
        <Simulation line={line} />
        <span class="amber">waits {durationWords(nowMs - Date.parse(questions[0]?.askedAt ?? ''))}</span>
        <span class="quiet">{costWords(costUsd, costIsPartial)}</span>
      </header>
      {questions.map((question) => (
        <QuestionInPlace key={question.start} source={source} run={run} question={question} />
      ))}
      {more > 0 ? (
        <a class="more" href={runAddress(run)}>
          {countWords(more, 'more question')}
        </a>
      ) : null}
    </article>
  );
}

interface InPlaceProps {
  readonly source: Source;
  readonly run: string;
  readonly question: QuestionCard;
}

/** A question that can be answered where it stands: picked first, then sent. What needs fields is answered in full. */
function QuestionInPlace({ source, run, question }: InPlaceProps): JSX.Element {
  const [picked, setPicked] = useState('');
  const { send, state } = useAnswer(source, run, question);
  const choice = question.choices.find(({ name }) => name === picked);
  const canAnswer = question.way === 'here' && source.act !== undefined;
  const { title, rest } = questionParts(question.text);
  return (
    <div class="asked">
      <div class="grow">
        <h3>{title}</h3>
        <p class="quiet clamp">{rest}</p>
        <p class="quiet">
          Asked by {question.where === '' ? question.task : `${question.where}/${question.task}`}
          {question.deadline === null ? '' : `, until ${clockWords(Date.parse(question.deadline))}`}
        </p>
      </div>
      <div class="options">
        {canAnswer
          ? question.choices
              .filter(({ required }) => required.length === 0)
              .map(({ name }, index) => (
                <button
                  key={name}
                  type="button"
                  class={`button${name === picked ? ' picked' : ''}`}
                  aria-pressed={name === picked}
                  disabled={state.phase === 'sending'}
                  data-key={index < 9 ? String(index + 1) : undefined}
                  onClick={() => setPicked(name === picked ? '' : name)}
                >
                  {name}
                </button>
              ))
          : null}
        <a class="button" href={runAddress(run, { question: String(question.start) })}>
          In full
        </a>
        {choice === undefined ? null : (
          <button
            type="button"
            class="button primary"
            data-send="true"
            disabled={state.phase === 'sending'}
            onClick={() => void send(choice, {})}
          >
            Answer “{choice.name}”
          </button>
        )}
      </div>
      <p class="note" role="status">
        {state.words}
      </p>
    </div>
  );
}

function WorkingRow({ line, nowMs }: RowProps): JSX.Element {
  const { run, goal, agents, items, turns, costUsd, costIsPartial, activeMs, reason } = line;
  return (
    <li class="working-row">
      <div class="row">
        <MarkSign mark="working" />
        <a href={runAddress(run)}>
          <code>{run}</code>
        </a>
        <span class="cut grow">{goal}</span>
        <Simulation line={line} />
        {items === null ? null : <span class="quiet">{`${items.over} of ${items.of}`}</span>}
        <span class="quiet">{countWords(turns, 'call')}</span>
        <span>{costWords(costUsd, costIsPartial)}</span>
        <span class="quiet">{durationWords(activeMs)}</span>
      </div>
      {agents.length === 0 ? <div class="agent quiet">{reason}</div> : null}
      {agents.map(({ start, task, where, visit, since }) => (
        <a class="agent" key={start} href={runAddress(run, { step: String(start) })}>
          <code class="cut">{where}</code>
          <b>{visit > 1 ? `${task} ${visit}` : task}</b>
          <span class="quiet">{durationWords(nowMs - Date.parse(since))}</span>
        </a>
      ))}
    </li>
  );
}

function EndedRow({ line, nowMs }: RowProps): JSX.Element {
  const { run, goal, stand, reason, turns, costUsd, costIsPartial, lastAt } = line;
  return (
    <li>
      <a class="ended-row" href={runAddress(run)}>
        <MarkSign mark={STAND_MARKS[stand]} />
        <code class="cut">{run}</code>
        <span class="two">
          <span class="cut">{goal}</span>
          <span class={`why ${stand}`}>{reason}</span>
        </span>
        <Beads beads={line.beads} />
        <Simulation line={line} />
        <span class="quiet calls">{countWords(turns, 'call')}</span>
        <span>{costWords(costUsd, costIsPartial)}</span>
        <time class="quiet" dateTime={lastAt}>
          {clockWords(Date.parse(lastAt), nowMs)}
        </time>
        <span class="hidden">{stand}</span>
      </a>
    </li>
  );
}

function Simulation({ line }: { readonly line: RunLine }): JSX.Element | null {
  return line.isSimulation ? <span class="quiet tag">simulation</span> : null;
}

const BEADS: Readonly<Record<string, string>> = {
  '.': 'done',
  '<': 'back',
  x: 'failed',
  '?': 'waiting',
  o: 'working',
};

/** The shape of a run: its last steps, from left to right. */
function Beads({ beads }: { readonly beads: string }): JSX.Element {
  const signs = beads.split('');
  const back = signs.filter((each) => each === '<').length;
  return (
    <span
      class="beads"
      role="img"
      aria-label={`${beads.replaceAll(' ', '').length} steps, ${back} sent back`}
    >
      {signs.map((bead, index) => (
        <i key={index} class={BEADS[bead] ?? 'gap'} />
      ))}
    </span>
  );
}
