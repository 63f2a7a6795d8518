import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BlockRow, SpanRow } from '../report/shapes.ts';
import type { Mark, RunModel } from './run-model.ts';
import { clockWords } from './words.ts';

interface TimePaneProps {
  readonly model: RunModel;
  readonly version: number;
  readonly at: number;
  readonly nowMs: number;
  readonly isLive: boolean;
  readonly selected: number;
  readonly onStep: (start: number) => void;
}

/** A line of the timeline: a block, with the executions in it. */
interface Lane {
  readonly block: BlockRow;
  readonly depth: number;
  readonly spans: readonly SpanRow[];
}

/** Units: pixels. */
const LANE = 24;
const AXIS = 20;
const MAX_HEIGHT = 8 * LANE + AXIS;

/** Who worked when: a lane for each block, drawn as far as it is in sight. */
export function TimePane({
  model,
  version,
  at,
  nowMs,
  isLive,
  selected,
  onStep,
}: TimePaneProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [top, setTop] = useState(0);
  const [width, setWidth] = useState(0);
  const lanes = useMemo(() => lanesOf(model), [version]);
  const scale = scaleOf(model, isLive ? nowMs : 0, width);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current !== null) {
      draw(canvas.current, { model, lanes, scale, at, top, selected });
    }
  });
  const height = Math.min(MAX_HEIGHT, AXIS + lanes.length * LANE);
  const pick = (event: MouseEvent): void => {
    const { left, top: from } = canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const lane = lanes[Math.floor((event.clientY - from - AXIS + top) / LANE)];
    const ms = scale.msAt(event.clientX - left);
    const slack = 4 * scale.msPerPixel;
    const hit = lane?.spans.findLast(
      ({ startMs, endMs }) => startMs - slack <= ms && ms <= (endMs ?? scale.toMs) + slack,
    );
    if (hit !== undefined) onStep(hit.seq);
  };
  return (
    <section class="pane time" aria-label="Time">
      <header>
        <h2 class="grow">Time</h2>
        <span class="mark back">↩ sent back</span>
        <span class="mark waiting">▨ waits for you</span>
      </header>
      <div
        class="lanes"
        ref={box}
        style={{ height: `${height}px` }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <canvas
          ref={canvas}
          style={{ width: '100%', height: `${height}px` }}
          role="img"
          aria-label={`${lanes.length} lanes; the story below tells the same in words`}
          onClick={pick}
        />
        <div style={{ height: `${Math.max(0, lanes.length * LANE + AXIS - height)}px` }} />
      </div>
    </section>
  );
}

/** Blocks in the order of their first execution, those inside of another below it. */
export function lanesOf(model: RunModel): readonly Lane[] {
  const lanes: Lane[] = [];
  const add = (block: BlockRow, depth: number): void => {
    const spans = model.spansIn(block.index);
    lanes.push({ block, depth, spans });
    const seen = new Set<number>();
    for (const span of spans) {
      for (const child of model.childrenOf(span.number)) {
        if (seen.has(child.index)) continue;
        seen.add(child.index);
        add(child, depth + 1);
      }
    }
  };
  const [root] = model.blocks;
  if (root !== undefined) add(root, 0);
  return lanes;
}

interface Scale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly labelWidth: number;
  readonly msPerPixel: number;
  readonly x: (ms: number) => number;
  readonly msAt: (x: number) => number;
}

function scaleOf(model: RunModel, nowMs: number, width: number): Scale {
  const fromMs = model.spans[0]?.startMs ?? 0;
  let toMs = Math.max(nowMs, fromMs + 1000);
  for (const { startMs, endMs } of model.spans) toMs = Math.max(toMs, endMs ?? startMs);
  const labelWidth = width < 520 ? 74 : 190;
  const msPerPixel = (toMs - fromMs) / Math.max(1, width - labelWidth - 16);
  return {
    fromMs,
    toMs,
    labelWidth,
    msPerPixel,
    x: (ms) => labelWidth + (ms - fromMs) / msPerPixel,
    msAt: (x) => fromMs + (x - labelWidth) * msPerPixel,
  };
}

interface Drawing {
  readonly model: RunModel;
  readonly lanes: readonly Lane[];
  readonly scale: Scale;
  readonly at: number;
  readonly top: number;
  readonly selected: number;
}

/** What the style sheet says of colours, read once for a drawing: it knows of light and dark. */
type Colours = (name: string) => string;

