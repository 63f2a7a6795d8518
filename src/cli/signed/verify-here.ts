import { printable } from '../../diagnostics/printable.ts';
import { findRun } from '../../journal/find-run.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { SourceRecord } from '../../model/event-records.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { EXIT } from '../io/exit-code.ts';
import { jsonText } from '../io/json-text.ts';
import { readKeyFile } from './find-gate-key.ts';
import { holds, uncoveredBy, verdictLines } from './verdict-lines.ts';
import { verifyRun, type Verdict } from './verify-run.ts';

/** What `wfmap show --verify --json` prints. Shape: `id` and `map` are null where the journal has no start. */
export interface VerdictJson extends Omit<Verdict, 'started'> {
  readonly run: string;
  readonly verified: boolean;
  readonly id: string | null;
  readonly map: SourceRecord | null;
  /** What this does not prove. */
  readonly uncovered: readonly string[];
}

/** Looks at the folder of a run and at nothing else: the run may come from another machine. Shape: the exit code. */
export function verifyHere(name: string | undefined, keyPath: string, json: boolean): number {
  const key = readKeyFile(keyPath);
  const workFolder = process.cwd();
  const run = findRun(nodeFileSystem, { workRoot: findWorkRoot(workFolder), workFolder }, name);
  const verdict = verifyRun(nodeFileSystem, run, key);
  const { started, ...found } = verdict;
  const report: VerdictJson = {
    run: run.name,
    verified: holds(verdict),
    id: started?.run ?? null,
    map: started?.map ?? null,
    ...found,
    uncovered: uncoveredBy(verdict),
  };
  if (json) process.stdout.write(`${jsonText(report, 'indented')}\n`);
  else process.stdout.write(`${verdictLines(run.name, verdict).map(printable).join('\n')}\n`);
  return holds(verdict) ? EXIT.done : EXIT.failed;
}
