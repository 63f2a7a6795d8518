import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { AgentProgress, AgentRequest } from '../../../src/agent/agent.ts';
import { NO_CLAUDE_CONFIG, type ClaudeConfig } from '../../../src/agent/claude/claude-config.ts';
import { createClaudeAgent } from '../../../src/agent/claude/create-claude-agent.ts';

export const STAND_IN = new URL('../../fixtures/bin/claude', import.meta.url).pathname;
export const SESSION = '7d1d2a44-6c1e-4f5a-9a55-0f0b6f3f5a01';

/** A stand-in that follows `script`, in a folder of its own that is removed after the test. */
export function createStandIn(script: object, config?: Partial<ClaudeConfig>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-agent-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const workFolder = join(root, 'work');
  const state = join(root, 'state');
  mkdirSync(workFolder);
  writeFileSync(join(root, 'script.json'), JSON.stringify(script));
  const environment: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    STAND_IN_SCRIPT: join(root, 'script.json'),
    STAND_IN_STATE: state,
  };
  const chunks: Uint8Array[] = [];
  const progress: AgentProgress[] = [];
  const agent = createClaudeAgent({
    command: STAND_IN,
    environment,
    ...(config === undefined ? {} : { config: { ...NO_CLAUDE_CONFIG, ...config } }),
  });
  const marker = `test-${root.slice(-6)}`;
  const request = (changes: Partial<AgentRequest> = {}): AgentRequest => ({
    task: 'Work',
    visit: 1,
    prompt: 'Do the work.',
    session: { id: SESSION, continues: false },
    actions: [
      { name: 'Complete', choose: undefined },
      { name: 'Start Review Work', choose: 'if all is done' },
    ],
    output: undefined,
    channel: 'structured',
    model: undefined,
    permissionMode: undefined,
    allowedTools: undefined,
    disallowedTools: undefined,
    maxTurns: undefined,
    deniedTools: [],
    timeoutMs: undefined,
    budgetUsd: undefined,
    workFolder,
    marker,
    log: (chunk) => chunks.push(chunk),
    onProgress: (step) => progress.push(step),
    ...changes,
  });
  return {
    root,
    workFolder,
    environment,
    marker,
    progress,
    request,
    start: (changes?: Partial<AgentRequest>) => agent.start(request(changes)),
    run: (changes?: Partial<AgentRequest>) => agent.start(request(changes)).reply,
    log: () => Buffer.concat(chunks).toString('utf8'),
    calls: (): StandInCall[] => readLines<StandInCall>(join(state, 'calls.jsonl')),
    /** The messages that it read while it worked. */
    heard: () => readLines<{ readonly text: string }>(join(state, 'heard.jsonl')).map(({ text }) => text),
    /** What hooks said of each tool that was used. */
    hooks: () => readLines<{ readonly tool: string }>(join(state, 'hooks.jsonl')),
    /** What each tool call was answered that was asked about. */
    asked: () => readLines<{ readonly response: object }>(join(state, 'asked.jsonl')),
    backgroundPids: () => readFileSync(join(state, 'background.pids'), 'utf8').trim().split('\n').map(Number),
  };
}

export interface StandInCall {
  readonly prompt: string;
  readonly argv: readonly string[];
  /** The text of --append-system-prompt-file. */
  readonly instructions?: string;
  readonly session: string;
  readonly continues: boolean;
  readonly forks?: string;
  readonly pid: number;
}

function readLines<T>(path: string): T[] {
  const text = readFileSync(path, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line): T => JSON.parse(line) as T);
}

/** Whether a process is there and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Resolves when `condition` holds; the test's own time-out is the bound. */
export async function until(condition: () => boolean): Promise<void> {
  // Not the timers that a test may have stopped.
  while (!condition()) await sleep(10);
}
