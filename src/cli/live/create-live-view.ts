/**
 * The live view of a run: keeps its state, and draws it when something changed, and each second.
 *
 * V1. Without a terminal that can do it nothing but the given text is ever written.
 * V2. However the process ends, but for SIGKILL, the block is taken away and the cursor shown again.
 * V3. At most ten drawings a second, but for a few texts in a row; a text above the block is written at once.
 * V4. While it is suspended nothing is drawn, and every text goes to whoever has the terminal.
 */
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import type { AgentProgress } from '../../agent/agent.ts';
import type { Address } from '../../model/address.ts';
import type { RunEvent } from '../../model/run-event.ts';
import type { Execution, RunView } from '../../view/run-view.ts';
import { liveLines } from './live-lines.ts';
import { createLiveState, seeEvent, seeProgress, type LiveState } from './live-state.ts';
import { createStatusBlock, type BlockLine } from './status-block.ts';
import { onLeaving } from './on-leaving.ts';

export interface LiveView {
  /** Called with each event that the view of the run has taken, and the execution that it is about. */
  readonly see: (event: RunEvent, execution: Execution | undefined) => void;
  /** The same for an event that another process has seen, so long ago. Nothing is drawn. Units: ms. */
  readonly recall: (event: RunEvent, execution: Execution | undefined, agoMs: number) => void;
  readonly seeAgent: (address: Address, progress: AgentProgress) => void;
  /** Writes whole lines above the view. */
  readonly write: (text: string) => void;
  /** Leaves the terminal to somebody else, who takes the texts meanwhile. */
  readonly suspend: (write: (text: string) => void) => void;
  /** Takes the terminal again. */
  readonly restore: () => void;
  /** Takes the view away for good. May be called twice. */
  readonly close: () => void;
}

/** What the view is drawn on, and how. */
export interface LiveOptions {
  readonly stream: Pick<WriteStream, 'isTTY' | 'columns' | 'rows'> & {
    readonly write: (text: string) => unknown;
    readonly on: (event: 'resize', listener: () => void) => unknown;
    readonly off: (event: 'resize', listener: () => void) => unknown;
  };
  readonly color: boolean;
  readonly isSimulation: boolean;
  /** The run; it holds what a resumed run has behind it. */
  readonly view: RunView;
}

/** Units: ms. */
const TICK_MS = 1000;
const LEAST_MS = 100;
/** Units: drawings. What is said of one moment leaves the block where it is. */
const BURST = 5;

export function createLiveView(options: LiveOptions): LiveView {
  const { stream } = options;
  if (!canDraw(stream)) return withoutBlock(stream);
  const state = createLiveState(options.view);
  let hadWork = false;
  let isClosed = false;
  let writeElsewhere: ((text: string) => void) | undefined;
  const isOn = (): boolean => !isClosed && writeElsewhere === undefined && hasWork(state);
  const { draw, drawSoon, hide, above } = createDrawing(stream, () =>
    isOn() ? blockLines(state, options) : [],
  );
  const letGo = onLeaving({ leave: hide, comeBack: draw });
  stream.on('resize', drawSoon);
  return {
    see: (event, execution) => {
      const had = hadWork;
      seeEvent(state, event, execution, performance.now());
      hadWork = hasWork(state);
      // Between two tasks there is nobody at work, for no longer than it takes to draw again.
      if (state.isResting) hide();
      else if (had || hadWork) drawSoon();
    },
    recall: (event, execution, agoMs) => {
      seeEvent(state, event, execution, performance.now() - agoMs);
      hadWork = hasWork(state);
    },
    seeAgent: (address, progress) => {
      seeProgress(state, address, progress);
      if (hasWork(state)) drawSoon();
    },
    suspend: (write) => {
      hide();
      writeElsewhere = write;
    },
    restore: () => {
      writeElsewhere = undefined;
      if (hasWork(state)) drawSoon();
    },
    write: (text) => {
      if (writeElsewhere === undefined) above(text);
      else writeElsewhere(text);
    },
    close: () => {
      isClosed = true;
      hide();
      stream.off('resize', drawSoon);
      letGo();
    },
  };
}

/** Whether there is something to show: a person takes her time without being watched. */
function hasWork({ view, isResting }: LiveState): boolean {
  return view.atWork > 0 && !isResting;
}

interface Drawing {
  readonly draw: () => void;
  /** Draws at once, or a moment after the last drawing. */
  readonly drawSoon: () => void;
  readonly hide: () => void;
  readonly above: (text: string) => void;
}

/** Draws lines at the right times; while there are some, each second. */
function createDrawing(stream: LiveOptions['stream'], linesNow: () => readonly BlockLine[]): Drawing {
  const block = createStatusBlock(stream);
  let drawnAt = -Infinity;
  let burst = BURST;
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    clearTimeout(timer);
    drawnAt = performance.now();
    const lines = linesNow();
    block.show(lines);
    timer = lines.length === 0 ? undefined : setTimeout(draw, TICK_MS).unref();
  };
  const drawSoon = (): void => {
    const wait = drawnAt + LEAST_MS - performance.now();
    if (wait <= 0) return draw();
    clearTimeout(timer);
    timer = setTimeout(draw, wait).unref();
  };
  return {
    draw,
    drawSoon,
    hide: () => {
      clearTimeout(timer);
      block.show([]);
    },
    above: (text) => {
      const now = performance.now();
      burst = now - drawnAt < LEAST_MS ? burst - 1 : BURST;
      if (burst <= 0) {
        block.above(text, []);
        drawSoon();
      } else {
        drawnAt = now;
        block.above(text, linesNow());
      }
    },
  };
}

/** What is left of a view where nothing is drawn: its texts. */
function withoutBlock(stream: LiveOptions['stream']): LiveView {
  const nothing = (): void => undefined;
  let write: (text: string) => unknown = (text) => stream.write(text);
  return {
    see: nothing,
    recall: nothing,
    seeAgent: nothing,
    close: nothing,
    suspend: (elsewhere) => {
      write = elsewhere;
    },
    restore: () => {
      write = (text) => stream.write(text);
    },
    write: (text) => void write(text),
  };
}

function canDraw({ isTTY }: LiveOptions['stream']): boolean {
  const { TERM: term = '', CI: ci = '' } = process.env;
  return isTTY && term !== '' && term !== 'dumb' && ci === '';
}

/** What a terminal that does not know its size is taken to have. Units: columns, rows. */
const COLUMNS = 80;
const ROWS = 24;

function blockLines(state: LiveState, { stream, color, isSimulation }: LiveOptions): readonly BlockLine[] {
  // The last column stays free: the cursor would hang behind it.
  const width = (stream.columns > 0 ? stream.columns : COLUMNS) - 1;
  const rows = stream.rows > 0 ? stream.rows : ROWS;
  return liveLines(state, performance.now(), { width, rows, isSimulation })
    .slice(0, Math.max(0, rows - 1))
    .map(({ head, rest }) => {
      const plain = head + rest;
      if (!color) return { plain, text: plain };
      const paint = (format: 'bold' | 'dim', text: string): string =>
        text === '' ? '' : styleText(format, text, { validateStream: false });
      return { plain, text: paint('bold', head) + paint('dim', rest) };
    });
}
