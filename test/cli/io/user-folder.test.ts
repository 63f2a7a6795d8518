import { afterEach, expect, test, vi } from 'vitest';
import { userFolder } from '../../../src/cli/io/user-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ['XDG_CONFIG_HOME', '.config'],
  ['XDG_STATE_HOME', '.local/state'],
] as const)(
  '%s names a folder of its own for wfmap, where it is absolute; else the home has one',
  (kind, below) => {
    vi.stubEnv('HOME', '/home/me');
    vi.stubEnv(kind, '/elsewhere');
    expect(userFolder(kind)).toBe('/elsewhere/wfmap');
    for (const none of ['relative', '', undefined]) {
      vi.stubEnv(kind, none);
      expect(userFolder(kind)).toBe(`/home/me/${below}/wfmap`);
    }
  },
);
