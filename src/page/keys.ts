import type { RunLine } from '../report/shapes.ts';
import { addressOf, readRoute, runAddress } from './route.ts';

/**
 * Acts on a key that no field takes. Keys pick and move; what cannot be undone needs another one.
 *
 * What is in sight says its own key: `data-key`.
 */
export function actOnKey(event: KeyboardEvent, waiting: readonly RunLine[]): void {
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  if (event.key === 'Escape') return leave(target);
  if (event.metaKey || event.ctrlKey || event.altKey) {
    if (event.key === 'Enter') document.querySelector<HTMLElement>('[data-send]')?.click();
    return;
  }
  if (target !== undefined && takes(target, event.key)) return;
  const act = KEYS[event.key] ?? namedAct(event.key);
  if (act === undefined) return;
  event.preventDefault();
  act(waiting);
}

/** Whether what is in focus takes a key itself. */
function takes(target: HTMLElement, key: string): boolean {
  if (target.matches('input:not([type=radio]), textarea, select, [contenteditable]')) return true;
  return (key === ' ' || key === 'Enter') && target.matches('button, a, input, [role=button]');
}

function namedAct(key: string): KeyAct | undefined {
  const named = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  return named === null ? undefined : () => named.click();
}

type KeyAct = (waiting: readonly RunLine[]) => void;

const KEYS: Readonly<Record<string, KeyAct>> = {
  a: (waiting) => {
    const { name } = readRoute(location.hash);
    const place = waiting.findIndex((line) => line.run === name);
    const next = waiting[(place + 1) % Math.max(1, waiting.length)];
    if (next !== undefined) location.hash = runAddress(next.run);
  },
  g: () => {
    location.hash = '#/runs';
  },
  '/': () => document.querySelector<HTMLElement>('#search')?.focus(),
  m: () => document.querySelector<HTMLElement>('#steer')?.focus(),
  j: () => moveBy(1),
  k: () => moveBy(-1),
};

/** Out of a field; then back one level. */
function leave(target: HTMLElement | undefined): void {
  if (target?.matches('input, textarea, select') === true) return target.blur();
  const { screen, name, options } = readRoute(location.hash);
  if (screen === 'runs') return;
  const deeper = ['step', 'q', 'block', 'task', 'in'].find((option) => options.has(option));
  if (deeper === undefined || screen === 'maps' || screen === 'compare') {
    location.hash = screen === 'map' ? '#/maps' : '#/runs';
    return;
  }
  options.delete(deeper);
  location.hash = addressOf(screen, name, Object.fromEntries(options));
}

/** To the next step of the story, or the next run of the list. */
function moveBy(by: 1 | -1): void {
  const steps = [...document.querySelectorAll<HTMLElement>('.step-line')];
  if (steps.length > 0) {
    const place = steps.findIndex((each) => each.getAttribute('aria-current') === 'step');
    steps[
      place < 0 ? (by === 1 ? 0 : steps.length - 1) : Math.max(0, Math.min(steps.length - 1, place + by))
    ]?.click();
    return;
  }
  const rows = [...document.querySelectorAll<HTMLElement>('main a[href^="#/run/"]')];
  const place = rows.findIndex((row) => row === document.activeElement);
  rows[Math.max(0, Math.min(rows.length - 1, place + by))]?.focus();
}
