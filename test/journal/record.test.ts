import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeRecord, encodeRecord, MAX_LINE_BYTES } from '../../src/journal/record.ts';
import type { RunEventType } from '../../src/model/run-event.ts';
import { batchOf, eventOf, startOf } from './events.ts';
import { lineWith } from './line-with.ts';

const ALONE = { batch: 1, more: false };

function lineOf(body: string): Uint8Array {
  return Buffer.from(`${body.slice(0, -1)},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}`);
}

describe('a record', () => {
  test('is one line: the members of the event in order, then the checksum', () => {
    const line = encodeRecord(eventOf(1), ALONE);
    expect(line.replace(/[0-9a-f]{8}"\}\n$/, '…"}\n')).toBe(
      '{"seq":1,"id":"event-1","at":"2026-01-01T00:00:00.001Z","type":"task.finished",' +
        '"address":{"block":[],"task":"Task 1","visit":1},"causedBy":null,' +
        '"data":{"task":"Task 1","action":null,"result":{"text":""},"outcome":null,"bindings":{},"args":{}},"crc":"…"}\n',
    );
  });

  test('says which batch it belongs to and whether more of it follows', () => {
    const [, second] = batchOf(7, 2);
    const line = encodeRecord(second!, { batch: 7, more: true });
    expect(line).toMatch(/\},"batch":7,"more":true,"crc":"[0-9a-f]{8}"\}\n$/);
  });

  test('carries the CRC-32 of its line without the member', () => {
    const line = encodeRecord(eventOf(1, 'ü\u{1F600}'), ALONE).trimEnd();
    const [, crc] = /"crc":"(.{8})"\}$/.exec(line)!;
    expect(crc32(line.replace(/,"crc":"[0-9a-f]{8}"\}$/, '}'))).toBe(Number.parseInt(crc!, 16));
  });

  test('is read back as it was written, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1 }), fc.boolean(), (note, seq, more) => {
        const event = eventOf(1, note.isWellFormed() ? note : note.toWellFormed());
        const place = { batch: Math.min(seq, 1), more };
        expect(decodeRecord(Buffer.from(encodeRecord(event, place).slice(0, -1)))).toEqual({
          kind: 'record',
          event,
          place,
        });
      }),
    );
  });

  test('keeps names such as __proto__ and constructor as ordinary names', () => {
    const start = startOf();
    const fields: unknown = JSON.parse('{"__proto__":"a","constructor":"b"}');
    const line = encodeRecord({ ...start, data: { ...start.data, fields } } as typeof start, ALONE);
    const decoded = decodeRecord(Buffer.from(line.trimEnd()));
    expect(decoded.kind === 'record' && JSON.stringify(decoded.event.data)).toContain(
      '"fields":{"__proto__":"a","constructor":"b"}',
    );
  });

  test('of more than 16 MiB is refused by the writer and torn to the reader', () => {
    expect(() => encodeRecord(eventOf(1, 'x'.repeat(MAX_LINE_BYTES)), ALONE)).toThrow(
      expect.objectContaining({ code: 'record-too-large' }),
    );
    expect(() => encodeRecord(eventOf(1, 'ü'.repeat(MAX_LINE_BYTES / 2)), ALONE)).toThrow(/larger/);
    expect(decodeRecord(Buffer.alloc(MAX_LINE_BYTES))).toEqual({ kind: 'torn' });
  });

  test('with one bit flipped anywhere is torn', () => {
    const line = Buffer.from(encodeRecord(eventOf(1, 'note'), ALONE).trimEnd());
    for (let bit = 0; bit < line.length * 8; bit += 1) {
      const flipped = Buffer.from(line);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(decodeRecord(flipped), `bit ${bit}`).toEqual({ kind: 'torn' });
    }
  });

  test('with a right checksum and a wrong shape is foreign, never torn', () => {
    const good = JSON.parse(encodeRecord(eventOf(2), ALONE)) as Record<string, unknown>;
    delete good['crc'];
    const wrong: Record<string, unknown>[] = [
      ...['0', 0, -1, 1.5, null, 2 ** 53].map((seq) => ({ seq })),
      ...['', 1].map((id) => ({ id })),
      ...['2026-01-01', '2026-01-01T00:00:00Z', 5].map((at) => ({ at })),
      ...['toString', '__proto__', 'task.vanished', 3].map((type) => ({ type })),
      ...[null, [], { block: {} }, { block: [1] }, { block: [], visit: 0 }, { block: [], task: '' }].map(
        (address) => ({ address }),
      ),
      { address: { block: [{ task: 'a', key: 1, activation: 1 }] } },
      { address: { block: [], attempt: '1' } },
      ...[undefined, 0, '1'].map((causedBy) => ({ causedBy })),
      ...[undefined, null, [], 'x'].map((data) => ({ data })),
      ...[false, 1].map((more) => ({ more })),
      ...[0, '1'].map((batch) => ({ batch })),
    ];
    for (const change of wrong) {
      const decoded = decodeRecord(lineOf(JSON.stringify({ ...good, ...change })));
      expect([change, decoded.kind]).toEqual([change, 'foreign']);
    }
    for (const body of ['{}', '{"seq":}', '[1}', '{\uD800}']) {
      expect([body, decodeRecord(lineOf(body)).kind]).toEqual([body, 'foreign']);
    }
    expect(decodeRecord(lineOf(JSON.stringify(good))).kind).toBe('record');
  });

  test('may be of every type of event', () => {
    for (const type of Object.keys(TYPES)) {
      const decoded = decodeRecord(Buffer.from(lineWith({ type }).trimEnd()));
      expect([type, decoded.kind]).toEqual([type, 'record']);
    }
  });

  test('is as long as a line may be, and torn where it is longer', () => {
    const bare = lineWith({ id: '' }).trimEnd().length;
    const lineOfLength = (length: number) =>
      Buffer.from(lineWith({ id: 'x'.repeat(length - bare) }).trimEnd());
    expect(decodeRecord(lineOfLength(MAX_LINE_BYTES - 1)).kind).toBe('record');
    expect(decodeRecord(lineOfLength(MAX_LINE_BYTES)).kind).toBe('torn');
  });

  test('of just as many bytes as a line may have is written, its line break among them, and of one more is not', () => {
    const bare = encodeRecord(eventOf(1), ALONE).length;
    const write = (length: number): string => encodeRecord(eventOf(1, 'x'.repeat(length - bare)), ALONE);
    expect(write(MAX_LINE_BYTES - 1)).toHaveLength(MAX_LINE_BYTES - 1);
    expect(() => write(MAX_LINE_BYTES)).toThrow('larger');
  });

  test('is no checksum alone, and no text that is not UTF-8 or begins with a mark of its order', () => {
    const none = `,"crc":"${crc32('}').toString(16).padStart(8, '0')}"}`;
    expect(decodeRecord(Buffer.from(none))).toEqual({ kind: 'torn' });
    const body = JSON.stringify(eventOf(2, '\u00e4'));
    const latin = Buffer.from(body, 'latin1');
    const tail = `,"crc":"${crc32(latin).toString(16).padStart(8, '0')}"}`;
    expect(decodeRecord(Buffer.concat([latin.subarray(0, -1), Buffer.from(tail)])).kind).toBe('foreign');
    expect(decodeRecord(lineOf(`\ufeff${body}`)).kind).toBe('foreign');
    expect(decodeRecord(lineOf(body)).kind).toBe('record');
  });

  test('has a checksum of eight digits, in lower case, and nothing behind it', () => {
    const line = encodeRecord(eventOf(1), ALONE).trimEnd();
    const upper = line.replace(/[0-9a-f]{8}"\}$/, (end) => end.toUpperCase());
    expect(upper).not.toBe(line);
    for (const other of [upper, `${line} `, line.slice(0, -1)])
      expect(decodeRecord(Buffer.from(other))).toEqual({ kind: 'torn' });
  });

  test('is never made of just any bytes, and reading them never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(decodeRecord(bytes)).toEqual({ kind: 'torn' });
      }),
    );
  });
});

