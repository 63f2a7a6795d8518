import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { probeWall } from '../../../src/wall/probe-wall.ts';
import { isNeededWall } from '../../helpers/needed-walls.ts';
import { createStandIn, SESSION } from './stand-in.ts';

afterEach(() => vi.unstubAllEnvs());

// The suite runs without walls.
const { wall, reason } = probeWall({});
const why = wall === undefined ? `, but none holds here: ${reason}` : '';

test.skipIf(wall === undefined && !isNeededWall('bwrap') && !isNeededWall('landlock'))(
  `a turn is held by its wall, and answered as without one${why}`,
  async () => {
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
  },
);

test.skipIf(wall === undefined && !isNeededWall('bwrap') && !isNeededWall('landlock'))(
  `behind a wall the shell of an agent is told its user's PATH, which a login shell would set anew${why}`,
  async () => {
    if (wall === undefined) throw new Error(reason);
    vi.stubEnv('TMPDIR', '/var/tmp');
    const run = 'PATH=/login; . "${CLAUDE_ENV_FILE:-/dev/null}"; printf "%s " "$PATH" "$WORD"';
    const claude = createStandIn({ default: { run, action: 'Complete' } });
    const state = join(claude.root, 'state');
    const own = join(claude.root, "it's own.sh");
    mkdirSync(state);
    writeFileSync(own, 'WORD=own\n');
    const narrow = { folder: claude.workFolder, writable: [state], frozen: [], temporary: '/tmp' };
    const again = { session: { id: SESSION, continues: true } };
    await claude.run({ wall: { wall, confinement: narrow } });
    claude.environment['CLAUDE_ENV_FILE'] = own;
    await claude.run({ ...again, wall: { wall, confinement: narrow } });
    delete claude.environment['CLAUDE_ENV_FILE'];
    await claude.run({ ...again, wall: { wall, confinement: { ...narrow, writable: 'all' } } });
    await claude.run(again);
    const path = claude.environment['PATH'];
    expect(readFileSync(join(state, 'run.log'), 'utf8')).toBe(`${path}  ${path} own /login  /login  `);
  },
);
