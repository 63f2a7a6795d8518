// The layer check: cruises the folders named on the command line by the rules of layers.mjs. It also fails where
// it saw less than there is: a cruiser that cannot read TypeScript finds no module, and then nothing to refuse.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cruise, format } from 'dependency-cruiser';

if (process.argv.includes('--dot')) {
  const { readEdges, toDot } = await import('./draw-layers.mjs');
  process.stdout.write(toDot(await readEdges()));
  process.exit();
}

/** What a person takes in at a glance. Units: files side by side. */
const MAX_FILES = 30;

const folders = process.argv.slice(2);
const { default: layers } = await import(resolve('test/config/layers.mjs'));
const { options, ...ruleSet } = layers;
const { output } = await cruise(folders, { ...options, ruleSet, validate: true });
const report = await format(output, { outputType: 'err' });
process.stdout.write(report.output);

const seen = new Set(output.modules.map(({ source }) => source));
const unseen = folders.flatMap(filesIn).filter((file) => !seen.has(file));
if (seen.size === 0 || unseen.length > 0) {
  console.error(`The layer check did not see ${unseen[0] ?? 'any module'} (${unseen.length} files unseen).`);
}
const crowded = folders.filter((folder) => folder === 'src').flatMap(crowdedIn);
for (const [folder, count] of crowded) {
  console.error(`${folder} has ${count} files: make rooms of at most ${MAX_FILES}.`);
}
const isWrong = report.exitCode > 0 || seen.size === 0 || unseen.length > 0 || crowded.length > 0;
process.exitCode = isWrong ? 1 : 0;

/** The folders of a folder that hold too many files side by side. */
function crowdedIn(top) {
  const entries = readdirSync(top, { recursive: true, withFileTypes: true });
  const counts = new Map();
  for (const entry of entries) {
    if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MAX_FILES);
}

function filesIn(folder) {
  const files = readdirSync(folder, { recursive: true }).map((file) => join(folder, file));
  // A program by itself, with packages of its own: layers.mjs leaves it out.
  return files.filter((file) => /(?<![.]d)[.]ts$/.test(file) && !file.startsWith(join('bench', 'peers')));
}