/** The compiler asks for every type of event here. */
const TYPES: Readonly<Record<RunEventType, true>> = {
  'run.started': true,
  'task.started': true,
  'snapshot.taken': true,
  'changes.read': true,
  'outline.read': true,
  'attempts.read': true,
  'prompt.rendered': true,
  'agent.started': true,
  'call.asked': true,
  'call.answered': true,
  'message.sent': true,
  'message.refused': true,
  'agent.finished': true,
  'action.rejected': true,
  'action.chosen': true,
  'shell.started': true,
  'shell.finished': true,
  'human.asked': true,
  'human.answered': true,
  'human.refused': true,
  'items.listed': true,
  'item.started': true,
  'item.finished': true,
  'item.skipped': true,
  'item.kept': true,
  'branch.started': true,
  'branch.finished': true,
  'branch.cancelled': true,
  'worktree.planned': true,
  'worktree.made': true,
  'worktree.opened': true,
  'workspace.read': true,
  'worktree.left': true,
  'worktree.committed': true,
  'worktree.merged': true,
  'worktree.conflicted': true,
  'worktree.removed': true,
  'worktree.kept': true,
  'worktree.failed': true,
  'workflow.started': true,
  'workflow.finished': true,
  'task.finished': true,
  'task.failed': true,
  'property.violated': true,
  'limit.reached': true,
  'run.paused': true,
  'run.resumed': true,
  'run.finished': true,
};
