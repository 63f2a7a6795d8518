import type { AgentProgress } from '../agent/agent.ts';
import { formatDuration, toOneLine } from './format.ts';
import { createStatusLine } from './status-line.ts';

/** How long an agent has been at work, and what it did or said last: the last line of a terminal. */
export interface WorkLine {
  readonly begin: () => void;
  readonly tell: (progress: AgentProgress) => void;
  readonly end: () => void;
  /** Writes something above the line. */
  readonly aside: (write: () => void) => void;
}

/** Units: ms. */
const REFRESH_MS = 1000;

export function createWorkLine(mark: string): WorkLine {
  const line = createStatusLine(process.stderr);
  let work: { readonly since: number; readonly timer: NodeJS.Timeout; doing: string } | undefined;
  const draw = (): void => {
    if (work === undefined) return;
    const seconds = Math.floor((performance.now() - work.since) / 1000);
    line.show(`${mark}    ${formatDuration(seconds * 1000).replace('.0', '')}  ${work.doing}`);
  };
  const end = (): void => {
    clearInterval(work?.timer);
    work = undefined;
    line.clear();
  };
  return {
    begin: () => {
      end();
      const timer = setInterval(draw, REFRESH_MS).unref();
      work = { since: performance.now(), timer, doing: '' };
    },
    tell: (progress) => {
      if (work === undefined || progress.kind === 'ready') return;
      work.doing = describe(progress);
      draw();
    },
    end,
    aside: (write) => {
      line.clear();
      write();
      draw();
    },
  };
}

function describe(progress: Exclude<AgentProgress, { kind: 'ready' }>): string {
  if (progress.kind === 'tool') return toOneLine(`> ${progress.tool} ${progress.input}`);
  return toOneLine(progress.kind === 'retry' ? progress.reason : progress.text);
}
