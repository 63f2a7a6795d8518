// Holds messages, help texts and pages to plain words. Phrases in `banned` may stand where `words-baseline.json` has them, and no more;
// where fewer stand, the baseline must shrink: `node test/config/check-words.mjs --write`, which never lets a figure grow.
import { readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const BASELINE = join(import.meta.dirname, 'words-baseline.json');

const banned = [
  /\b(?:is|are) told\b/gi,
  /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b)/gi,
  /\bwhat else\b/gi,
  /\bgo(?:es|ing)? on with\b/gi,
  /\bwhoever\b/gi,
  /\bof which it\b/gi,
  /\btold apart\b/gi,
  /\bworkslip field/gi,
  /\bnobody (?:can|could) tell\b/gi,
  /\banybody's guess\b/gi,
  /\bpass(?:es)? over it\b/gi,
  /\bfor ever\b/gi,
];
/** What users read. Of code only the text of its literals counts: lines of comments are left out. */
const paths = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/**/*.md',
  'grammar/LANGUAGE.md',
  'grammar/NAMES.md',
  'src/diagnostics/catalogue/*.ts',
  'src/parse/recovery/*.ts',
  'src/parse/words/*.ts',
  'src/cli/**/*.ts',
];

const files = execFileSync('git', ['ls-files', '--', ...paths.map((path) => `:(glob)${path}`)], {
  cwd: ROOT,
  encoding: 'utf8',
});
const found = {};
for (const file of files.trim().split('\n')) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const read = file.endsWith('.ts') ? text.replaceAll(/^\s*(?:\/\/|\/\*\*?|\*).*$/gm, '') : text;
  const count = banned.reduce((sum, phrase) => sum + (read.match(phrase)?.length ?? 0), 0);
  // The glossary lists the words that are not used.
  if (count > 0 && file !== 'docs/glossary.md') found[file] = count;
}

const before = JSON.parse(readFileSync(BASELINE, 'utf8'));
const names = [...new Set([...Object.keys(before), ...Object.keys(found)])].toSorted();
const grown = names.filter((name) => (found[name] ?? 0) > (before[name] ?? 0));
const shrunk = names.filter((name) => (found[name] ?? 0) < (before[name] ?? 0));
for (const name of grown) {
  process.stderr.write(
    `${name}: ${found[name]} phrases that docs/glossary.md and plain English replace, ${before[name] ?? 0} allowed.\n`,
  );
  const lines = readFileSync(join(ROOT, name), 'utf8').split('\n');
  for (const [index, line] of lines.entries())
    if (banned.some((phrase) => line.search(phrase) >= 0))
      process.stderr.write(`  ${index + 1}: ${line.trim()}\n`);
}
if (process.argv.includes('--write') && grown.length === 0) {
  writeFileSync(BASELINE, `${JSON.stringify(found, undefined, 2)}\n`);
} else if (shrunk.length > 0 && grown.length === 0) {
  process.stderr.write(`Fewer such phrases in ${shrunk.join(', ')}: write the baseline anew with --write.\n`);
}
process.exitCode = grown.length > 0 || (shrunk.length > 0 && !process.argv.includes('--write')) ? 1 : 0;
