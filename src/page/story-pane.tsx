import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Account, ReasonRow, SpanRow } from '../report/shapes.ts';
import type { Mark, RunModel } from './model/run-model.ts';
import { MarkSign } from './model/signs.tsx';
import { storyOf, type StoryLine } from './model/story.ts';
import { clockWords, costWords, countWords, durationWords, wayWords } from './model/words.ts';

interface StoryPaneProps {
  readonly model: RunModel;
  readonly reasons: ReadonlyMap<number, ReasonRow>;
  readonly account: Account | null;
  readonly isFailed: boolean;
  readonly at: number;
  readonly selected: number;
  readonly onStep: (start: number) => void;
}

/** Units: lines that are in the page at once; more by a press. */
const WINDOW = 120;

/** The run in words. */
export function StoryPane(props: StoryPaneProps): JSX.Element {
  const { model, reasons, at, selected, account, isFailed, onStep } = props;
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [from, setFrom] = useState<number | null>(null);
  const lines = storyOf({ model, reasons, at, unfolded });
  const picked = lines.findIndex((line) => line.kind === 'step' && line.span.seq === selected);
  // The end of it, or what is picked, until somebody asks for more.
  const first = Math.max(0, from ?? (picked >= 0 ? picked - WINDOW / 2 : lines.length - WINDOW));
  const shown = lines.slice(first, first + WINDOW);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (selected !== 0)
      list.current?.querySelector('[aria-current="step"]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <section class="pane story" aria-label="Story">
      <header>
        <h2 class="grow">Story</h2>
        <span class="quiet">{countWords(lines.length, 'line')}</span>
      </header>
      {account !== null && isFailed ? <WhyItEnded account={account} onStep={onStep} /> : null}
      {first > 0 ? (
        <button type="button" class="more" onClick={() => setFrom(Math.max(0, first - WINDOW))}>
          {countWords(first, 'earlier line')}
        </button>
      ) : null}
      <ol ref={list}>
        {shown.map((line) => (
          <Line
            key={line.kind === 'step' ? `s${line.span.number}` : `b${line.block.index}`}
            line={line}
            selected={selected}
            onStep={onStep}
            onUnfold={(block) => setUnfolded(new Set([...unfolded, block]))}
          />
        ))}
      </ol>
      {first + WINDOW < lines.length ? (
        <button type="button" class="more" onClick={() => setFrom(first + WINDOW)}>
          {countWords(lines.length - first - WINDOW, 'later line')}
        </button>
      ) : null}
    </section>
  );
}

interface LineProps {
  readonly line: StoryLine;
  readonly selected: number;
  readonly onStep: (start: number) => void;
  readonly onUnfold: (block: number) => void;
}

function Line({ line, selected, onStep, onUnfold }: LineProps): JSX.Element {
  if (line.kind === 'block') {
    const { block, costUsd } = line;
    return (
      <li class="block-line">
        <code>{block.kind === 'root' ? 'the map' : block.key}</code> <b class="cut grow">{block.title}</b>
        <span class="quiet">{costUsd > 0 ? costWords(costUsd) : ''}</span>
      </li>
    );
  }
  if (line.kind === 'folded') {
    const { block, costUsd, steps, startMs, endMs } = line;
    return (
      <li>
        <button type="button" class="folded-line" onClick={() => onUnfold(block.index)}>
          <MarkSign mark="done" />
          <code>{block.key}</code> <b class="cut">{block.title}</b>
          <span class="quiet cut grow">
            {block.outcome === '' ? '' : `${block.outcome}: `}went through at the first attempt,{' '}
            {countWords(steps, 'step')}
          </span>
          <span class="quiet">
            {costUsd > 0 ? costWords(costUsd) : ''} {durationWords(endMs - startMs)}
          </span>
        </button>
      </li>
    );
  }
  return <StepLine line={line} isSelected={line.span.seq === selected} onStep={onStep} />;
}

interface StepLineProps {
  readonly line: Extract<StoryLine, { kind: 'step' }>;
  readonly isSelected: boolean;
  readonly onStep: (start: number) => void;
}

function StepLine({ line: { span, mark, reason, repeats }, isSelected, onStep }: StepLineProps): JSX.Element {
  const { task, visit, startMs, endMs, costUsd, kind } = span;
  return (
    <li>
      <button
        type="button"
        class={`step-line ${mark} ${kind}${isSelected ? ' selected' : ''}`}
        aria-current={isSelected ? 'step' : undefined}
        onClick={() => onStep(span.seq)}
      >
        <time class="quiet">{clockWords(startMs, endMs ?? startMs)}</time>
        <MarkSign mark={mark} />
        <span class="grow">
          <b>{task}</b>
          {visit > 1 ? <span class="quiet"> attempt {visit}</span> : null} {stateWords(span, mark)}
          {reason === undefined ? null : (
            <small>
              {wayWords(reason.way)}
              {reason.because.length === 0 ? '' : `, ${reason.because.join(', ')}`}
              <Repeated reason={reason} repeats={repeats} />
            </small>
          )}
        </span>
        <span class="quiet figures">
          {costUsd > 0 ? costWords(costUsd) : ''}{' '}
          {endMs === null || kind === 'decision' ? '' : durationWords(endMs - startMs)}
        </span>
      </button>
    </li>
  );
}

/** What comes again and again is the most useful thing that nobody says. */
function Repeated({
  reason,
  repeats,
}: {
  readonly reason: ReasonRow;
  readonly repeats: number;
}): JSX.Element | null {
  if (reason.same > 1) return <b class="repeats"> the same result {reason.same} times in a row</b>;
  return repeats > 1 ? <b class="repeats"> the same for the {ordinal(repeats)} time</b> : null;
}

function stateWords({ reason, isCutOff, kind }: SpanRow, mark: Mark): string {
  if (reason !== null) return `failed: ${reason}`;
  if (mark === 'working') return 'is at work';
  if (mark === 'waiting') return 'waits for you';
  if (mark === 'back') return kind === 'decision' ? 'went back' : 'sent it back';
  return isCutOff || mark === 'stopped' ? 'was cut off' : '';
}

function ordinal(count: number): string {
  return ({ 2: 'second', 3: 'third' } as Readonly<Record<number, string>>)[count] ?? `${count}th`;
}

interface WhyProps {
  readonly account: Account;
  readonly onStep: (start: number) => void;
}

/** The chain of ways that led to the end, what it cost, and how to go on. */
export function WhyItEnded({ account, onStep }: WhyProps): JSX.Element {
  const { steps, advice, costs, resume } = account;
  return (
    <section class="ended" aria-label="Why it ended so">
      <h3>Why it ended so</h3>
      <ol>
        {steps.map(({ start, task, where, visit, way, because }) => (
          <li key={start}>
            <button type="button" class="plain" onClick={() => onStep(start)}>
              {where === '' ? null : <code class="quiet">{where}/</code>}
              <b>
                {task}
                {visit > 1 ? `, visit ${visit}` : ''}
              </b>
              : {wayWords(way)}
              {because.map((each) => (
                <small key={each}>{each}</small>
              ))}
            </button>
          </li>
        ))}
      </ol>
      {costs.length === 0 ? null : (
        <p class="quiet">
          What cost most: {costs.map(({ task, costUsd }) => `${task} ${costWords(costUsd)}`).join(', ')}
        </p>
      )}
      {advice.map((each) => (
        <p key={each}>{each}</p>
      ))}
      {resume === null ? null : <pre class="line">{resume}</pre>}
    </section>
  );
}
