import { printable } from '../../diagnostics/printable.ts';
import { findRun } from '../../journal/find-run.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { EXIT } from '../io/exit-code.ts';
import { jsonText } from '../io/json-text.ts';
import { readKeyFile } from './find-gate-key.ts';
import { holds, uncoveredBy, verdictLines } from './verdict-lines.ts';
import { verifyRun } from './verify-run.ts';

/** Looks at the folder of a run and at nothing else: the run may come from another machine. Shape: the exit code. */
export function verifyHere(name: string | undefined, keyPath: string, json: boolean): number {
  const key = readKeyFile(keyPath);
  const workFolder = process.cwd();
  const run = findRun(nodeFileSystem, { workRoot: findWorkRoot(workFolder), workFolder }, name);
  const verdict = verifyRun(nodeFileSystem, run, key);
  const { started, ...found } = verdict;
  const said = {
    run: run.name,
    verified: holds(verdict),
    id: started?.run ?? null,
    map: started?.map ?? null,
  };
  const report = { ...said, ...found, uncovered: uncoveredBy(verdict) };
  if (json) process.stdout.write(`${jsonText(report, 'indented')}\n`);
  else process.stdout.write(`${verdictLines(run.name, verdict).map(printable).join('\n')}\n`);
  return holds(verdict) ? EXIT.done : EXIT.failed;
}
