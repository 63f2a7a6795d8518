import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSession } from '../../../src/cli/new/read-session.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'wfmap-session-'));
});
afterAll(() => rmSync(root, { recursive: true }));

const said = (type: string, content: unknown, more: object = {}): string =>
  JSON.stringify({ type, message: { role: type, content }, ...more });

function read(...lines: readonly string[]) {
  const file = join(root, 'session.jsonl');
  writeFileSync(file, lines.join('\n'));
  return readSession(file, root);
}

test('a session is what was said in it, and the names of tools; what is no message is passed by', () => {
  const { text, messages, left } = read(
    '{"type":"queue-operation"}',
    'no JSON',
    '[]',
    '{"type":"user"}',
    '{"type":"user","message":{"content":7}}',
    said('user', 'Fix it.'),
    said('user', 'A note of the program', { isMeta: true }),
    said('assistant', 'Of an agent inside', { isSidechain: true }),
    said('assistant', [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', name: 'Read', input: { path: '.env' } },
    ]),
    said('user', [{ type: 'tool_result', content: 'PASSWORD=1' }]),
    said('assistant', [
      null,
      { type: 'text' },
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Done.' },
    ]),
    '{"type":"assi',
  );
  expect({ text, messages, left }).toEqual({
    text: 'Person: Fix it.\n\nAgent: I look.\n(uses Read)\n\nAgent: Done.',
    messages: 3,
    left: 0,
  });
});

test('of a long session the beginning and the end are handed on, whole messages, 60,000 characters at most', () => {
  const lines = Array.from({ length: 300 }, (_, at) =>
    said(at % 2 === 0 ? 'user' : 'assistant', `${at} ${'x'.repeat(990)}`),
  );
  const { text, messages, left } = read(...lines);
  expect(text.length).toBeLessThan(60_100);
  expect(text).toMatch(/^Person: 0 x/);
  expect(text).toMatch(/\n\nAgent: 299 x+$/);
  expect(text).toContain(`x\n\n(${left} messages are left out here)\n\n`);
  expect([messages + left, left > 200]).toEqual([300, true]);
});

test('keys by their shape and logins in URLs are masked, whatever the environment holds', () => {
  const { text } = read(
    said('user', `Push with ghp_${'a1B2'.repeat(8)} to https://ann:s3cret-word@example.org/x`),
  );
  expect(text).toBe('Person: Push with [masked] to https:[masked]example.org/x');
});

test('a file in which nobody says anything is refused, and one of more than 4 MiB', () => {
  expect(() => read('{"type":"summary"}')).toThrow(
    /is not a recorded session: nobody says anything in it\.$/,
  );
  expect(() => read(said('user', 'x'.repeat(4 * 1_048_576)))).toThrow(/cannot be read/);
});
