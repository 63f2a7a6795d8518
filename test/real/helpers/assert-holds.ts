import assert from 'node:assert/strict';

/** Each is there, in this order of the list or another. */
export function assertHolds(prompt: string | undefined, ...words: readonly string[]): void {
  for (const each of words) assert.ok(prompt?.includes(each), `${each}\n--- is not in\n${prompt}`);
}
