/**
 * The program that outlives wfmap: at the end of its standard input it ends the agents that wfmap left.
 *
 * Input: one line of JSON, the marks and the control groups of the run's processes, then nothing; then `done` when wfmap
 * ends in order.
 *
 * W1. The end of the input is the death of wfmap, however it died; only a line `done` before it means otherwise.
 * W2. No signal that a terminal or a session sends ends it before its work is done.
 * W3. It carries no marks, so it never finds itself or another watchdog.
 */
import { createInterface } from 'node:readline';
import { endProcesses } from './end-processes.ts';
import type { Mark } from './marks.ts';

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);

const lines: string[] = [];
for await (const line of createInterface({ input: process.stdin })) lines.push(line);
const [ending, last] = lines;
if (ending !== undefined && last !== 'done') {
  const { marks, groups } = readEnding(ending);
  await endProcesses({ marks, groups });
}

function readEnding(line: string): { readonly marks: readonly Mark[]; readonly groups: readonly string[] } {
  const value: unknown = JSON.parse(line);
  const { marks, groups } = { marks: undefined, groups: undefined, ...Object(value) };
  if (!Array.isArray(marks) || marks.length === 0) throw new TypeError('the first line names marks');
  const isText = (word: unknown): word is string => typeof word === 'string';
  return {
    marks: marks.filter((mark): mark is Mark => isText(mark)),
    groups: Array.isArray(groups) ? groups.filter(isText) : [],
  };
}
