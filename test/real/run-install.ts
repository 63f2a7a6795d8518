// The package as strangers get it: packed by npm with all its scripts, installed by npm in an empty folder for each Node, and used
// there. `node test/real/run-install.ts node@24.21.0 node@22.18.0 node@20.20.2` installs these beside it; a path takes the Node that
// is there. An older Node than `engines` names must get one line. The exit code is 0 when every law held.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeFault } from '../../src/cli/io/node-fault.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly engines: { readonly node: string };
};
const needed = manifest.engines.node.replace('>=', '');
const nodes = process.argv.slice(2);
if (nodes.length === 0) throw new Error('Name versions of Node, such as node@22.18.0, or paths.');

const home = mkdtempSync(join(tmpdir(), 'wfmap-install-'));
let failures = 0;

const printed = execFileSync('npm', ['pack', '--json', '--pack-destination', home], {
  cwd: ROOT,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
// The scripts of the package print, too.
const packed = Object.values(
  JSON.parse(printed.slice(printed.search(/^[[{]/m))) as Readonly<Record<string, Packed>>,
)[0];
if (packed === undefined) throw new Error('npm pack gave no package.');
const tarball = join(home, packed.filename);
process.stdout.write(`${packed.filename}: ${packed.size} bytes, ${packed.entryCount} files\n`);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly entryCount: number;
}

for (const [index, name] of nodes.entries()) await judge(name, join(home, `on-${index}`));
rmSync(home, { recursive: true, force: true });
process.exitCode = failures > 0 ? 1 : 0;

async function judge(name: string, folder: string): Promise<void> {
  const program = name.includes('/') ? name : installNode(name, `${folder}-node`);
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  process.stdout.write(`\n${name} (${version})\n`);
  mkdirSync(folder);
  // With the user's own settings of npm: the registry is one of them.
  const environment = {
    ...process.env,
    PATH: [dirname(program), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    npm_config_update_notifier: 'false',
  };
  const sh = (line: string) =>
    spawnSync('sh', ['-c', line], { cwd: folder, env: environment, encoding: 'utf8', timeout: 300_000 });
  const law = (title: string, line: string, holds: (ended: ReturnType<typeof sh>) => boolean): void => {
    const began = performance.now();
    const ended = sh(line);
    say(holds(ended), `${title} (${Math.round(performance.now() - began)} ms)`, ended.stdout + ended.stderr);
  };
  const fine = ({ status }: ReturnType<typeof sh>): boolean => status === 0;
  sh('git init --quiet . && npm init --yes');
  law('npm installs it', `npm install ${tarball}`, fine);
  if (nodeFault(version.slice(1), needed) !== undefined) {
    const line = `wfmap needs Node ${needed} or newer; this is ${version.slice(1)}.\n`;
    law(
      'npx wfmap says one line',
      'npx wfmap run efficient',
      (ended) => ended.status === 2 && ended.stderr === line,
    );
    law(
      'the library says the same',
      `node --input-type=module --eval "import('wfmap').catch(({ message }) => console.log(message))"`,
      ({ stdout }) => stdout === line,
    );
    return;
  }
  law('it has types', 'ls node_modules/wfmap/dist/types/index.d.ts', fine);
  law('npx wfmap --version', 'npx wfmap --version', fine);
  law('list', 'npx wfmap list', ({ stdout }) => stdout.includes('efficient'));
  law('validate', 'npx wfmap validate efficient', ({ stdout }) => stdout.includes('No problems'));
  law('new', 'npx wfmap new hello', fine);
  law('test', 'npx wfmap test', ({ stdout }) => stdout.includes('3 scenarios passed'));
  law('graph', 'npx wfmap graph hello --to svg', ({ stdout }) => stdout.startsWith('<svg'));
  law('outline', 'npx wfmap outline', fine);
  law('a run', 'npx wfmap run efficient --goal "Add a flag" --agent scripted --no-input', fine);
  law('show', 'npx wfmap show', ({ stdout }) => stdout.includes('completed'));
  await judgePage(folder, environment);
  for (const [, path = '', text = ''] of readFileSync(join(ROOT, 'docs/guide/library.md'), 'utf8').matchAll(
    /<!-- example: (.+?) -->\n```\w+\n(.*?)```/gs,
  )) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // What needs a model is left to the tests with the real program.
  for (const example of ['ask', 'scenarios', 'language', 'machine', 'journal'])
    law(`the example ${example}`, `node ${example}.mjs`, (ended) => fine(ended) && ended.stderr === '');
}

async function judgePage(folder: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn('npx', ['wfmap', 'serve', '--json'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { page, pid } = JSON.parse(line) as { readonly page: string; readonly pid: number };
  const html = await (await fetch(page)).text();
  const script = /<script[^>]* src="([^"]+)"/.exec(html)?.[1] ?? '';
  const { status } = await fetch(new URL(script, page));
  process.kill(pid, 'SIGTERM');
  await once(child, 'exit');
  say(script !== '' && status === 200, 'serve, and its page', html);
}

function say(holds: boolean, title: string, all: string): void {
  if (!holds) failures += 1;
  process.stdout.write(`${holds ? '  held    ' : '  BROKEN  '}${title}\n${holds ? '' : all}`);
}

/** npm takes a Node for each platform. */
function installNode(name: string, folder: string): string {
  mkdirSync(folder);
  execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, name], { cwd: folder });
  return join(folder, 'node_modules/node/bin/node');
}
