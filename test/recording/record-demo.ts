// Records `wfmap demo` at a terminal, as docs/pictures/demo.svg: npm run recording
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { framesToSvg } from './frames-to-svg.ts';
import { recordTerminal } from './terminal-frames.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SIZE = { columns: 88, rows: 26 };
const TITLE =
  'wfmap demo at a terminal: a story is planned, built, reviewed, sent back, built again and committed';

const folder = mkdtempSync(join(tmpdir(), 'wfmap-recording-'));
try {
  const frames = await recordTerminal(
    `${process.execPath} ${ROOT}/dist/main.js demo --no-input`,
    SIZE,
    folder,
  );
  writeFileSync(join(ROOT, 'docs/pictures/demo.svg'), framesToSvg(frames, SIZE, TITLE));
  process.stdout.write(`${frames.length} screens\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
