import { crc32 } from 'node:zlib';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordText } from '../../src/journal/record.ts';
import { Forgery, FORGED } from '../helpers/forgery.ts';
import { SeededRandom } from '../helpers/seeded-random.ts';
import { FORGERIES } from '../helpers/signed-forgeries.ts';
import { tries } from '../helpers/tries.ts';
import { makeSignedRuns, type SignedRuns } from './signed-runs.ts';

let runs: SignedRuns;

beforeAll(async () => {
  runs = await makeSignedRuns();
});

afterAll(async () => {
  await runs.project.remove();
});

describe('a run whose answers were signed elsewhere', () => {
  test('is verified by its folder and the public key, wherever it is carried', () => {
    const { gates, faults, end } = new Forgery(runs.done).verify(runs.publicPath);
    expect(faults).toEqual([]);
    expect(gates.map(({ place, action, fields }) => [place, action, fields])).toEqual([
      ['Gate', 'Approve', { note: 'I looked' }],
      ['Second', 'Go', {}],
    ]);
    expect(end).toBe('Z');
    expect(new Forgery(runs.rejected).verify(runs.publicPath).gates).toMatchObject([{ action: 'Reject' }]);
    expect(new Forgery(runs.waiting).verify(runs.publicPath)).toMatchObject({ faults: [], end: null });
  });

  test('written again record by record is the same to the byte, so that forgeries differ by what they forge', () => {
    const copy = new Forgery(runs.done);
    const before = readFileSync(copy.journal, 'utf8');
    copy.write();
    expect(readFileSync(copy.journal, 'utf8')).toBe(before);
  });

  test.each(FORGERIES)('is not verified with %s', (_name, forge) => {
    const forged = new Forgery(runs.done);
    forge(forged, runs);
    forged.write();
    const { faults } = forged.verify(runs.publicPath);
    expect(faults).not.toEqual([]);
  });

  test('is not verified by another key', () => {
    const other = join(runs.project.root, 'other.pub');
    writeFileSync(other, FORGED.gateKey.pem);
    expect(new Forgery(runs.done).verify(other).faults[0]).toMatch(/was started with another key/);
  });

  test('is not verified with one sign of what is covered changed, checksums mended', () => {
    const random = new SeededRandom(11);
    const original = new Forgery(runs.done);
    const covered = original.verify(runs.publicPath).gates.at(-1)?.covers ?? 0;
    for (let turn = 0; turn < tries(2000, 25); turn += 1) {
      const index = random.below(covered);
      const forged = withSignChanged(runs.done, index, random);
      expect(forged.verify(runs.publicPath).faults, `record ${index + 1}, turn ${turn}`).not.toEqual([]);
      rmSync(join(forged.folder, '..'), { recursive: true });
    }
  });

  test('is not verified when it is cut before its first answer, at whatever byte', () => {
    const original = new Forgery(runs.done);
    const whole = readFileSync(original.journal);
    const first = whole.indexOf('"human.answered"');
    for (let turn = 0; turn < tries(1000, 20); turn += 1) {
      truncateSync(original.journal, 0);
      writeFileSync(original.journal, whole.subarray(0, Math.floor((first * turn) / tries(1000, 20))));
      expect(original.verify(runs.publicPath).faults, `turn ${turn}`).not.toEqual([]);
    }
  });

  test('is told to cover no more than it does: what came after the last question can be forged', () => {
    const forged = new Forgery(runs.done);
    forged.change('run.finished', 0, { outcome: 'forged' });
    forged.write();
    const { faults, gates, records } = forged.verify(runs.publicPath);
    expect(faults).toEqual([]);
    expect(gates.at(-1)?.covers).toBeLessThan(records);
  });
});

/** One byte of a record is another, and its checksum is that of the line as it is then. */
function withSignChanged(run: string, index: number, random: SeededRandom): Forgery {
  const forged = new Forgery(run);
  const lines = forged.lines.map(({ event, place }) => recordText(event, place));
  const line = lines[index] ?? '';
  const body = line.replace(/,"crc":"[0-9a-f]{8}"\}\n$/, '}');
  for (;;) {
    const at = random.below(body.length);
    const sign = String.fromCharCode(32 + random.below(95));
    const changed = body.slice(0, at) + sign + body.slice(at + 1);
    if (changed === body) continue;
    lines[index] = `${changed.slice(0, -1)},"crc":"${crcOf(changed)}"}\n`;
    writeFileSync(forged.journal, lines.join(''));
    return forged;
  }
}

function crcOf(body: string): string {
  return crc32(body).toString(16).padStart(8, '0');
}
