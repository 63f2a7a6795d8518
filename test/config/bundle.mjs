// Builds dist/. The program is bundled with everything it needs, each command's code in a chunk of its own: few
// files to open, and nothing loaded that a command does not use. The library leaves its dependencies outside, so
// that whoever imports it shares one xstate with it.
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = `${root}dist`;
const draft = `${root}dist-${process.pid}`;

await build({ main: 'src/cli/main.ts', watchdog: 'src/process/watchdog.ts' }, () => false);
await build({ index: 'src/index.ts' }, (id) => /^[^./]/.test(id));

// Put in place whole: what runs from dist/ meanwhile must not find half of it.
const old = `${draft}-old`;
if (existsSync(dist)) renameSync(dist, old);
chmodSync(`${draft}/main.js`, 0o755);
renameSync(draft, dist);
rmSync(old, { recursive: true, force: true });

async function build(input, external) {
  const bundle = await rolldown({
    cwd: root,
    input,
    external,
    platform: 'node',
    // jsonc-parser's CommonJS form hides its parts from a bundler.
    resolve: { mainFields: ['module', 'main'] },
    onLog(level, log, pass) {
      // A bundle that warns may lack a part.
      if (level === 'warn') throw new Error(log.message);
      pass(level, log);
    },
  });
  await bundle.write({
    dir: draft,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk/[name]-[hash].js',
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: false } },
  });
  await bundle.close();
}
