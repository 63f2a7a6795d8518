import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Agent, AgentRequest } from '../src/agent/agent.ts';
import { claudeArguments, claudeInput } from '../src/agent/claude/claude-arguments.ts';
import { createClaudeAgent } from '../src/agent/claude/create-claude-agent.ts';
import { nodeFileSystem } from '../src/journal/node-file-system.ts';
import { startWatchdog } from '../src/process/start-watchdog.ts';
import { loopMap } from './chain-map.ts';
import { interleave, median, ratioOf, text, timed, type Measure } from './measure.ts';
import { withScratch } from './scratch.ts';
import { makeRun } from './steps.ts';
import { ROOT } from './whole-process.ts';

const ROUNDS = 5;
const TASKS = 6;
const STAND_IN = `${ROOT}/test/fixtures/bin/claude`;
/** With the start of the stand-in about as long as the real CLI takes at its fastest, 350 ms. */
const SLEEP_MS = 300;

/** What wfmap adds to the time of its agents: tasks of a run against the same program spawned bare. */
export const agentOverhead: Measure = {
  name: 'agent-overhead',
  run: () =>
    withScratch(async (folder) => {
      const script = `${folder}/script.json`;
      const giving = (more: boolean) => ({ output: { more, score: 1 }, sleepMs: SLEEP_MS });
      const rules = [{ match: ` ${TASKS}\\. time`, ...giving(false) }];
      writeFileSync(script, JSON.stringify({ rules, default: giving(true) }));
      const environment = { ...process.env, STAND_IN_STATE: `${folder}/state`, STAND_IN_SCRIPT: script };
      const claude = createClaudeAgent({ command: STAND_IN, environment });
      let first: AgentRequest | undefined;
      const agent: Agent = {
        kind: 'claude',
        start: (request) => {
          first ??= request;
          return claude.start(request);
        },
      };
      const ours = async () => {
        const { ms } = await makeRun(loopMap(), nodeFileSystem, {
          workRoot: folder,
          agent,
          steps: TASKS,
          guard: (marker) => startWatchdog({ marker, script: `${ROOT}/dist/watchdog.js` }).dismiss,
        });
        return ms / TASKS;
      };
      const bare = async () => {
        const request = first;
        if (!request) throw new Error('The run made no request.');
        return (await timed(() => spawnAll(request, environment))) / TASKS;
      };
      const pair = await interleave(ROUNDS, ours, bare);
      const [a, b] = [median(pair.ours), median(pair.limit)];
      return [
        {
          name: 'a task of an agent',
          ...ratioOf(pair),
          detail: `${text(a)} ms; the same program spawned bare ${text(b)} ms; wfmap adds ${text(a - b)} ms`,
        },
      ];
    }),
};

async function spawnAll(request: AgentRequest, environment: NodeJS.ProcessEnv): Promise<void> {
  for (let n = 0; n < TASKS; n += 1) {
    const args = claudeArguments({ ...request, session: { id: randomUUID(), continues: false } });
    const child = spawn(STAND_IN, args, {
      cwd: request.workFolder,
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdout.resume();
    child.stderr.resume();
    child.stdin.end(claudeInput(request.prompt));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`The stand-in ended with ${String(code)}.`);
  }
}
