// Builds dist/: every entry bundled with its dependencies' used parts kept outside, shared code in chunks.
// One file per entry keeps start-up short; see "Bars" in src/README.md.
import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

const root = new URL('../../', import.meta.url).pathname;
const dist = `${root}dist`;
rmSync(dist, { recursive: true, force: true });

const bundle = await rolldown({
  cwd: root,
  input: { main: 'src/cli/main.ts', watchdog: 'src/process/watchdog.ts', index: 'src/index.ts' },
  platform: 'node',
  onLog(level, log, pass) {
    if (level === 'warn') throw new Error(log.message);
    pass(level, log);
  },
});
await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunk/[name]-[hash].js',
  minify: { mangle: false, compress: true, codegen: { removeWhitespace: false } },
});
await bundle.close();
