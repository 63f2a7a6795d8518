/** A queue with one reader: what happened while a run was waiting, in order. */
export interface Mailbox<T> {
  readonly post: (message: T) => void;
  readonly next: () => Promise<T>;
}

export function createMailbox<T>(): Mailbox<T> {
  const messages: T[] = [];
  let wake: (() => void) | undefined;
  return {
    post: (message) => {
      messages.push(message);
      wake?.();
    },
    next: async () => {
      for (;;) {
        const message = messages.shift();
        if (message !== undefined) return message;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
