import assert from 'node:assert/strict';
import type { Bench } from './bench.ts';
import type { Request } from './requests.ts';
import { isOf, type Job, type JobPlace } from './map-jobs.ts';

/** The prompts of a job that the API was sent, in order and each once. */
export function promptsOf(bench: Bench, job: Job, place: JobPlace): readonly string[] {
  const texts = bench.requests().flatMap((request) => request.texts);
  return [...new Set(texts.filter((text) => isOf(text, job, place)))];
}

/** The first request of a job. */
export function requestOf(bench: Bench, job: Job, place: JobPlace): Request {
  const found = bench.requests().find(({ texts }) => texts.some((text) => isOf(text, job, place)));
  assert.ok(found, `there is no request of the job "${job}"`);
  return found;
}

/** The actions that were taken out of a task, wherever it stands, in order. */
export async function actionsOf(bench: Bench, task: string): Promise<readonly unknown[]> {
  const chosen = (await bench.events()).filter(
    ({ type, address }) => type === 'action.chosen' && address.task === task,
  );
  return chosen.map(({ data }) => data['action']);
}

/** No agent was refused a tool. */
export async function assertNoDenials(bench: Bench): Promise<void> {
  for (const { type, data } of await bench.events()) {
    if (type === 'agent.finished') assert.deepEqual(data['denials'], []);
  }
}
