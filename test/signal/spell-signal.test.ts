import { expect, test } from 'vitest';
import { findSignals } from '../../src/signal/find-signals.ts';
import { readSignal } from '../../src/signal/read-signal.ts';
import { spellSignal } from '../../src/signal/spell-signal.ts';

const BLOCK = {
  role: 'Judge',
  result: 'INSUFFICIENT',
  summary: 'It drops CRLF',
  confidence: 6,
  named: 'Planner',
  fields: {},
  signature: '3:2:3',
};

test.each([
  '### SIGNAL BLOCK',
  '---',
  '# Cycle: 1',
  '> quoted',
  '**Signature**: 9:9:3',
  '- Signature: 9:9:3',
])('a context that holds %j is still the context of one block', (line) => {
  const text = spellSignal({ ...BLOCK, context: `- **Main Source**: LF only\n${line}\n- **Note**: end` });
  expect([...findSignals(text)]).toHaveLength(1);
  expect(readSignal(text, 'strict')).toMatchObject({
    signal: { signature: { goal: 3, loop: 2, step: 3 }, context: { parts: { Note: 'end' } } },
  });
});
