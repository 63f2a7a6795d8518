import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SpanRow } from '../report/shapes.ts';
import { NOW, type RunModel } from './model/run-model.ts';
import { clockWords } from './model/words.ts';

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
      <Strip model={model} last={last} shown={shown} onAt={onAt} onTurn={toTurn} />
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

interface StripProps extends Drawn {
  readonly onAt: (at: number) => void;
  readonly onTurn: (direction: 1 | -1) => void;
}

/** All records from left to right, with what is worth a look, under a slider. */
function Strip({ model, last, shown, onAt, onTurn }: StripProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) drawStrip(canvas.current, { model, last, shown });
  });
  const slide = (next: number): void => onAt(next >= last ? NOW : next);
  return (
    <div class="strip">
      <canvas ref={canvas} aria-hidden="true" />
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

interface Drawn {
  readonly model: RunModel;
  readonly last: number;
  readonly shown: number;
}

function drawStrip(canvas: HTMLCanvasElement, { model, last, shown }: Drawn): void {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (context === null || width === 0) return;
  const ratio = devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const fill = (name: string): void => {
    context.fillStyle = style.getPropertyValue(`--${name}`);
  };
  const x = (seq: number): number => (seq / Math.max(1, last)) * (width - 3);
  fill('line');
  context.fillRect(0, height - 2, width, 1);
  for (const span of model.spans) {
    const { name, tall } = tickOf(model, span);
    fill(name);
    context.fillRect(x(span.seq), height - 2 - tall, 2, tall);
  }
  fill('ink');
  context.fillRect(x(shown), 0, 2.5, height);
}

function tickOf(model: RunModel, span: SpanRow): { readonly name: string; readonly tall: number } {
  if (span.kind === 'decision') return { name: 'line', tall: 3 };
  const mark = model.markOf(span, NOW);
  if (span.kind === 'person') return { name: 'waiting', tall: 20 };
  if (mark === 'back') return { name: 'back', tall: 16 };
  return mark === 'failed' ? { name: 'failed', tall: 16 } : { name: 'bar', tall: 9 };
}
