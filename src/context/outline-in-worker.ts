import { Worker } from 'node:worker_threads';

/**
 * An outline to be worked out. Shape: `folder` is what is outlined, `projectRoot` where its configuration lies, both absolute;
 * `focus` are paths in the folder. Units: `tokens` by `estimateTokens`.
 */
export interface OutlineJob {
  readonly folder: string;
  readonly projectRoot: string;
  readonly build: string | undefined;
  readonly tokens: number;
  readonly focus: readonly string[];
}

/** An outline as Markdown, or why there is none: a sentence. */
export type OutlineText = { readonly text: string; readonly tokens: number } | { readonly fault: string };

/** Units: ms, and MiB. A project that needs more gets no outline. */
const MAX_MS = 120_000;
const MAX_MEMORY = 1_024;

/** How the thread is run. Shape: `script` is the path of its program. Units: ms, and MiB; by default two minutes and a GiB. */
interface ThreadOptions {
  readonly script: string;
  readonly signal: AbortSignal;
  readonly maxMs?: number;
  readonly maxMemory?: number;
}

/**
 * Works out an outline in a thread of its own, which ends when it took too long, when `signal` is aborted, and with this process.
 *
 * Errors: none thrown; undefined where `signal` was aborted.
 */
export function outlineInWorker(
  job: OutlineJob,
  { script, signal, maxMs = MAX_MS, maxMemory = MAX_MEMORY }: ThreadOptions,
): Promise<OutlineText | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  const worker = new Worker(script, {
    workerData: job,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
  });
  return new Promise((resolve) => {
    const end = (reply: OutlineText | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(reply);
      void worker.terminate();
    };
    const stop = (): void => end(undefined);
    const timer = setTimeout(
      () => end({ fault: `It was not worked out within ${maxMs / 1_000} seconds.` }),
      maxMs,
    );
    signal.addEventListener('abort', stop);
    worker.once('message', (reply: OutlineText) => end(reply));
    worker.once('error', ({ message }: Error) => end({ fault: message }));
    worker.once('exit', () => end({ fault: 'The thread that works it out ended before it was done.' }));
  });
}
