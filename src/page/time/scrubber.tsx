import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SpanRow } from '../../report/shapes.ts';
import { NOW, type RunModel } from '../model/run-model.ts';
import { clockWords } from '../model/words.ts';
import { cleanSheet, useWidth } from './canvas.ts';

interface ScrubberProps {
  readonly model: RunModel;
  readonly version: number;
  readonly last: number;
  readonly at: number;
  readonly onAt: (at: number) => void;
}

/** Units: ms between two records while it plays; all of a run takes a minute at most. */
const PLAY_MS = 60;
const PLAY_STEPS = 1000;

/** The run as it was at any of its records. */
export function Scrubber({ model, version, last, at, onAt }: ScrubberProps): JSX.Element {
  const shown = at === NOW ? last : at;
  const turns = useMemo(() => turnsOf(model), [version]);
  const toTurn = (direction: 1 | -1): void => {
    const next = direction === 1 ? turns.find((seq) => seq > shown) : turns.findLast((seq) => seq < shown);
    onAt(next ?? (direction === 1 ? NOW : 1));
  };
  return (
    <footer class="scrubber">
      <PlayButton last={last} at={at} onAt={onAt} />
      <Strip {...{ model, version, last, shown, onAt }} onTurn={toTurn} />
      <span class="figures">
        <b>{shown}</b> / {last} records · {timeAt(model, shown)}
      </span>
      <button
        type="button"
        class="plain"
        data-key="ArrowLeft"
        aria-label="Turn before"
        onClick={() => toTurn(-1)}
      >
        ←
      </button>
      <button
        type="button"
        class="plain"
        data-key="ArrowRight"
        aria-label="Next turn"
        onClick={() => toTurn(1)}
      >
        →
      </button>
    </footer>
  );
}

function PlayButton({ last, at, onAt }: Pick<ScrubberProps, 'last' | 'at' | 'onAt'>): JSX.Element {
  const [isPlaying, setIsPlaying] = useState(false);
  const shown = at === NOW ? last : at;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const step = Math.max(1, Math.ceil(last / PLAY_STEPS));
    const timer = setTimeout(() => {
      const next = shown + step;
      if (next >= last) setIsPlaying(false);
      onAt(next >= last ? NOW : next);
    }, PLAY_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, shown, last]);
  const play = (): void => {
    if (!isPlaying && at === NOW) onAt(1);
    setIsPlaying(!isPlaying);
  };
  return (
    <button type="button" class="plain" data-key=" " onClick={play} aria-label={isPlaying ? 'Pause' : 'Play'}>
      {isPlaying ? '❚❚' : '▷'}
    </button>
  );
}

interface StripProps extends Pick<ScrubberProps, 'model' | 'version' | 'last' | 'onAt'> {
  readonly shown: number;
  readonly onTurn: (direction: 1 | -1) => void;
}

/** All records from left to right, with what is worth a look, under a slider. */
function Strip({ model, version, last, shown, onAt, onTurn }: StripProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(box);
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  useEffect(() => {
    drawStrip(canvas.current, model, last);
  }, [version, last, width, isDark]);
  const slide = (next: number): void => onAt(next >= last ? NOW : next);
  return (
    <div class="strip" ref={box}>
      <canvas ref={canvas} aria-hidden="true" />
      <i class="cursor" style={{ left: `${(100 * shown) / Math.max(1, last)}%` }} />
      <input
        type="range"
        min={1}
        max={Math.max(1, last)}
        value={shown}
        aria-label="Record of the run"
        aria-valuetext={`record ${shown} of ${last}`}
        onInput={(event) => slide(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
          event.preventDefault();
          event.stopPropagation();
          onTurn(event.key === 'ArrowRight' ? 1 : -1);
        }}
      />
    </div>
  );
}

/** Where something begins that is more than a decision, and where it ends. */
function turnsOf({ spans }: RunModel): readonly number[] {
  const seqs = new Set<number>();
  for (const { kind, seq, endSeq } of spans) {
    if (kind === 'decision') continue;
    seqs.add(seq);
    if (endSeq !== null) seqs.add(endSeq);
  }
  return [...seqs].toSorted((a, b) => a - b);
}

function timeAt({ spans }: RunModel, seq: number): string {
  let ms = spans[0]?.startMs ?? Number.NaN;
  for (const span of spans) {
    if (span.seq <= seq) ms = Math.max(ms, span.startMs);
    if (span.endSeq !== null && span.endSeq <= seq && span.endMs !== null) ms = Math.max(ms, span.endMs);
  }
  return clockWords(ms);
}

/** Ticks of one pixel are one: the tallest. */
function drawStrip(canvas: HTMLCanvasElement | null, model: RunModel, last: number): void {
  const sheet = cleanSheet(canvas);
  if (sheet === undefined) return;
  const { context, colours, width, height } = sheet;
  context.fillStyle = colours('line');
  context.fillRect(0, height - 2, width, 1);
  const ticks = new Map<number, Tick>();
  for (const span of model.spans) {
    const x = Math.round((span.seq / Math.max(1, last)) * (width - 2));
    const tick = tickOf(model, span);
    if (tick.tall > (ticks.get(x)?.tall ?? 0)) ticks.set(x, tick);
  }
  for (const [x, { name, tall }] of ticks) {
    context.fillStyle = colours(name);
    context.fillRect(x, height - 2 - tall, 2, tall);
  }
}

interface Tick {
  readonly name: string;
  readonly tall: number;
}

function tickOf(model: RunModel, span: SpanRow): Tick {
  if (span.kind === 'decision') return { name: 'line', tall: 3 };
  const mark = model.markOf(span, NOW);
  if (span.kind === 'person') return { name: 'waiting', tall: 20 };
  if (mark === 'back') return { name: 'back', tall: 16 };
  return mark === 'failed' ? { name: 'failed', tall: 16 } : { name: 'bar', tall: 9 };
}
