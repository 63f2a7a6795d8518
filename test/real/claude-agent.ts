/**
 * Runs the Claude agent against the real program and a scripted API, and ends with 1 on any deviation.
 *
 * The caller puts `claude` on PATH, lets it talk to an API that follows claude-agent.json beside this file, and names
 * that API's request log in MOCK_LOG: one JSON object a line, with the request's `body`.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentCall, AgentReply, AgentRequest } from '../../src/agent/agent.ts';
import { readClaudeVersion, channelOf } from '../../src/agent/claude/claude-version.ts';
import { createClaudeAgent } from '../../src/agent/claude/create-claude-agent.ts';
import { findClaude } from '../../src/agent/claude/find-claude.ts';
import { endLeftovers } from '../../src/process/end-leftovers.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-real-')));
const workFolder = join(root, 'work');
mkdirSync(join(workFolder, '.wfmap'), { recursive: true });
writeFileSync(join(workFolder, 'notes.md'), 'the words of the notes');

const marker = `real-${process.pid}`;
const environment = process.env;
const command = findClaude({ given: undefined, environment, folder: root });
const agent = createClaudeAgent({ command, environment });
let log = '';

function requestOf(prompt: string, changes: Partial<AgentRequest> = {}): AgentRequest {
  log = '';
  return {
    task: 'Work',
    visit: 1,
    prompt,
    session: { id: randomUUID(), continues: false },
    actions: [
      { name: 'Complete', choose: undefined },
      { name: 'Start Review Work', choose: undefined },
    ],
    output: undefined,
    channel: 'structured',
    model: undefined,
    permissionMode: undefined,
    allowedTools: undefined,
    disallowedTools: undefined,
    maxTurns: undefined,
    deniedTools: [],
    timeoutMs: 60_000,
    budgetUsd: undefined,
    workFolder,
    marker,
    log: (chunk) => {
      log += Buffer.from(chunk).toString('utf8');
    },
    onProgress: () => undefined,
    ...changes,
  };
}

function start(prompt: string, changes?: Partial<AgentRequest>): AgentCall {
  return agent.start(requestOf(prompt, changes));
}

function run(prompt: string, changes: Partial<AgentRequest> = {}): Promise<AgentReply> {
  return start(prompt, changes).reply;
}

function is(reply: AgentReply, expected: object): void {
  assert.partialDeepStrictEqual(reply, expected, JSON.stringify(reply));
}

/** What the API was asked last. */
function lastRequest(): { messages: unknown[]; tools: { name: string; input_schema: unknown }[] } {
  const lines = readFileSync(process.env['MOCK_LOG'] ?? '', 'utf8')
    .trimEnd()
    .split('\n');
  return JSON.parse(lines.at(-1) ?? 'null').body;
}

/** The texts of the user messages that the API got. */
function userTexts(): string[] {
  const lines = readFileSync(process.env['MOCK_LOG'] ?? '', 'utf8')
    .trimEnd()
    .split('\n');
  return lines.flatMap((line) => {
    const messages: { role: string; content: string | { type: string; text?: string }[] }[] =
      JSON.parse(line).body?.messages ?? [];
    return messages
      .filter((message) => message.role === 'user')
      .flatMap((message) =>
        typeof message.content === 'string'
          ? message.content
          : message.content.map((block) => block.text ?? ''),
      );
  });
}

function resultLine(): { total_cost_usd: number } {
  const line = log.split('\n').find((text) => text.includes('"type":"result"'));
  return JSON.parse(line ?? 'null');
}

/** A definition that refers to itself, and words that the program does not know. */
const TREE = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://example.org/tree.json',
  $ref: '#/$defs/part',
  $defs: {
    part: {
      type: 'object',
      properties: {
        name: { type: 'string', 'x-hint': 1 },
        parts: { type: 'array', items: { $ref: '#/$defs/part' } },
      },
      required: ['name'],
    },
  },
};

