import { makeTargetsOf } from '../../project/insight/make-checks.ts';
import { packageManagerOf } from '../../project/insight/package-checks.ts';
import type { ProjectFiles } from '../../project/insight/project-files.ts';
import type { ReadInsight } from '../../project/insight/read-insight.ts';
import { readManifest } from '../../project/insight/read-manifest.ts';
import { isObject } from '../../util/is-object.ts';
import type { OutlineCommand } from './outline.ts';

/** Units: commands, and UTF-16. */
const MAX_COMMANDS = 60;
const MAX_NAME = 60;

/**
 * What can be run in a project: first what builds, tests and lints it, then its scripts, targets and programs.
 *
 * Only names are shown. What a script does may hold what is not for everybody.
 */
export function commandsOf(
  project: ProjectFiles,
  { insight, origins }: ReadInsight,
): readonly OutlineCommand[] {
  const main = (['build', 'test', 'lint'] as const).flatMap((kind) =>
    origins[kind] === undefined ? [] : [{ command: insight[kind], from: origins[kind] }],
  );
  const checks = insight.checks.map((command) => ({ command, from: 'settings of the project' }));
  const all = [
    ...main,
    ...checks,
    ...scriptsOf(project),
    ...targetsOf(project),
    ...programsOf(project),
    ...imageOf(project),
  ];
  const unique = new Map<string, OutlineCommand>();
  for (const each of all) if (!unique.has(each.command)) unique.set(each.command, each);
  return [...unique.values()].slice(0, MAX_COMMANDS);
}

/** Hooks that npm runs by itself are no commands of people. */
function scriptsOf(project: ProjectFiles): readonly OutlineCommand[] {
  const manifest = readManifest(project);
  const { scripts } = manifest;
  if (!isObject(scripts)) return [];
  const program = packageManagerOf(project, manifest['packageManager']);
  const names = Object.keys(scripts).filter(
    (name) => isWord(name) && !/^(?:pre|post)[a-z]|^(?:prepare|test)$/.test(name),
  );
  return names.map((name) => ({ command: `${program} run ${name}`, from: 'package.json' }));
}

function targetsOf(project: ProjectFiles): readonly OutlineCommand[] {
  const { from = '', targets } = makeTargetsOf(project);
  return [...targets].filter(isWord).map((target) => ({ command: `make ${target}`, from }));
}

const SCRIPT_SECTIONS: ReadonlySet<string> = new Set(['project.scripts', 'tool.poetry.scripts']);

/** The programs that a Python or Rust project installs. */
function programsOf(project: ProjectFiles): readonly OutlineCommand[] {
  return [
    ...scriptsInPyproject(project.read('pyproject.toml') ?? ''),
    ...binariesInCargo(project.read('Cargo.toml') ?? ''),
  ];
}

function scriptsInPyproject(text: string): readonly OutlineCommand[] {
  let section = '';
  return text.split(/\r?\n/).flatMap((line) => {
    section = /^\[{1,2}([\w.-]{1,100})\]/.exec(line)?.[1] ?? section;
    const command = /^"?([\w.-]{1,60})"?[ \t]{0,20}=/.exec(line)?.[1];
    return command === undefined || !SCRIPT_SECTIONS.has(section)
      ? []
      : [{ command, from: 'pyproject.toml' }];
  });
}

function binariesInCargo(text: string): readonly OutlineCommand[] {
  return Array.from(text.matchAll(/^\[\[bin\]\]([^[]{0,2000})/gm), ([, body = '']) => body).flatMap(
    (body) => {
      const name = /^name[ \t]{0,20}=[ \t]{0,20}"([\w-]{1,60})"/m.exec(body)?.[1];
      return name === undefined ? [] : [{ command: `cargo run --bin ${name}`, from: 'Cargo.toml' }];
    },
  );
}

function imageOf(project: ProjectFiles): readonly OutlineCommand[] {
  return project.has('Dockerfile') ? [{ command: 'docker build .', from: 'Dockerfile' }] : [];
}

function isWord(name: string): boolean {
  return name.length <= MAX_NAME && /^[\w@][\w:.@/-]*$/.test(name);
}
