import * as second from '@agentclientprotocol/sdk';
import * as first from 'acp-sdk-1';
import * as oldest from 'acp-sdk-0';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { PROGRAM } from './program.ts';
import type { Project } from './project.ts';

/** What an editor shows, and what a person does in it. */
export interface Person {
  /** Chooses in a permission request; undefined closes it. */
  readonly choose: (request: PermissionRequest) => string | undefined | Promise<string | undefined>;
  /** Fills in a form; undefined closes it. */
  readonly fill?: (request: object) => object | undefined;
}

export interface PermissionRequest {
  readonly toolCall: { readonly title?: string | null; readonly content?: unknown };
  readonly options: readonly { readonly optionId: string; readonly name: string; readonly kind: string }[];
}

export interface Update {
  readonly sessionUpdate: string;
  readonly [name: string]: unknown;
}

/** An editor that is connected, whichever generation of the SDK it has. */
export interface TestEditor {
  readonly call: (method: string, params: object) => Promise<Record<string, unknown>>;
  readonly cancel: (sessionId: string) => Promise<void>;
  readonly updates: Update[];
  /** All that the program wrote, line by line. */
  readonly lines: string[];
  readonly pid: number;
  readonly kill: () => void;
  readonly endInput: () => void;
  readonly ended: Promise<unknown>;
}

/** A line of raw bytes to and from `wfmap acp`. */
export function startAcp(project: Project, flags: readonly string[] = [], environment = {}) {
  const child = spawn(process.execPath, [PROGRAM, 'acp', ...flags], {
    cwd: project.root,
    env: { ...project.environment, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => undefined);
  const lines: string[] = [];
  let rest = '';
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => {
      child.stdout.on('data', (chunk: Buffer) => {
        rest += chunk.toString();
        const parts = rest.split('\n');
        rest = parts.pop() ?? '';
        lines.push(...parts);
        controller.enqueue(chunk);
      });
      child.stdout.once('end', () => controller.close());
    },
  });
  const writable = new WritableStream<Uint8Array>({
    write: (chunk) => void child.stdin.write(chunk),
    close: () => void child.stdin.end(),
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return { child, readable, writable, lines, ended: once(child, 'exit'), errors: () => errors };
}

type Open = (project: Project, person: Person, flags?: readonly string[]) => TestEditor;

/** The generations of the SDK, each as an editor has it. */
export const EDITORS: Readonly<Record<string, Open>> = {
  'SDK 2.4': openApp(second),
  'SDK 1.9': openApp(first as never),
  'SDK 0.14': (project, person, flags) => {
    const started = startAcp(project, flags);
    const updates: Update[] = [];
    const client = {
      requestPermission: async (request: PermissionRequest) => outcomeOf(await person.choose(request)),
      sessionUpdate: ({ update }: { readonly update: Update }) => {
        updates.push(update);
        return Promise.resolve();
      },
    };
    const stream = oldest.ndJsonStream(started.writable, started.readable);
    const connection = new oldest.ClientSideConnection(() => client, stream);
    const methods: Readonly<Record<string, (params: never) => Promise<unknown>>> = {
      initialize: (params) => connection.initialize(params),
      'session/new': (params) => connection.newSession(params),
      'session/prompt': (params) => connection.prompt(params),
      'session/load': (params) => connection.loadSession(params),
    };
    return editorOf(started, updates, {
      call: async (method, params) => {
        const own = methods[method] ?? ((given: object) => connection.extMethod(method, { ...given }));
        return (await own(params as never)) as Record<string, unknown>;
      },
      cancel: (sessionId) => connection.cancel({ sessionId }),
    });
  },
};

function openApp(sdk: typeof second): Open {
  return (project, person, flags) => {
    const started = startAcp(project, flags);
    const updates: Update[] = [];
    const app = sdk
      .client({ name: 'an editor' })
      .onRequest('session/request_permission', async ({ params }) =>
        outcomeOf(await person.choose(params as PermissionRequest)),
      )
      .onRequest('elicitation/create', ({ params }) => {
        const content = person.fill?.(params);
        return content === undefined ? { action: 'cancel' } : { action: 'accept', content };
      })
      .onNotification('session/update', ({ params }) => void updates.push(params.update as never));
    const { agent } = app.connect(sdk.ndJsonStream(started.writable, started.readable));
    return editorOf(started, updates, {
      call: (method, params) => agent.request<Record<string, unknown>>(method, params),
      cancel: (sessionId) => agent.notify('session/cancel', { sessionId }),
    });
  };
}

function editorOf(
  { child, lines, ended }: ReturnType<typeof startAcp>,
  updates: Update[],
  calls: Pick<TestEditor, 'call' | 'cancel'>,
): TestEditor {
  return {
    ...calls,
    updates,
    lines,
    ended,
    pid: child.pid ?? 0,
    kill: () => void child.kill('SIGKILL'),
    endInput: () => void child.stdin.end(),
  };
}

function outcomeOf(choice: string | undefined) {
  return {
    outcome:
      choice === undefined
        ? { outcome: 'cancelled' as const }
        : { outcome: 'selected' as const, optionId: choice },
  };
}

/** Initializes, and begins a session in the project. */
export async function converse(
  editor: TestEditor,
  { root }: Project,
  clientCapabilities = {},
): Promise<string> {
  await editor.call('initialize', {
    protocolVersion: 1,
    clientCapabilities,
    clientInfo: { name: 'an editor', version: '1' },
  });
  const { sessionId } = await editor.call('session/new', { cwd: root, mcpServers: [] });
  return String(sessionId);
}

/** Types a prompt. Shape: why the turn ended. */
export async function type(editor: TestEditor, sessionId: string, text: string): Promise<unknown> {
  const { stopReason } = await editor.call('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  return stopReason;
}

/** What the agent said. */
export function saidIn({ updates }: TestEditor): string {
  return updates
    .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
    .map(({ content }) => (content as { readonly text: string }).text)
    .join('');
}
