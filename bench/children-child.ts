/** Starts children one after the other, and prints the processor time of one: `node children-child.ts <way> <count> <MiB>`. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createShellRunner } from '../src/agent/shell/create-shell-runner.ts';

const PROGRAM = 'true';
const WARM_UP = 5;
/** Of /proc/<pid>/stat, as Linux has them on all machines that Node runs on. Units: ms. */
const TICK_MS = 10;

const shell = createShellRunner({ environment: process.env });

async function wfmap(): Promise<void> {
  const { reply } = shell.start({
    task: 'Work',
    visit: 1,
    argv: [PROGRAM],
    variables: {},
    timeoutMs: undefined,
    workFolder: '/',
    marker: 'bench',
    log: () => undefined,
    onLine: () => undefined,
  });
  const ended = await reply;
  if (ended.outcome !== 'exited' || ended.exitCode !== 0) throw new Error(JSON.stringify(ended));
}

async function bare(): Promise<void> {
  const child = spawn(PROGRAM, [], { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.stderr.resume();
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${PROGRAM} ended with ${String(code)}.`);
}

/** Of this process and of the children that it has waited for. Units: ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[13]) + Number(fields[14]);
  return (user + system) / 1000 + ticks * TICK_MS;
}

const [way, count = '', mib = ''] = process.argv.slice(2);
const one = way === 'bare' ? bare : wfmap;
// What grows in an engine is the heap, which V8 marks as not copied when a child is made; buffers would be.
const ballast: object[] = [];
while (process.memoryUsage.rss() < Number(mib) * 2 ** 20)
  for (let n = 0; n < 10_000; n += 1) ballast.push({ n, list: [n] });
for (let n = 0; n < WARM_UP; n += 1) await one();
const before = cpuMs();
for (let n = 0; n < Number(count); n += 1) await one();
const ms = (cpuMs() - before) / Number(count);
console.log(JSON.stringify({ ms, rssMiB: process.memoryUsage.rss() / 2 ** 20, ballast: ballast.length }));
