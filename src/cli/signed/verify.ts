// What `wfmap show --verify` needs; only that command loads it.
export { readKeyFile } from './find-gate-key.ts';
export { holds, uncoveredBy, verdictLines } from './verdict-lines.ts';
export { verifyRun } from './verify-run.ts';
