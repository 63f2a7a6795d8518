import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { killProcesses } from '../../src/process/end-processes.ts';
import { runMark } from '../../src/process/marks.ts';
import { listProcesses } from '../../src/process/platform/list-processes.ts';
import { startWatchdog } from '../../src/process/start-watchdog.ts';

const OWNER = new URL('../fixtures/bin/owner.mjs', import.meta.url).pathname;
/** A command that is there until it is ended, deaf to SIGTERM, and two more that left its session. */
const STUBBORN =
  "trap '' TERM; setsid sleep 300 & (setsid sh -c 'trap \"\" TERM; sleep 300; sleep 300' &) ; while :; do sleep 1; done";
let count = 0;

async function startOwner(command: string, how: string) {
  count += 1;
  const marker = `watchdog-test-${process.pid}-${count}`;
  const mark = runMark(marker);
  onTestFinished(() => killProcesses({ marks: [mark] }));
  const child = spawn(process.execPath, [OWNER, marker, command, how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const [line] = await once(child.stdout, 'data');
  const { watchdog }: { watchdog: number } = JSON.parse(String(line));
  return {
    child,
    exit,
    watchdog,
    marked: () => listProcesses([mark]).filter((entry) => entry.marked).length,
    isMarked: (pid: number) => listProcesses([mark]).some((entry) => entry.pid === pid && entry.marked),
  };
}

function isListed(pid: number): boolean {
  return listProcesses([]).some((entry) => entry.pid === pid);
}

/**
 * Whether the watchdog has come to its first line, by which it minds no signal any more: SIGTERM is the last of them.
 * Source: proc(5), `SigIgn` of `/proc/pid/status`.
 */
function listens(pid: number): boolean {
  const [, ignored = ''] =
    /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return (BigInt(`0x${ignored}`) & (1n << 14n)) !== 0n;
}

async function until(condition: () => boolean): Promise<number> {
  const startedAt = performance.now();
  while (!condition()) await sleep(20);
  return performance.now() - startedAt;
}

describe('after kill -9 of its owner the watchdog', () => {
  test('ends polite agents at once, then itself', async () => {
    const owner = await startOwner('sleep 300', 'wait');
    await until(() => owner.marked() > 0 && listens(owner.watchdog));
    owner.child.kill('SIGKILL');
    // Before the grace time would be over.
    expect(await until(() => owner.marked() === 0)).toBeLessThan(5_000);
    await until(() => !isListed(owner.watchdog));
  });

  test('ends stubborn agents, and tools in sessions of their own, within ten seconds', async () => {
    const owner = await startOwner(STUBBORN, 'wait');
    await until(() => owner.marked() >= 4 && listens(owner.watchdog));
    owner.child.kill('SIGKILL');
    expect(await until(() => owner.marked() === 0)).toBeLessThan(10_000);
    await until(() => !isListed(owner.watchdog));
  });

  test('ends agents also when it had not begun to run', async () => {
    const owner = await startOwner('sleep 300', 'now');
    await until(() => !isListed(owner.watchdog));
    expect(owner.marked()).toBe(0);
  });
});

describe('the watchdog', () => {
  test('ends the agents of an owner that exits without a word', async () => {
    const owner = await startOwner('sleep 300', 'exit');
    await until(() => !isListed(owner.watchdog));
    expect(owner.marked()).toBe(0);
  });

  test('ends nothing when it is dismissed', async () => {
    const owner = await startOwner('sleep 300', 'dismiss');
    await owner.exit;
    await until(() => !isListed(owner.watchdog));
    expect(owner.marked()).toBeGreaterThan(0);
  });

  test('is a shell of less than 8 MiB, not a Node, until there is something to end', async () => {
    const owner = await startOwner('sleep 300', 'wait');
    await until(() => listens(owner.watchdog));
    const [, sizeKb] =
      /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${owner.watchdog}/status`, 'latin1')) ?? [];
    expect(Number(sizeKb)).toBeLessThan(8_192);
    owner.child.kill('SIGKILL');
    await until(() => !isListed(owner.watchdog));
    expect(owner.marked()).toBe(0);
  });

  test('stays through the signals that a terminal sends', async () => {
    const owner = await startOwner('sleep 300', 'wait');
    await until(() => owner.marked() > 0 && listens(owner.watchdog));
    for (const name of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.kill(owner.watchdog, name);
    await sleep(100);
    expect(isListed(owner.watchdog)).toBe(true);
    owner.child.kill('SIGKILL');
    await until(() => !isListed(owner.watchdog));
    expect(owner.marked()).toBe(0);
  });

  test('carries no mark of the run', async () => {
    const owner = await startOwner('sleep 300', 'wait');
    await until(() => owner.marked() > 0);
    expect(owner.isMarked(owner.watchdog)).toBe(false);
    owner.child.kill('SIGKILL');
    await until(() => owner.marked() === 0);
  });

  test('tries again where its program could not be started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wfmap-watchdog-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const script = join(folder, 'once-failing.mjs');
    const tried = join(folder, 'tried');
    writeFileSync(
      script,
      `import { appendFileSync, existsSync } from 'node:fs';
      const isFirst = !existsSync('${tried}');
      appendFileSync('${tried}', process.argv[2] + '\\n');
      if (isFirst) process.exit(1);`,
    );
    const owner = `
      import { startWatchdog } from '${new URL('../../src/process/start-watchdog.ts', import.meta.url).href}';
      console.log(startWatchdog({ marker: 'tried', script: '${script}' }).pid);
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', owner]);
    const [pid] = await once(child.stdout, 'data');
    await until(() => !isListed(Number(pid)));
    const [first, second, third] = readFileSync(tried, 'utf8').split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({ groups: [] });
    expect([second, third]).toEqual([first, '']);
  });

  test('may be dismissed twice, and after it was killed', async () => {
    const script = new URL('../../src/process/watchdog.ts', import.meta.url).pathname;
    const watchdog = startWatchdog({ marker: 'dismissed', script });
    process.kill(watchdog.pid, 'SIGKILL');
    await watchdog.dismiss();
    await watchdog.dismiss();
    // Nobody waits for the end of a watchdog.
    await expect.poll(() => isListed(watchdog.pid), { timeout: 60_000 }).toBe(false);
  });

  test('is not waited for when it is dismissed before it has begun to run', async () => {
    const script = new URL('../../src/process/watchdog.ts', import.meta.url).pathname;
    const watchdog = startWatchdog({ marker: 'dismissed', script });
    // It can neither run nor end.
    process.kill(watchdog.pid, 'SIGSTOP');
    await watchdog.dismiss();
    expect(isListed(watchdog.pid)).toBe(true);
    process.kill(watchdog.pid, 'SIGCONT');
    await until(() => !isListed(watchdog.pid));
  });
});

describe('the program of the watchdog', () => {
  /** What it comes to with this input. */
  async function runWith(input: string): Promise<readonly [number | null, string]> {
    const script = new URL('../../src/process/watchdog.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [script, input], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = await once(child, 'close');
    return [code, /^\w*Error: .*$/m.exec(said)?.[0] ?? ''];
  }

  test.each([
    ['nothing', '', 1, 'SyntaxError: Unexpected end of JSON input'],
    ['marks of nobody', '{"marks": ["WFMAP_RUN=watchdog-of-nobody"], "groups": 7}', 0, ''],
    ['no marks', '{}', 1, 'TypeError: the argument names marks'],
    ['no mark at all', '{"marks": [], "groups": []}', 1, 'TypeError: the argument names marks'],
    ['marks that are not a list', '{"marks": "WFMAP_RUN=x"}', 1, 'TypeError: the argument names marks'],
    ['a text for all of it', '"marks"', 1, 'TypeError: the argument names marks'],
  ])('that is given %s ends with its code', async (_title, input, code, said) => {
    expect(await runWith(input)).toEqual([code, said]);
  });
});