const answered = { outcome: 'answered', action: 'Complete', sessionKnown: true };
const laws: Record<string, () => Promise<void>> = {
  'the version decides the channel': async () => {
    const version = await readClaudeVersion(command, environment);
    assert.match(version ?? '', /^\d+\.\d+\.\d+$/);
    assert.equal(channelOf(version), 'structured');
  },
  'a prompt that begins with a slash arrives to the byte': async () => {
    const prompt = '/compact keep\r\n  these bytes: "é漢😀" ${x} \\\n\n';
    is(await run(prompt), answered);
    assert.ok(userTexts().includes(prompt));
  },
  'a prompt that names a file arrives to the byte, without the file': async () => {
    const prompt = 'Look at @notes.md and @/etc/hostname now';
    is(await run(prompt), answered);
    assert.ok(userTexts().includes(prompt));
    assert.ok(!userTexts().some((text) => text.includes('the words of the notes')));
  },
  'a prompt of a megabyte arrives to the byte': async () => {
    const prompt = `begin ${'0123456789abcdé\n'.repeat(62_000)} end`;
    assert.ok(Buffer.byteLength(prompt) > 1_000_000);
    is(await run(prompt), answered);
    assert.ok(userTexts().includes(prompt));
  },
  'a tool writes a file': async () => {
    is(await run('tool-write'), { ...answered, denials: [] });
    assert.equal(readFileSync(join(workFolder, 'made.txt'), 'utf8'), 'made by a tool');
  },
  'an answer outside of the menu is refused by the program itself': async () => {
    is(await run('wrong-name'), answered);
    assert.match(log, /does not match required schema/);
  },
  'no answer is rejected, and a repair in the same session answers at its own cost': async () => {
    const id = randomUUID();
    const first = await run('says-nothing', { session: { id, continues: false } });
    is(first, { outcome: 'rejected', text: 'I still do not know.', sessionKnown: true });
    const second = await run('Choose one.', { session: { id, continues: true } });
    is(second, answered);
    const total = resultLine().total_cost_usd;
    assert.ok((first.costUsd ?? 0) > 0 && (second.costUsd ?? 0) > 0);
    assert.ok(Math.abs((first.costUsd ?? 0) + (second.costUsd ?? 0) - total) < 1e-9, `${total}`);
    assert.ok((second.tokens ?? 0) > 0);
    assert.ok(userTexts().includes('Choose one.'));
  },
  'the text channel reads the line': async () => {
    is(await run('text-answer', { channel: 'text' }), { ...answered, action: 'Start Review Work' });
  },
  'an output with definitions comes beside the choice': async () => {
    const output = { name: 'a', parts: [{ name: 'b' }] };
    is(await run('output-tree', { output: TREE }), { ...answered, output });
  },
  'an output that is a list comes alone where nothing is chosen': async () => {
    const output = { type: 'array', items: { type: 'string' } };
    is(await run('output-list', { output, actions: [] }), {
      ...answered,
      action: undefined,
      output: ['a', 'b'],
    });
  },
  'an output whose schema the program cannot say in full is told to the agent in words': async () => {
    const output = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false };
    is(await run('output-places', { output }), { ...answered, output: ['a', 1] });
    const tool = lastRequest().tools.find(({ name }) => name === 'StructuredOutput');
    assert.ok(JSON.stringify(tool?.input_schema).includes('prefixItems'));
  },
  'an output that never fits is given up by the program, and that is permanent': async () => {
    const reply = await run('output-wrong', { output: { type: 'integer' } });
    is(reply, { outcome: 'failed', fault: 'permanent', sessionKnown: true });
    assert.match(reply.outcome === 'failed' ? reply.reason : '', /must be integer/);
  },
  'the text channel reads the output from its block': async () => {
    is(await run('output-text', { channel: 'text', output: true }), { ...answered, output: { score: 3 } });
  },
  'a fork knows what was said, and what it says stays its own': async () => {
    const session = { id: randomUUID(), continues: false };
    const first = await run('Remember the number 4711.', { session });
    is(first, answered);
    const fork = { id: randomUUID(), continues: false, forks: session.id };
    const forked = await run('Only in the copy.', { session: fork });
    is(forked, answered);
    assert.match(JSON.stringify(lastRequest().messages), /4711/);
    assert.ok((forked.costUsd ?? 0) > 0);
    assert.ok(Math.abs((first.costUsd ?? 0) + (forked.costUsd ?? 0) - resultLine().total_cost_usd) < 1e-9);
    is(await run('In the copy again.', { session: { ...fork, continues: true } }), answered);
    assert.match(JSON.stringify(lastRequest().messages), /Only in the copy/);
    is(await run('In the first.', { session: { ...session, continues: true } }), answered);
    assert.doesNotMatch(JSON.stringify(lastRequest().messages), /Only in the copy/);
  },
  'an unknown session cannot be forked': async () => {
    const session = { id: randomUUID(), continues: false, forks: randomUUID() };
    is(await run('hello', { session }), { outcome: 'failed', sessionKnown: false });
  },
  'a tool that the task does without is not there': async () => {
    const has = (): boolean => lastRequest().tools.some(({ name }) => name === 'Edit');
    is(await run('hello'), answered);
    assert.ok(has());
    is(await run('hello', { disallowedTools: ['Edit'] }), answered);
    assert.ok(!has());
  },
  'more turns than the task allows are permanent, and the session goes on': async () => {
    const session = { id: randomUUID(), continues: false };
    const reply = await run('turns-many', { session, maxTurns: 2, allowedTools: ['Bash'] });
    is(reply, { outcome: 'failed', fault: 'permanent', sessionKnown: true });
    assert.match(reply.outcome === 'failed' ? (reply.help ?? '') : '', /"maxTurns"/);
    assert.ok((reply.costUsd ?? 0) > 0);
  },
  'a limit of the subscription says when it ends': async () => {
    const { ANTHROPIC_API_KEY: _key, ...rest } = environment;
    const subscriber = createClaudeAgent({
      command,
      environment: { ...rest, CLAUDE_CODE_OAUTH_TOKEN: 'none' },
    });
    is(await subscriber.start(requestOf('api-limit')).reply, {
      outcome: 'failed',
      fault: 'limit',
      resetsAt: '2026-09-21T14:13:20.000Z',
    });
    is(await run('api-limit'), { outcome: 'failed', fault: 'transport' });
  },
  'a terminal task is answered without a choice': async () => {
    is(await run('text-answer', { actions: [] }), { ...answered, action: undefined });
  },
  'API faults have their class': async () => {
    is(await run('api-401'), { outcome: 'failed', fault: 'permanent', costUsd: 0 });
    is(await run('api-400'), { outcome: 'failed', fault: 'permanent' });
    is(await run('api-429'), { outcome: 'failed', fault: 'transport', sessionKnown: true });
    is(await run('api-529'), { outcome: 'failed', fault: 'transport' });
    is(await run('api-drop'), { outcome: 'failed', fault: 'transport' });
  },
  'a failed turn can be made again in its session': async () => {
    const session = { id: randomUUID(), continues: false };
    is(await run('api-flaky', { session }), { outcome: 'failed', sessionKnown: true });
    is(await run('Again.', { session: { ...session, continues: true } }), answered);
  },
  'a missing login is permanent': async () => {
    const { ANTHROPIC_API_KEY: _key, ...rest } = environment;
    const stranger = createClaudeAgent({ command, environment: rest });
    const { reply } = stranger.start(requestOf('hello'));
    is(await reply, { outcome: 'failed', fault: 'permanent', reason: 'Not logged in · Please run /login' });
  },
  'a refused tool is told with a rule that allows it': async () => {
    const reply = await run('tool-denied');
    const rule = 'Bash(node -p 42)';
    is(reply, { ...answered, denials: [{ tool: 'Bash', input: 'node -p 42', rule }] });
    is(await run('tool-denied', { allowedTools: [rule] }), { ...answered, denials: [] });
    const outside = await run('tool-outside');
    is(outside, { ...answered, denials: [{ tool: 'Write' }] });
    assert.ok(!existsSync(join(root, 'outside.txt')));
    is(await run('tool-outside', { allowedTools: [outside.denials[0]?.rule ?? ''] }), {
      ...answered,
      denials: [],
    });
    assert.ok(existsSync(join(root, 'outside.txt')));
  },
  'a guarded path is not written': async () => {
    const deniedTools = [`Edit(/${workFolder}/.wfmap/**)`];
    is(await run('tool-guarded', { deniedTools }), { ...answered, denials: [{ tool: 'Write', rule: null }] });
    assert.ok(!existsSync(join(workFolder, '.wfmap/journal.jsonl')));
  },
  'an unknown session is told as such': async () => {
    const reply = await run('hello', { session: { id: randomUUID(), continues: true } });
    is(reply, { outcome: 'failed', fault: 'transport', sessionKnown: false });
  },
  'a session in use can be continued': async () => {
    const session = { id: randomUUID(), continues: false };
    is(await run('hello', { session }), answered);
    is(await run('hello', { session }), { outcome: 'failed', fault: 'transport', sessionKnown: true });
    is(await run('hello', { session: { ...session, continues: true } }), answered);
  },
  'a refused command line is permanent': async () => {
    is(await run('hello', { permissionMode: 'nonsense' }), { outcome: 'failed', fault: 'permanent' });
  },
  'a stopped turn is an interruption that can be continued': async () => {
    const session = { id: randomUUID(), continues: false };
    const call = start('tool-long', { session, allowedTools: ['Bash'] });
    while (!log.includes('"tool_use"')) await new Promise((resolve) => setTimeout(resolve, 20));
    call.stop();
    is(await call.reply, { outcome: 'interrupted', sessionKnown: true });
    assert.equal(await endLeftovers(marker), 0);
    is(await run('Go on.', { session: { ...session, continues: true } }), answered);
  },
  'a killed turn leaves nothing behind': async () => {
    const call = start('tool-long again', { allowedTools: ['Bash'] });
    while (!log.includes('"subtype":"init"')) await new Promise((resolve) => setTimeout(resolve, 20));
    call.kill();
    is(await call.reply, { outcome: 'interrupted' });
    assert.equal(await endLeftovers(marker), 0);
  },
  'a silent API runs into the timeout': async () => {
    is(await run('api-hang', { timeoutMs: 3_000 }), {
      outcome: 'failed',
      fault: 'transport',
      reason: 'timed out after 3s',
    });
  },
  'work in the background is gone with the turn': async () => {
    is(await run('tool-background', { allowedTools: ['Bash'] }), answered);
    assert.equal(await endLeftovers(marker), 0);
  },
};

let failures = 0;
for (const [law, check] of Object.entries(laws)) {
  try {
    await check();
    console.log(`ok   ${law}`);
  } catch (thrown) {
    failures += 1;
    console.log(
      `FAIL ${law}\n${thrown instanceof Error ? thrown.message : String(thrown)}\n${log.slice(-1500)}`,
    );
  }
}
rmSync(root, { recursive: true, force: true });
process.exitCode = failures === 0 ? 0 : 1;
