import { findNamed } from './find-named.ts';

/** Finds all files of scenarios below a folder: `*.scenario.yaml` and `*.scenario.yml`. Shape, errors: {@link findNamed}. */
export function findScenarios(root: string): readonly string[] {
  return findNamed(root, /\.scenario\.ya?ml$/);
}
