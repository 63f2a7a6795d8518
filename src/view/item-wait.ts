import type { BlockStatus, BlockView } from './run-view.ts';

/**
 * Why an item of a foreach has not begun.
 *
 * Shape: `items` must be over before it starts; `sharing` has what it needs; `alone` is one of the two that must have no other
 * beside it; otherwise all places are taken.
 */
export type ItemWait =
  | { readonly for: 'items'; readonly keys: readonly string[] }
  | { readonly for: 'sharing'; readonly key: string; readonly what: string }
  | { readonly for: 'alone'; readonly key: string; readonly isOwn: boolean }
  | { readonly for: 'place' };

/** Undefined for an item that does not wait. */
export function waitOf(item: BlockView): ItemWait | undefined {
  const { children } = item.parent ?? {};
  if (item.status !== 'waiting' || !children) return undefined;
  const keys = item.waitsFor.filter((key) => isOpen(children.byKey.get(key)?.status));
  if (keys.length > 0) return { for: 'items', keys };
  // What has stopped keeps what it shares until it is over.
  for (const other of children.underWay) {
    const wait = waitFor(item, other);
    if (wait !== undefined) return wait;
  }
  return { for: 'place' };
}

function isOpen(status: BlockStatus | undefined): boolean {
  return status === 'waiting' || status === 'running' || status === 'stopped';
}

function waitFor({ exclusive }: BlockView, { key, exclusive: held }: BlockView): ItemWait | undefined {
  if (exclusive?.length === 0) return { for: 'alone', key, isOwn: true };
  if (held?.length === 0) return { for: 'alone', key, isOwn: false };
  const what = exclusive?.find((each) => held?.includes(each));
  return what === undefined ? undefined : { for: 'sharing', key, what };
}
