import { posix } from 'node:path';
import { readLedger, type ArtifactLedger } from '../../artifact/artifact-ledger.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { RunOnDisk } from '../../report/run-on-disk.ts';

/** Where the artifacts of a run lie, from the work root, and warnings about them. */
export interface ArtifactsReport {
  readonly folder: string;
  readonly warnings: readonly string[];
}

/** Null for a run that keeps none. */
export function artifactsReportOf({ run, view }: RunOnDisk): ArtifactsReport | null {
  const ledger = readLedger(nodeFileSystem, run.folder);
  if (ledger === undefined) return null;
  const isSimulation = view.started?.data.agent === 'scripted';
  const folder = folderOf(ledger);
  return { folder: isSimulation ? `${run.path}artifacts/${folder}` : folder, warnings: ledger.warnings };
}

/** That of the branch, unless nothing was written there: then the outermost of those that were. */
function folderOf({ folder, files }: ArtifactLedger): string {
  const folders = [...files.keys()].map((path) => posix.dirname(path));
  if (folders.length === 0 || folders.some((each) => each.startsWith(folder))) return folder;
  return folders.reduce((outer, each) => (each.length < outer.length ? each : outer));
}

/** Lines of a table: what each is about, and the text. */
export function artifactLines(report: ArtifactsReport | null): (readonly [string, string])[] {
  if (report === null) return [];
  const { folder, warnings } = report;
  return [['artifacts', folder], ...warnings.map((each) => ['', each] as const)];
}
