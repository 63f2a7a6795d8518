import type { Value } from '../../../model/value.ts';
import type { MapView } from './map-view.ts';

/** The content of `repo_insight_<branch>.json`: what the project was found to be when the run was started. */
export function repoInsightJson({ run }: Pick<MapView, 'run'>): Value {
  const { project } = run;
  return {
    language: project?.language ?? 'unknown',
    suggested_checks: project?.checks ?? [],
    key_dirs: (project?.keyDirs ?? []).slice(0, 5),
  };
}
