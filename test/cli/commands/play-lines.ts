import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';

const PROGRAM = resolve(import.meta.dirname, '../../fixtures/bin/wfmap-lines.mjs');
const HOME = resolve(import.meta.dirname, '../../..');

/**
 * A command line of wfmap. `folder` is where it is typed.
 *
 * Before it `first` is run by the shell, and then `files` are written, at paths from there.
 */
export interface Line {
  readonly words: readonly string[];
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly files?: Readonly<Record<string, string>> | undefined;
  readonly first?: string | undefined;
}

/** What a command line printed, and its exit code. */
export interface Played extends Pick<Line, 'words' | 'first'> {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/**
 * Plays command lines one after the other, in one process, with nothing of this machine's settings.
 *
 * `home` is the account's folder; texts have it and that of wfmap as `<home>` and `<wfmap>`.
 */
export async function playLines(lines: readonly Line[], home: string): Promise<readonly Played[]> {
  const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const nobody = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const env = {
    PATH,
    HOME: home,
    LC_ALL: 'C.UTF-8',
    WFMAP_WALL: 'off',
    NODE_DISABLE_COMPILE_CACHE: '1',
    ...nobody,
  };
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((done, fail) => {
    const most = { maxBuffer: 64 * 1_048_576 };
    const child = execFile(process.execPath, [PROGRAM], { env, ...most }, (error, out, err) => {
      if (error === null) done({ stdout: out, stderr: err });
      else
        fail(new Error(`${out.slice(-2000)}\n${err.slice(-2000)}`.replaceAll('\0', '\n'), { cause: error }));
    });
    child.stdin?.end(JSON.stringify(lines));
  });
  const plain = (text: string): string => text.replaceAll(home, '<home>').replaceAll(HOME, '<wfmap>');
  const [outs, errs] = [plain(stdout).split('\0'), plain(stderr).split('\0')];
  return lines.map(({ words, first }, at) => {
    const [out = '', code = ''] = outs.slice(2 * at);
    return { words, first, stdout: out, stderr: errs[at] ?? '', code: Number(code) };
  });
}

/** Lines as a terminal shows them, with the exit code where it is not 0; what goes to standard error is marked. */
export function transcriptOf(played: readonly Played[]): string {
  return played
    .map(({ words, first, stdout, stderr, code }) => {
      const typed = words.map((word) => (/^[^\s'"<>]+$/.test(word) ? word : JSON.stringify(word)));
      const reported = stderr.split('\n').map((line) => (line === '' ? '' : `! ${line}`));
      const end = code === 0 ? '' : `exit code ${code}\n`;
      const before = first === undefined ? '' : `$ ${first}\n`;
      return `${before}$ ${['wfmap', ...typed].join(' ')}\n${stdout}${reported.join('\n')}${end}`;
    })
    .join('\n');
}
