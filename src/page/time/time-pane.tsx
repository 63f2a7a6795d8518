import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useWidth } from './canvas.ts';
import { AXIS, draw, LANE, lanesOf, scaleOf, type Lane, type Scale } from './draw-lanes.ts';
import type { SpanRow } from '../../report/shapes.ts';
import type { RunModel } from '../model/run-model.ts';

interface TimePaneProps {
  readonly model: RunModel;
  readonly version: number;
  readonly at: number;
  readonly nowMs: number;
  readonly isLive: boolean;
  readonly selected: number;
  readonly onStep: (start: number) => void;
}

/** Units: pixels. */
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
  const width = useWidth(box);
  const lanes = useMemo(() => lanesOf(model), [version]);
  const scale = scaleOf(model, isLive ? nowMs : 0, width);
  useEffect(() => {
    draw(canvas.current, { model, lanes, scale, at, top, selected });
  });
  const height = Math.min(MAX_HEIGHT, AXIS + lanes.length * LANE);
  const pick = (event: MouseEvent): void => {
    const { left, top: from } = canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const lane = lanes[Math.floor((event.clientY - from - AXIS + top) / LANE)];
    const hit = lane && spanAt(lane, event.clientX - left, scale);
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

/** Units: pixels beside a bar that count as its own. */
const SLACK = 4;

function spanAt({ spans }: Lane, x: number, { msAt, msPerPixel, toMs }: Scale): SpanRow | undefined {
  const ms = msAt(x);
  const slack = SLACK * msPerPixel;
  return spans.findLast(({ startMs, endMs }) => startMs - slack <= ms && ms <= (endMs ?? toMs) + slack);
}
