// Writes what every command prints as its help into docs/reference/commands.md, from the goldens of the help:
// node test/config/command-help.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LISTED_COMMANDS, nameOf } from '../../src/cli/listed-commands.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const PAGE = resolve(ROOT, 'docs/reference/commands.md');
const OPENING = '<!-- help: node test/config/command-help.mjs -->';
const CLOSING = '<!-- end of help -->';

/** Lines that every help has. */
const OF_ALL = /^ +(?:--version +Show version number|-h, --help +Show help) +\[boolean\]\n/gm;

/** @returns the page with the help of each command, in the order in which `wfmap --help` lists them. */
export function pageWithHelp() {
  const page = readFileSync(PAGE, 'utf8');
  const start = page.indexOf(OPENING);
  const end = page.indexOf(CLOSING);
  if (start < 0 || end < start) throw new Error(`${PAGE} has no "${OPENING}" before a "${CLOSING}".`);
  const names = LISTED_COMMANDS.map(nameOf).flatMap((name) =>
    name === 'runs' ? [name, 'runs-prune'] : [name],
  );
  const sections = names.map(
    (name) => `### wfmap ${name.replace('-prune', ' prune')}\n\n\`\`\`text\n${helpOf(name)}\n\`\`\`\n\n`,
  );
  return `${page.slice(0, start)}${OPENING}\n\n${sections.join('')}${page.slice(end)}`;
}

function helpOf(name) {
  const text = readFileSync(resolve(ROOT, `test/fixtures/help/${name}.out`), 'utf8');
  return text
    .replaceAll(OF_ALL, '')
    .replace(/\nOptions:\n(?=\n|$)/, '\n')
    .trim();
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, pageWithHelp());
