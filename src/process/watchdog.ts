/**
 * The program that outlives wfmap: at the end of its standard input it ends the agents that wfmap left.
 *
 * Input: one line with the marks as a JSON list, then nothing; then `done` when wfmap ends in order.
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
const [marks, last] = lines;
if (marks !== undefined && last !== 'done') await endProcesses({ marks: readMarks(marks) });

function readMarks(line: string): readonly Mark[] {
  const marks: unknown = JSON.parse(line);
  if (!Array.isArray(marks) || marks.length === 0) throw new TypeError('the first line lists the marks');
  return marks.filter((mark): mark is Mark => typeof mark === 'string');
}
