import { expect, test } from 'vitest';
import { listDarwin } from '../../../src/process/platform/list-darwin.ts';
import { readPs } from '../../../src/process/platform/ps.ts';

const TEXT = [
  '    1     0     1 Ss   ??      root Mon Nov  3 10:00:00 2025     /sbin/launchd',
  '  501     1   501 S+   ttys004 ann  Sat Nov 21 07:00:01 2026     node claude -p HOME=/Users/a WFMAP_RUN=r1 WFMAP_OWNER=o1',
  '  502   501   501 S    ttys004 ann  Sat Nov 21 07:00:02 2026     sleep 60 WFMAP_RUN=r12 HOME=/Users/a',
  '  503   501   501 Z    ttys004 ann  Sat Nov 21 07:00:02 2026     (node)',
  'ps: something else',
  '',
].join('\n');

test('a listing of ps gives each living process with its parent, its start and its marks', () => {
  expect(listDarwin(['WFMAP_RUN=r1', 'WFMAP_OWNER=o1'], readPs(TEXT))).toEqual([
    { pid: 1, parent: 0, group: 1, session: undefined, started: 'Mon Nov 3 10:00:00 2025', marked: false },
    {
      pid: 501,
      parent: 1,
      group: 501,
      session: undefined,
      started: 'Sat Nov 21 07:00:01 2026',
      marked: true,
    },
    {
      pid: 502,
      parent: 501,
      group: 501,
      session: undefined,
      started: 'Sat Nov 21 07:00:02 2026',
      marked: false,
    },
  ]);
});
