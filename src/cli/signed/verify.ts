// What `wfmap show --verify` needs: loaded by it alone.
export { readKeyFile } from './find-gate-key.ts';
export { holds, uncoveredBy, verdictLines } from './verdict-lines.ts';
export { verifyRun } from './verify-run.ts';
