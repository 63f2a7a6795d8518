import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordText } from '../../src/journal/record.ts';
import type { RunEvent } from '../../src/model/run-event.ts';

test('the page of the journal names every member of a record, and no other', () => {
  const page = readFileSync(`${import.meta.dirname}/../../docs/reference/runs.md`, 'utf8');
  const rows = page.slice(page.indexOf('## The journal')).match(/^\| `.*$/gm) ?? [];
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const event = {
    seq: 2,
    id: 'run:2',
    at: '2026-11-27T00:00:00.000Z',
    type: 'run.resumed',
    address: { block: [] },
    causedBy: 1,
    data: {},
  } as unknown as RunEvent;
  const record = JSON.parse(recordText(event, { batch: 1, more: true, apart: ['result'] })) as object;
  expect(new Set(named)).toEqual(new Set(Object.keys(record)));
});
