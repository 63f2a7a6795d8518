// Builds dist/. The program is bundled with everything it needs, each command's code in a chunk of its own: few
// files to open, and nothing loaded that a command does not use. The library leaves its dependencies outside, so
// that whoever imports it shares one xstate with it.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { builtinsByNeed, lazyPackages, lightParts, ownPackageOfYargs } from './bundle-plugins.mjs';
import { emitTypes } from './emit-types.mjs';
import { writeMapShape } from './map-shape.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = `${root}dist`;
const draft = `${root}dist-${process.pid}`;

/**
 * What is used of packages, and of our own code, that only some maps need: each waits in a file of its own for its
 * first use.
 */
const LAZY = {
  yaml: ['isAlias', 'isMap', 'isScalar', 'isSeq', 'parseDocument', 'stringify'],
  'ajv/dist/2020.js': ['Ajv2020', '_'],
  'handlebars/dist/cjs/handlebars/compiler/base.js': ['parse', 'parseWithoutProcessing', 'parser'],
  '@dagrejs/dagre': ['Graph', 'layout'],
  'src/parse/parse-dsl.ts': ['parseDsl', 'isInline', 'isKeyword', 'isQuotedAction'],
  'src/framework/map/functions/call-map-function.ts': ['callMapFunction'],
  'src/framework/signals/next-cycle.ts': ['nextCycle'],
  'src/prompt/check/check-signals.ts': ['checkSignals'],
  'src/schema/pattern/pattern.ts': ['toPattern'],
};
const lazy = lazyPackages(LAZY);

/**
 * How main.js begins: to a shell a line that starts it with the Node that a clone brings, where there is one, else with
 * that on PATH; to Node a text and a comment. By `exec`, so that there is one process for signals to come to.
 */
const HEAD = `#!/bin/sh
":" //; main=$(readlink -f "$0"); node="\${main%/dist/*}/node_modules/node/bin/node"; [ -x "$node" ] || node=node; exec "$node" "$main" "$@"
`;

/**
 * What is in one file because it is loaded together: each file costs as much as its code. Each group takes what it needs
 * along, unless one before it has that: what all commands load; with that, what `validate` of a map that it knows loads; the
 * catalogue; what everybody does; what shows diagnostics; what checks a map; what reads runs; the map language; what makes
 * runs; what reads a line; what several commands share.
 * A command that only prints loads none of the last.
 */
