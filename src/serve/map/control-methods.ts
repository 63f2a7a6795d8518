import type { Value } from '../../model/value.ts';
import { isObject } from '../../util/is-object.ts';
import type { StartRequest } from '../control/control.ts';
import { SEMANTICS } from './dialect.ts';
import { MapError } from './map-error.ts';
import { membersOf, OBJECT, TEXT, type Caller, type Methods } from './method.ts';
import { readAgentId } from './participants.ts';
import { agentOf } from './query-methods.ts';

const META = membersOf({ action: TEXT, fields: OBJECT });
const AGENT = membersOf({ 'agentId!': TEXT, reason: { type: 'string' }, force: { type: 'boolean' } });

/** Starting, answering, stopping and resuming runs. Errors: throws MapError, ControlError. */
export const controlMethods: Methods = {
  'map/agents/spawn': {
    needs: 'control',
    params: membersOf({
      role: TEXT,
      name: TEXT,
      metadata: membersOf({
        map: TEXT,
        fields: OBJECT,
        agent: { enum: ['claude', 'scripted'] },
        maxSteps: { type: 'integer', minimum: 1 },
        maxCostUsd: { type: 'number', exclusiveMinimum: 0 },
      }),
    }),
    call: async (caller, { role, name, metadata }) => {
      const { map = role ?? name, fields, agent, maxSteps, maxCostUsd } = isObject(metadata) ? metadata : {};
      if (typeof map !== 'string') {
        throw new MapError('invalid-params', 'Name the map in "role", or in "metadata" as "map".');
      }
      const { control } = caller.shared.options;
      const request: StartRequest = {
        map,
        fields: fieldsOf(fields),
        agent: agent === 'scripted' || agent === 'claude' ? agent : undefined,
        maxSteps: typeof maxSteps === 'number' ? maxSteps : undefined,
        maxCostUsd: typeof maxCostUsd === 'number' ? maxCostUsd : undefined,
      };
      const run = await control.start(request, caller.requester());
      caller.startedRuns.add(run);
      return { agent: agentOf(caller.shared, run) };
    },
  },
  'map/agents/stop': {
    needs: 'control',
    params: AGENT,
    call: async (caller, { agentId }) => ({ stopping: true, agent: await stop(caller, agentId) }),
  },
  'map/agents/suspend': {
    needs: 'control',
    params: AGENT,
    call: async (caller, { agentId }) => ({ suspended: true, agent: await stop(caller, agentId) }),
  },
  'map/agents/resume': {
    needs: 'control',
    params: AGENT,
    call: async (caller, { agentId }) => {
      const run = runOf(caller, agentId);
      await caller.shared.options.control.resume({ run }, caller.requester());
      return { resumed: true, agent: agentOf(caller.shared, run) };
    },
  },
  'map/inject': {
    needs: 'control',
    params: membersOf({
      'agentId!': TEXT,
      'content!': {},
      delivery: { enum: SEMANTICS },
    }),
    // An agent of a run reads it with the result of its next tool call, whatever was asked for.
    call: async (caller, { agentId, content }) => {
      await steer(caller, String(agentId), content);
      return { injected: true, delivery: 'queue' };
    },
  },
  'map/tasks/update': {
    needs: 'control',
    params: membersOf({
      'taskId!': TEXT,
      status: TEXT,
      action: TEXT,
      fields: OBJECT,
      meta: META,
      metadata: META,
    }),
    call: async (caller, { taskId, action: own, fields: ownFields, meta, metadata }) => {
      const more = isObject(meta) ? meta : isObject(metadata) ? metadata : {};
      const { action = own, fields = ownFields } = more;
      if (typeof action !== 'string') {
        throw new MapError(
          'permission-denied',
          'The map decides how its tasks stand: only a question can be answered, with "action" in "meta".',
        );
      }
      await answer(caller, String(taskId), { action, fields });
      const task = caller.shared.runs
        .tasks([readAgentId(String(taskId)).run], true)
        .find(({ id }) => id === taskId);
      return { task };
    },
  },
};

/**
 * Sends a message to an agent at work; to a run, where only one is at work there. Errors: throws MapError, ControlError.
 */
export async function steer(caller: Caller, agentId: string, content: unknown): Promise<void> {
  const { run, execution } = caller.shared.runs.findAgent(agentId);
  const request = { run: run.name, start: execution?.seq, text: textOf(content) };
  await caller.shared.options.control.steer(request, caller.requester());
}

/** What is no text is sent as JSON. */
function textOf(content: unknown): string {
  const text = isObject(content) && typeof content['text'] === 'string' ? content['text'] : content;
  const written = typeof text === 'string' ? text : JSON.stringify(text);
  if (written.trim() === '') throw new MapError('invalid-params', 'The message is empty.');
  if (written.includes('\0'))
    throw new MapError('invalid-params', 'The message has a character that no text has.');
  return written;
}

/** Answers the question of an agent. Errors: throws MapError, ControlError. */
export async function answer(
  caller: Caller,
  agentId: string,
  { action, fields }: { readonly action: string; readonly fields?: unknown },
): Promise<void> {
  const { run, execution } = caller.shared.runs.findAgent(agentId);
  const request = { run: run.name, start: execution?.seq, action, fields: fieldsOf(fields) };
  await caller.shared.options.control.answer(request, caller.requester());
}

/** wfmap stops nothing for good: every run that was stopped can be resumed. */
async function stop(caller: Caller, agentId: unknown): Promise<unknown> {
  const run = runOf(caller, agentId);
  await caller.shared.options.control.stop(run, caller.requester());
  return agentOf(caller.shared, run);
}

function runOf({ shared }: Caller, agentId: unknown): string {
  const { run, execution } = shared.runs.findAgent(String(agentId));
  if (execution === undefined) return run.name;
  throw new MapError(
    'state-invalid',
    `A task is not stopped or resumed alone: do it with its run, "${run.name}".`,
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, Value>> {
  // It came as JSON, so it holds values and nothing else.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return isObject(value) ? (value as Readonly<Record<string, Value>>) : {};
}
