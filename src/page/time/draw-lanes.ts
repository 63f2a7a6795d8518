import type { BlockRow, SpanRow } from '../../report/shapes.ts';
import type { Mark, RunModel } from '../model/run-model.ts';
import { cleanSheet, type Colours } from './canvas.ts';
import { clockWords } from '../model/words.ts';

/** A line of the timeline: a block, with the executions in it. */
export interface Lane {
  readonly block: BlockRow;
  readonly depth: number;
  readonly spans: readonly SpanRow[];
}

/** Units: pixels. */
export const LANE = 24;
export const AXIS = 20;

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

export interface Scale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly labelWidth: number;
  readonly msPerPixel: number;
  readonly x: (ms: number) => number;
  readonly msAt: (x: number) => number;
}

export function scaleOf(model: RunModel, nowMs: number, width: number): Scale {
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

export interface Drawing {
  readonly model: RunModel;
  readonly lanes: readonly Lane[];
  readonly scale: Scale;
  readonly at: number;
  readonly top: number;
  readonly selected: number;
}

/** Draws the lanes that are in sight. */
export function draw(canvas: HTMLCanvasElement | null, drawing: Drawing): void {
  const sheet = cleanSheet(canvas);
  if (sheet === undefined) return;
  const { context, colours, width, height } = sheet;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const first = Math.floor(drawing.top / LANE);
  const count = Math.ceil((height - AXIS) / LANE) + 1;
  for (const [index, lane] of drawing.lanes.slice(first, first + count).entries()) {
    const y = AXIS + (first + index) * LANE - drawing.top;
    drawLane(context, { ...drawing, colours, lane, y });
  }
  drawAxis(context, drawing.scale, { width, colours });
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
  context.fillStyle = mark === 'back' || mark === 'failed' ? colours('page') : colours('ink');
  const room = { x: left + 5, y: y + LANE / 2, width: width - 8 };
  if (width >= NAMED) fillCut(context, barWords(span, mark), room);
  else if (mark === 'back' && width >= SIGNED) context.fillText('↩', left + width / 2 - 4, room.y);
}

/** Units: pixels of a bar that can be named, and of one that has room for a sign. */
const NAMED = 26;
const SIGNED = 12;

function barWords({ task, visit }: SpanRow, mark: Mark): string {
  return `${mark === 'back' ? '↩ ' : ''}${task}${visit > 1 ? ` ${visit}` : ''}`;
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
  for (let ms = Math.ceil(fromMs / step) * step; ms <= toMs; ms += step) {
    const words = step < 60e3 ? new Date(ms).toLocaleTimeString() : clockWords(ms, toMs);
    if (x(ms) + 40 < width) context.fillText(words, x(ms), AXIS / 2);
  }
}