const GROUPS = [
  {
    name: 'base',
    test: own(
      '(?:util|text|framework/tables/artifact-folders)[/.]|project/(?:config|find-(?:map-root|maps|roles|work-root)|resolve-map|template-reader)[.]|check/lookups-now[.]|diagnostics/display-width|cli/(?:io/(?:build-id|exit-code|usage-error|write-out|version)|validate/summary)',
    ),
  },
  { name: 'validate', test: own('cli/validate/(?!check-|fix-|render|help)') },
  // Commands that write files, and `validate --fix`.
  { name: 'write', test: own('project/write-text') },
  // What is said of faults of maps: most commands say nothing of them.
  { name: 'catalogue', test: own('diagnostics/catalogue') },
  {
    name: 'words',
    test: own(
      'diagnostics/printable|framework/tables/section-tasks|model/(?!items-fault)|prompt/values/value-text|cli/io/(?:format|json-text|table|terminal-style|wrap-words)[.]',
    ),
  },
  // Diagnostics of a map that is known are shown without what checks it.
  {
    name: 'report',
    test: own(
      '(?:diagnostics/(?:render-|source-frame|to-json)|findings/(?:of-diagnostics|to-)|cli/validate/(?:render-|summary))',
    ),
  },
  {
    name: 'check',
    test: own(
      '(?:check/(?!check-project|checked-maps|fixed-text|named-files)|(?:validate|prompt/(?!render/|parse/name-places)|expression/(?!guards/explain-condition|check/known-value)|schema/(?!pattern/backtracks)|diagnostics(?!/apply-fixes))/|language/(?!docs/|section-words)|parse/(?:tree/(?!bracket-pairs|has-map-keys|json-location)|decode/|parse[.])|framework/(?:install-functions|tables/map-section[.]|tables/sections|map/functions/map-functions[.])|model/items-fault[.])',
    ),
  },
  { name: 'yargs', test: /\/node_modules\/(?:yargs|yargs-parser|y18n|cliui|escalade)\// },
  {
    name: 'journal',
    test: own(
      '(?:(?:journal|process)/(?!watchdog[.]|private-file|run-shell-line|memory-file-system|journal-heads|journal-tail|journal[.]|watched-file|reserve|second-copy|message-box|task-files|log-times|watch-runs|start-apart|start-watchdog|end-leftovers|process-error|find-peer)|(?:cli/views/(?:open-run|left-worktrees)|report/(?:run-summary|run-on-disk|open-questions|resume-line))[.])',
    ),
  },
  // The map language, with the package that reads it: `validate` reads it by a file of its own.
  { name: 'print', test: own('(?:print/|parse/|language/section-words)') },
  {
    name: 'run',
    test: own(
      '(?:(?:run|agent|artifact|compile|framework(?!/tables)|project/claude|git|prompt/render)/|process/(?:start-watchdog|end-leftovers|process-error)[.]|expression/(?:guards/explain-condition|check/known-value)[.])',
    ),
  },
  // What reads a line before any command does.
  { name: 'line', test: own('cli/(?:flags/(?:aliases|check-flags|flag-faults)|git/bare-flags)[.]') },
  { name: 'shared', test: own('cli/(?!init/|test/|new/|draft/)'), minShareCount: 3 },
];

/** Names of functions stay, for the traces of our own faults. */
const SMALL = { mangle: { toplevel: false }, compress: true, codegen: { removeWhitespace: true } };

writeMapShape();

// One by one: what they have in common would become a file more to open.
for (const [name, id] of Object.entries(lazy.input)) {
  await build({ input: { [name]: id }, plugins: [lazy.entries], format: 'cjs', folder: `${draft}/chunk` });
}
await build({
  input: {
    main: 'src/cli/main.ts',
    watchdog: 'src/process/watchdog.ts',
    'outline-worker': 'src/context/outline-worker.ts',
  },
  plugins: [lazy.standIns, lightParts(), ownPackageOfYargs(), builtinsByNeed()],
  define: facts(),
  // It evaluates code by its place, which a bundle would change, and only one command needs it.
  external: ['web-tree-sitter'],
  groups: GROUPS,
});
writeFileSync(
  `${draft}/main.js`,
  readFileSync(`${draft}/main.js`, 'utf8').replace(/^#!.*\n/, () => HEAD),
);
await build({
  input: Object.fromEntries(
    ['index', 'language', 'testing', 'host', 'xstate'].map((name) => [name, `src/${name}.ts`]),
  ),
  define: facts(),
  external: (id) => /^[^./]/.test(id),
  chunks: 'library',
  // A trace of a program that embeds it shows lines of it.
  minify: false,
});
await buildPage();
writeExamples();
copyGrammars();

for (const file of readdirSync(draft, { recursive: true, encoding: 'utf8' })) {
  if (/[.]c?js$/.test(file)) inAscii(`${draft}/${file}`);
}

// npm prepares a package last before it packs it: what is made earlier would be replaced here.
if (/^(?:pack|publish)$/.test(process.env.npm_command ?? '')) emitTypes(`${draft}/types`);

// Put in place whole: what runs from dist/ meanwhile must not find half of it.
const old = `${draft}-old`;
if (existsSync(dist)) renameSync(dist, old);
chmodSync(`${draft}/main.js`, 0o755);
renameSync(draft, dist);
rmSync(old, { recursive: true, force: true });

async function build({
  input,
  format = 'esm',
  folder = draft,
  plugins = [],
  external = () => false,
  define = {},
  groups = [],
  chunks = 'chunk',
  minify = SMALL,
}) {
  const bundle = await rolldown({
    cwd: root,
    input,
    external,
    plugins,
    platform: 'node',
    transform: { define },
    // How long plugins take says something of the machine, and nothing of the bundle.
    checks: { bundlerTimings: false },
    // jsonc-parser's CommonJS form hides its parts from a bundler.
    resolve: { mainFields: ['module', 'main'] },
    onLog(level, log, pass) {
      // A bundle that warns may lack a part.
      if (level === 'warn') throw new Error(log.message);
      pass(level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format,
    entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
    ...(groups.length > 0 ? { codeSplitting: { groups } } : {}),
    chunkFileNames: `${chunks}/[name]-[hash].js`,
    minify,
  });
  await bundle.close();
  refuseShared(output);
}

/** What a program does when it is started must not be in a file that others load. */
function refuseShared(output) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  for (const { isEntry, facadeModuleId, moduleIds, fileName } of chunks) {
    if (isEntry && !moduleIds.includes(facadeModuleId)) throw new Error(`${fileName} has not its own code.`);
  }
}

/** The page, one script for a browser, and what it is shown with. */
async function buildPage() {
  const bundle = await rolldown({
    cwd: root,
    input: 'src/page/main.tsx',
    platform: 'browser',
    checks: { bundlerTimings: false },
    onLog(level, log, pass) {
      // What it lacks would be missed by a browser alone.
      if (level === 'warn') throw new Error(log.message);
      pass(level, log);
    },
  });
  await bundle.write({ file: `${draft}/page/page.js`, format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  for (const file of ['index.html', 'page.css', 'icon.svg']) {
    copyFileSync(`${root}src/page/${file}`, `${draft}/page/${file}`);
  }
}

/** The first example of each diagnostic in the reference, a map and what is reported, each in a file for `wfmap explain`. */
function writeExamples() {
  mkdirSync(`${draft}/examples`);
  const [, ...sections] = readFileSync(`${root}grammar/DIAGNOSTICS.md`, 'utf8').split('\n### ');
  for (const section of sections) {
    const code = section.slice(0, section.indexOf('\n'));
    const [map, output] = Array.from(section.matchAll(/^````\w*\n(.*?)\n````$/gms), ([, text]) => text);
    if (output === undefined) throw new Error(`The reference has no example of ${code}.`);
    const indented = (text) => text.replaceAll(/^(?=.)/gm, '  ').replaceAll(/[ \t]+$/gm, '');
    writeFileSync(
      `${draft}/examples/${code}.txt`,
      `${indented(map)}\n\nis reported as:\n\n${indented(output)}\n`,
    );
  }
}

/**
 * The grammars that `wfmap outline` reads code by, as far as they are small. The large ones are in the package that all are
 * from, which whoever wants them installs.
 */
function copyGrammars() {
  const folder = `${draft}/grammars`;
  mkdirSync(folder);
  const packages = `${root}node_modules`;
  copyFileSync(`${packages}/@vscode/tree-sitter-wasm/LICENSE`, `${folder}/LICENSE`);
  for (const name of ['bash', 'go', 'java', 'javascript', 'php', 'python', 'rust', 'tsx', 'typescript']) {
    const file = `tree-sitter-${name}.wasm`;
    copyFileSync(`${packages}/@vscode/tree-sitter-wasm/wasm/${file}`, `${folder}/${file}`);
  }
}

/** Files of ours: packages have a `src` with such folders too. */
function own(pattern) {
  return new RegExp(`^${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}src/(?:${pattern})`);
}

/** One sign beyond ASCII doubles what a file takes in memory, and its time to be compiled grows with it. */
function inAscii(file) {
  const code = readFileSync(file, 'utf8');
  const escaped = code.replace(
    /[^\0-\x7f]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped !== code) writeFileSync(file, escaped);
}

/** Constants that the bundle puts into the code. */
function facts() {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const node = /^>=(\d+(?:[.]\d+)*)$/.exec(engines.node)?.[1];
  if (node === undefined) throw new Error('The engines of package.json name no oldest Node.');
  return { WFMAP_BUILD: JSON.stringify(buildId()), WFMAP_NODE: JSON.stringify(node) };
}

/** Tells this state of the code from every other: what one has found out, another must not believe. */
function buildId() {
  const digest = createHash('sha256');
  const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .toSorted();
  for (const file of [
    ...files.filter((each) => /[.](?:[jt]sx?|css|html|svg)$/.test(each)),
    'package.json',
    'package-lock.json',
  ]) {
    digest.update(`${file}\n`).update(readFileSync(`${root}${file}`));
  }
  return digest.digest('hex').slice(0, 16);
}
