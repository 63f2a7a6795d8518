import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { probeWall } from '../../../src/wall/probe-wall.ts';
import { createStandIn } from './stand-in.ts';

afterEach(() => vi.unstubAllEnvs());

const { wall, reason } = probeWall();
const why = wall === undefined ? `, but none holds here: ${reason}` : '';

test.skipIf(wall === undefined)(`a turn is held by its wall, and answered as without one${why}`, async () => {
  if (wall === undefined) throw new Error(reason);
  // The stand-in itself may be below /tmp, as a checkout; so that stays what it is.
  vi.stubEnv('TMPDIR', '/var/tmp');
  const claude = createStandIn({ rules: [{ action: 'Complete' }] });
  const state = join(claude.root, 'state');
  mkdirSync(state);
  const closed = { folder: claude.workFolder, writable: [], frozen: [], temporary: '/tmp' };
  const open = { ...closed, writable: [state] };
  const answered = await claude.run({ wall: { wall, confinement: open } });
  expect(answered).toMatchObject({ outcome: 'answered', action: 'Complete' });
  expect(claude.calls()).toHaveLength(1);
  // The stand-in keeps in that folder what it was asked.
  expect(await claude.run({ wall: { wall, confinement: closed } })).toMatchObject({ outcome: 'failed' });
  expect(claude.calls()).toHaveLength(1);
});
