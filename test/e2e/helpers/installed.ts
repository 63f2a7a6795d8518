import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { emitTypes } from '../../config/emit-types.mjs';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** What is in package.json of the names that tests read. */
export interface Manifest {
  readonly name: string;
  readonly engines: { readonly node: string };
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly scripts: Readonly<Record<string, string>>;
}

export const MANIFEST = readJson('package.json') as Manifest;

/** The package as it would be published. Units: bytes. */
export interface Tarball {
  readonly path: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** An empty project that has the package. */
export interface Installed {
  readonly tarball: Tarball;
  readonly project: string;
  /** The package in it. */
  readonly folder: string;
  readonly remove: () => void;
}

/**
 * Packs what is built with its types, as `npm pack` does, and installs it in an empty project: the tarball unpacked, beside it the
 * packages that package-lock.json has for those who install it, and no others.
 */
export function installPackage(): Installed {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-package-')));
  const tarball = packIn(join(home, 'stage'));
  const project = join(home, 'project');
  const folder = join(project, 'node_modules', MANIFEST.name);
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball.path, '--strip-components=1', '-C', folder]);
  for (const name of installedPackages()) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    symlinkSync(join(ROOT, name), join(project, name));
  }
  mkdirSync(join(project, 'node_modules/.bin'));
  for (const [name, target] of Object.entries(MANIFEST.bin))
    symlinkSync(join('..', MANIFEST.name, target), join(project, 'node_modules/.bin', name));
  return { tarball, project, folder, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** In a copy: nothing that other tests run may be missing meanwhile. */
function packIn(stage: string): Tarball {
  mkdirSync(stage);
  for (const name of ['package.json', 'README.md', 'LICENSE', ...MANIFEST.files])
    cpSync(join(ROOT, name), join(stage, name), { recursive: true });
  const types = join(stage, 'dist/types');
  rmSync(types, { recursive: true, force: true });
  emitTypes(types);
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts'], {
    cwd: stage,
    encoding: 'utf8',
  });
  const said = JSON.parse(printed) as PackedList | Readonly<Record<string, PackedList[number]>>;
  const [packed] = Object.values(said);
  if (packed === undefined) throw new Error(`npm pack said nothing of a package: ${printed}`);
  return { ...packed, path: join(stage, packed.filename) };
}

type PackedList = readonly (Omit<Tarball, 'path'> & { readonly filename: string })[];

interface Locked {
  readonly dev?: true;
  readonly devOptional?: true;
  readonly peer?: true;
  readonly link?: true;
}

/** The paths of those packages that are not for development alone, at the top level. */
function installedPackages(): readonly string[] {
  const { packages } = readJson('package-lock.json') as { packages: Readonly<Record<string, Locked>> };
  return Object.entries(packages).flatMap(([path, { dev, devOptional, peer, link }]) => {
    const isOther = dev ?? devOptional ?? peer ?? link ?? false;
    return /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !isOther ? [path] : [];
  });
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
