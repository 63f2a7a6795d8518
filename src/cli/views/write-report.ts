import '../../framework/install-functions.ts';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { namesOfRun } from '../../framework/names-of-run.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { writeText } from '../../project/write-text.ts';
import type { RunWithEvents } from '../../report/run-on-disk.ts';
import { runReportOf } from '../../report/run-report.ts';
import { storedProgramOf } from '../../report/stored-program.ts';
import { readPageFiles } from '../io/page-files.ts';
import { UsageError } from '../io/usage-error.ts';
import { WFMAP_VERSION } from '../io/version.ts';

/** Writes a run into one file that opens from disk. Errors: throws UsageError, JournalError, ProjectError. */
export function writeReport(opened: RunWithEvents, output: string): void {
  const { run, view, events, pid } = opened;
  const workRoot = findWorkRoot(process.cwd());
  const shown = {
    name: run.name,
    view,
    isDriven: pid !== undefined,
    program: view.sources && storedProgramOf(nodeFileSystem, run, view.sources),
    run: namesOfRun(view, workRoot, run),
    events: () => events,
  };
  const made = { at: new Date().toISOString(), version: WFMAP_VERSION, project: basename(workRoot) };
  const report = runReportOf(shown, { workRoot, folder: run.folder }, made);
  writeText(output, htmlOf(JSON.stringify(report), run.name));
}

/**
 * The page with a run inside. Nothing in it can load or run anything but the script that is named by its digest; what the run has is
 * data, and no text of it ends the element that it is in.
 */
function htmlOf(data: string, name: string): string {
  const files = readPageFiles();
  const textOf = (path: string): string => {
    const file = files.get(path);
    if (file === undefined)
      throw new UsageError('The page is not built here.', { help: 'Run: npm run build' });
    return Buffer.from(file.bytes).toString();
  };
  const script = textOf('/page.js').replaceAll('</script', String.raw`<\/script`);
  const style = textOf('/page.css');
  const policy = `default-src 'none'; script-src '${digestOf(script)}'; style-src '${digestOf(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name.replaceAll(/[^\p{L}\p{N}/ ._-]/gu, ' ')}</title>
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="run-report">${data.replaceAll('<', String.raw`\u003c`)}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
