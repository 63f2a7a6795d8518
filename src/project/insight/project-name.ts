import type { ProjectFiles } from './project-files.ts';
import { readManifest } from './read-manifest.ts';
import { nameInToml } from './toml-name.ts';

/** Units: characters. */
const MAX_NAME = 100;

/** What a project calls itself, in the first of its manifests that says so; else `folder`. One line. */
export function projectNameOf(files: ProjectFiles, folder: string): string {
  const found =
    nameInToml(files.read('pyproject.toml'), ['project', 'tool.poetry']) ??
    textOf(readManifest(files)['name']) ??
    moduleIn(files.read('go.mod')) ??
    nameInToml(files.read('Cargo.toml'), ['package']) ??
    folder;
  // oxlint-disable-next-line no-control-regex
  return found.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, MAX_NAME);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The last part of the path that a Go module has, a version left out. */
function moduleIn(text: string | undefined): string | undefined {
  const path = /^module[ \t]+"?([^\s"]{1,300})/m.exec(text ?? '')?.[1];
  const parts = path?.split('/') ?? [];
  return parts.findLast((part) => part !== '' && !/^v\d+$/.test(part));
}
