import type { JSX } from 'preact';
import type { Stand } from '../../report/shapes.ts';
import type { NodeKind } from '../../graph/map-graph.ts';
import type { Mark } from './run-model.ts';

/** What each state is called; colour and shape are never alone. */
export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  waiting: 'waits for you',
  working: 'working',
  done: 'done',
  failed: 'failed',
  back: 'sent back',
  stopped: 'stopped',
  skipped: 'skipped',
  none: 'not reached',
};

export const STAND_MARKS: Readonly<Record<Stand, Mark>> = {
  waiting: 'waiting',
  working: 'working',
  failed: 'failed',
  stopped: 'stopped',
  done: 'done',
};

/** Lines in a square of 14. */
const MARK_PATHS: Readonly<Record<Mark, string>> = {
  waiting: 'M7 2a2.4 2.4 0 1 1 0 4.8A2.4 2.4 0 1 1 7 2M2.2 12.6c0-5.4 9.6-5.4 9.6 0',
  working: 'M7 1.6A5.4 5.4 0 1 1 1.6 7',
  done: 'M2.6 7.4l3 3 5.8-6.8',
  failed: 'M3.4 3.4l7.2 7.2M10.6 3.4l-7.2 7.2',
  back: 'M5.4 2.4L2.4 5.4l3 3M2.4 5.4h5.4a3.2 3.2 0 0 1 0 6.4H5',
  stopped: 'M4.8 3v8M9.2 3v8',
  skipped: 'M3 7h8',
  none: 'M7 4.6a2.4 2.4 0 1 1 0 4.8a2.4 2.4 0 1 1 0-4.8',
};

const KIND_PATHS: Readonly<Record<NodeKind, string>> = {
  claude: 'M7 1v12M1 7h12M2.8 2.8l8.4 8.4M11.2 2.8l-8.4 8.4',
  shell: 'M2 3l4 4-4 4M7.4 11.4H12',
  human: MARK_PATHS.waiting,
  decide: 'M7 1.4v4M7 5.4L2.4 12M7 5.4L11.6 12',
  parallel: 'M2.4 2v10M7 2v10M11.6 2v10',
  foreach: 'M11.6 4.6A5.2 5.2 0 1 0 12 8M11.8 1.6v3.2H8.6',
  workflow: 'M1.4 1.8h6v4h-6zM6.6 8.2h6v4h-6zM4.4 5.8v4.4h2.2',
  end: 'M2.6 7.4l3 3 5.8-6.8',
  missing: 'M7 3v5M7 10.6v.6',
};

export function MarkSign({ mark }: { readonly mark: Mark }): JSX.Element {
  return <Sign path={MARK_PATHS[mark]} className={`sign ${mark}`} />;
}

function Sign({ path, className }: { readonly path: string; readonly className: string }): JSX.Element {
  return (
    <svg class={className} viewBox="0 0 14 14" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** A state in its shape, its colour and its word. */
export function MarkLabel({
  mark,
  text,
}: {
  readonly mark: Mark;
  readonly text?: string | undefined;
}): JSX.Element {
  return (
    <span class={`mark ${mark}`}>
      <MarkSign mark={mark} />
      <span>{text ?? MARK_WORDS[mark]}</span>
    </span>
  );
}

export { KIND_PATHS };
