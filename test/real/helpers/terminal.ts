import { spawnSync } from 'node:child_process';
import { until, type Bench } from './bench.ts';

/** A terminal that wfmap runs in, as a person has one. Needs `tmux`. */
export interface Terminal {
  /** What stands on the screen, and what has left it at the top. */
  readonly screen: () => string;
  /** Types words and the Enter key. */
  readonly type: (words: string) => void;
  readonly shows: (words: string | RegExp) => Promise<void>;
  /** Waits until wfmap has ended. Shape: its exit code. */
  readonly end: () => Promise<number>;
  readonly close: () => void;
}

/** Units: columns and rows. */
interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
}

let opened = 0;

/** Opens a terminal in the folder of a bench and starts wfmap there. */
export function openTerminal(
  bench: Bench,
  args: readonly string[],
  { columns = 80, rows = 40 }: TerminalOptions = {},
): Terminal {
  const socket = `wfmap-${process.pid}-${(opened += 1)}`;
  const tmux = (...words: readonly string[]): string => {
    const { status, stdout, stderr, error } = spawnSync('tmux', ['-L', socket, '-f', '/dev/null', ...words], {
      cwd: bench.folder,
      env: { ...bench.environment, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' },
      encoding: 'utf8',
    });
    if (status !== 0) throw error ?? new Error(`tmux ${words.join(' ')}: ${stderr}`);
    return stdout;
  };
  const quoted = [process.execPath, bench.main, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  // The shell stays, so that the last screen can still be read.
  const line = `${quoted.join(' ')}; printf 'wfmap ended with %s\\n' $?; exec sleep 600`;
  tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), line);
  const screen = (): string => tmux('capture-pane', '-p', '-J', '-S', '-500').trimEnd();
  const shows = async (words: string | RegExp): Promise<void> => {
    try {
      await until(`the terminal shows ${String(words)}`, () =>
        typeof words === 'string' ? screen().includes(words) : words.test(screen()),
      );
    } finally {
      bench.show(`[terminal]\n${screen()}\n`);
    }
  };
  const ended = /^wfmap ended with (\d+)$/m;
  return {
    screen,
    shows,
    type: (words) => {
      tmux('send-keys', '-l', words);
      tmux('send-keys', 'Enter');
    },
    end: async () => {
      await shows(ended);
      return Number(ended.exec(screen())?.[1]);
    },
    close: () => {
      tmux('kill-server');
    },
  };
}
