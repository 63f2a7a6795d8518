import { readLedger } from '../../artifact/artifact-ledger.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { RunOnDisk } from './open-run.ts';

/** Where the artifacts of a run lie, from the work root, and what was to be told of them. */
export interface ArtifactsReport {
  readonly folder: string;
  readonly warnings: readonly string[];
}

/** Null for a run that keeps none. */
export function artifactsReportOf({ run, view }: RunOnDisk): ArtifactsReport | null {
  const ledger = readLedger(nodeFileSystem, run.folder);
  if (ledger === undefined) return null;
  const isSimulation = view.started?.data.agent === 'scripted';
  const folder = isSimulation ? `${run.path}artifacts/${ledger.folder}` : ledger.folder;
  return { folder, warnings: ledger.warnings };
}

/** Lines of a table: what each is about, and the text. */
export function artifactLines(report: ArtifactsReport | null): (readonly [string, string])[] {
  if (report === null) return [];
  const { folder, warnings } = report;
  return [['artifacts', folder], ...warnings.map((each) => ['', each] as const)];
}