function draw(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const context = canvas.getContext('2d');
  const { clientWidth, clientHeight } = canvas;
  if (context === null || clientWidth === 0) return;
  const ratio = devicePixelRatio;
  if (canvas.width !== Math.round(clientWidth * ratio)) canvas.width = Math.round(clientWidth * ratio);
  if (canvas.height !== Math.round(clientHeight * ratio)) canvas.height = Math.round(clientHeight * ratio);
  const style = getComputedStyle(canvas);
  const colours: Colours = (name) => style.getPropertyValue(`--${name}`);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, clientWidth, clientHeight);
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const first = Math.floor(drawing.top / LANE);
  const count = Math.ceil((clientHeight - AXIS) / LANE) + 1;
  for (const [index, lane] of drawing.lanes.slice(first, first + count).entries()) {
    const y = AXIS + (first + index) * LANE - drawing.top;
    drawLane(context, { ...drawing, colours, lane, y });
  }
  drawAxis(context, drawing.scale, { width: clientWidth, colours });
}

interface LaneDrawing extends Drawing {
  readonly colours: Colours;
  readonly lane: Lane;
  readonly y: number;
}

function drawLane(context: CanvasRenderingContext2D, drawing: LaneDrawing): void {
  const { lane, y, colours, scale, at, model } = drawing;
  const { block, depth, spans } = lane;
  context.fillStyle = colours(spans.some(({ seq }) => seq <= at) ? 'ink' : 'quiet');
  const name =
    block.kind === 'root' ? 'map' : [block.key, block.title].filter((each) => each !== '').join('  ');
  fillCut(context, name, { x: 10 + depth * 10, y: y + LANE / 2, width: scale.labelWidth - 18 - depth * 10 });
  if (spans.length === 0 && block.waits !== '') {
    context.fillStyle = colours('quiet');
    fillCut(context, block.waits, { x: scale.labelWidth, y: y + LANE / 2, width: 260 });
  }
  for (const span of spans) {
    if (span.seq > at || span.kind === 'blocks') continue;
    drawBar(context, drawing, { span, mark: model.markOf(span, at) });
  }
}

function drawBar(
  context: CanvasRenderingContext2D,
  { y, colours, scale, selected }: LaneDrawing,
  { span, mark }: { readonly span: SpanRow; readonly mark: Mark },
): void {
  const left = scale.x(span.startMs);
  const isOpen = mark === 'working' || mark === 'waiting';
  const right = isOpen ? scale.x(scale.toMs) : scale.x(span.endMs ?? span.startMs);
  const width = Math.max(3, right - left - 1);
  context.fillStyle = colours(BARS[mark]);
  context.beginPath();
  context.roundRect(left, y + 3, width, LANE - 6, 3);
  context.fill();
  if (isOpen) {
    context.strokeStyle = colours(mark);
    context.lineWidth = 1.5;
    context.stroke();
  }
  if (span.seq === selected) {
    context.strokeStyle = colours('focus');
    context.lineWidth = 2.5;
    context.stroke();
  }
  if (width < 26) {
    if (mark === 'back' && width >= 12) {
      context.fillStyle = '#fff';
      context.fillText('↩', left + width / 2 - 4, y + LANE / 2);
    }
    return;
  }
  context.fillStyle = mark === 'back' || mark === 'failed' ? '#fff' : colours('ink');
  const words = `${mark === 'back' ? '↩ ' : ''}${span.task}${span.visit > 1 ? ` ${span.visit}` : ''}`;
  fillCut(context, words, { x: left + 5, y: y + LANE / 2, width: width - 8 });
}

const BARS: Readonly<Record<Mark, string>> = {
  waiting: 'waiting-area',
  working: 'working-area',
  done: 'bar',
  failed: 'failed',
  back: 'back',
  stopped: 'line',
  skipped: 'line',
  none: 'line',
};

function fillCut(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  let shown = text.slice(0, 80);
  while (shown.length > 1 && context.measureText(shown).width > width) shown = `${shown.slice(0, -2)}…`;
  if (width > 8) context.fillText(shown, x, y);
}

/** Units: ms between two marks of the axis. */
const STEPS = [1e3, 5e3, 15e3, 60e3, 300e3, 900e3, 3600e3, 4 * 3600e3, 24 * 3600e3];

function drawAxis(
  context: CanvasRenderingContext2D,
  { fromMs, toMs, x, msPerPixel }: Scale,
  { width, colours }: { readonly width: number; readonly colours: Colours },
): void {
  context.fillStyle = colours('page');
  context.fillRect(0, 0, width, AXIS);
  context.fillStyle = colours('quiet');
  const step = STEPS.find((each) => each / msPerPixel > 70) ?? 24 * 3600e3;
  for (let ms = Math.ceil(fromMs / step) * step; ms <= toMs && step > 0; ms += step) {
    const words = step < 60e3 ? new Date(ms).toLocaleTimeString() : clockWords(ms, toMs);
    if (x(ms) + 40 < width) context.fillText(words, x(ms), AXIS / 2);
  }
}
