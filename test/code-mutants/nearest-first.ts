import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs first the tests whose path is most like that of the changed file; of two as near, the shorter first. */
export class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = process.env['WFMAP_MUTANT'] ?? '';
    const { root } = this.ctx.config;
    const ranked = files.map((spec) => {
      const path = relative(root, spec.moduleId);
      const known = this.ctx.cache.getFileTestResults(`${spec.project.name}:${path}`);
      return { spec, near: nearnessOf(path, changed), ms: known?.duration ?? 0 };
    });
    return ranked.toSorted((a, b) => b.near - a.near || a.ms - b.ms).map(({ spec }) => spec);
  }
}

/** How many folders a test and a file of the code share below `test` and `src`, and half of one for the same name. */
export function nearnessOf(test: string, changed: string): number {
  const [here, there] = [partsOf(test), partsOf(changed)];
  const shared = here.folders.findIndex((each, at) => each !== there.folders[at]);
  return (shared < 0 ? here.folders.length : shared) + (here.name === there.name ? 0.5 : 0);
}

function partsOf(path: string): { readonly folders: readonly string[]; readonly name: string } {
  const [, ...parts] = path.split('/');
  return { folders: parts.slice(0, -1), name: (parts.at(-1) ?? '').replace(/(?:\.test)?\.ts$/, '') };
}
