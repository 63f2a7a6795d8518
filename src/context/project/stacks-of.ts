import type { ProjectFiles } from '../../project/insight/project-files.ts';
import { readManifest } from '../../project/insight/read-manifest.ts';
import { isObject } from '../../util/is-object.ts';
import { languageOf } from '../languages/languages.ts';
import type { Stack } from './outline.ts';

/** By stack, the files at the root that only such a project has, and the languages that are its own. */
const STACKS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'Python',
    ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'Pipfile', 'poetry.lock'],
    ['Python'],
  ],
  ['TypeScript', ['tsconfig.json'], ['TypeScript', 'TSX']],
  ['Node.js', ['package.json', 'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml'], ['JavaScript']],
  ['Rust', ['Cargo.toml', 'Cargo.lock'], ['Rust']],
  ['Go', ['go.mod', 'go.sum'], ['Go']],
  ['Ruby', ['Gemfile', 'Gemfile.lock'], ['Ruby']],
  ['Java', ['pom.xml', 'build.gradle', 'build.gradle.kts'], ['Java']],
  ['PHP', ['composer.json', 'composer.lock'], ['PHP']],
  ['C', ['configure.ac', 'meson.build', 'CMakeLists.txt'], ['C']],
  ['C++', [], ['C++']],
  ['C#', [], ['C#']],
  ['Bash', [], ['Bash']],
];

/** Packages that say how work is done in a project, as it names them. */
const TOOLS: readonly string[] = (
  'react next vue nuxt svelte angular express fastify koa hono nestjs electron vite webpack rolldown esbuild rollup vitest jest mocha ' +
  'ava playwright cypress eslint oxlint biome prettier typescript tsx zod prisma ' +
  'django flask fastapi starlette typer click pydantic sqlalchemy pytest tox nox ruff black flake8 mypy pyright poetry uv hatchling'
).split(' ');
const MAX_TOOLS = 8;
/** A language without a manifest and with a smaller part of the code is not what a project is made with. */
const LEAST_SHARE = 0.03;

/** What a project is made with: the languages by their number of files, then the image and the tools that it names. */
export function stacksOf(project: ProjectFiles, files: readonly string[]): readonly Stack[] {
  const counts = new Map<string, number>();
  for (const path of files) {
    const name = languageOf(path)?.name;
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const code = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const languages = STACKS.map(([name, manifests, own]) => ({
    name,
    from: manifests.filter((each) => project.has(each)),
    files: own.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0),
  })).filter((stack) => stack.from.length > 0 || stack.files > code * LEAST_SHARE);
  return [...languages.toSorted((a, b) => b.files - a.files), ...imagesOf(project), ...toolsOf(project)];
}

/** The image that a Dockerfile begins with. */
function imagesOf(project: ProjectFiles): readonly Stack[] {
  const image = /^FROM[ \t]+(?:--\S+[ \t]+)?([\w./:@-]{1,100})/im.exec(project.read('Dockerfile') ?? '')?.[1];
  return image === undefined ? [] : [{ name: `Docker image ${image}`, from: ['Dockerfile'], files: 0 }];
}

function toolsOf(project: ProjectFiles): readonly Stack[] {
  const { dependencies, devDependencies } = readManifest(project);
  const names = new Set(
    [dependencies, devDependencies]
      .flatMap((each) => (isObject(each) ? Object.keys(each) : []))
      .map(shortName),
  );
  const python = ['pyproject.toml', 'requirements.txt'].map((name) => project.read(name) ?? '').join('\n');
  const isNamed = (tool: string): boolean =>
    new RegExp(`^\\s*(?:\\[tool\\.)?"?'?${tool}\\b`, 'm').test(python);
  const found = TOOLS.filter((tool) => names.has(tool) || isNamed(tool)).slice(0, MAX_TOOLS);
  return found.length === 0 ? [] : [{ name: `Tools: ${found.join(', ')}`, from: [], files: 0 }];
}

/** `@playwright/test` is named by its scope. */
function shortName(name: string): string {
  return name.replace(/^@([^/]+)\/.*$/, '$1');
}
