/** Every command and flag that pages name is there. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALIASES, withoutAlias } from '../../src/cli/flags/aliases.ts';
import { kebabOf } from '../../src/cli/flags/check-flags.ts';
import { loadProgram } from '../../src/cli/io/load-program.ts';
import { LISTED_COMMANDS, nameOf } from '../../src/cli/listed-commands.ts';
import { shippedMaps } from '../../src/project/resolve-map.ts';
import { closest } from '../../src/util/closest.ts';
import { everyFlag } from '../cli/flags/declared.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = globSync(['docs/**/*.md', 'README.md', 'CONTRIBUTING.md', 'prompts/README.md'], {
  cwd: ROOT,
}).toSorted();

/** Lines of wfmap on a page, as words: in code within a sentence, and in blocks of code. */
function linesOn(page: string): readonly (readonly string[])[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll('\\|', '|');
  const blocks = [...text.matchAll(/^```(?:sh|console)\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    [...block.matchAll(/^(?:\$ )?(?:\S+ && )*(?:npx )?(wfmap .*)$/gm)].map(([, line = '']) => line),
  );
  const inSentences = [...text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/`(wfmap [^`]+)`/g)];
  return [...blocks, ...inSentences.map(([, line = '']) => line)].map(
    (line) =>
      line
        .replace(/\s+#.*$/, '')
        .match(/(?:"[^"]*"|'[^']*'|<[^>]*>|\[[^\]]*\]|\S)+/g)
        ?.slice(1) ?? [],
  );
}

const COMMANDS = [...LISTED_COMMANDS.map(nameOf), 'help', 'completion'];

const SHIPPED = new Map(
  shippedMaps().map((name) => [
    name,
    loadProgram(name, ROOT, ROOT).program.map.fields.map((field) => field.name),
  ]),
);

/** The flags of a command, and those of the fields of a shipped map that it is given. */
function flagsOf(command: string, map = ''): readonly string[] {
  const own = everyFlag.filter((flag) => flag.command === command).map(({ name }) => name);
  return [...own, ...(SHIPPED.get(map) ?? []), 'help', 'version', 'set'].map(kebabOf);
}

/** Whether a command takes flags of fields that are not known here: of a map that is not shipped, or of a task. */
function takesOthers(command: string, map = ''): boolean {
  return command === 'resume' || (['run', 'prompt'].includes(command) && /[./<]/.test(map));
}

/** What is wrong with a line; nothing where all of it is there. */
function faultsOf(words: readonly string[]): readonly string[] {
  const alias = ALIASES.find((each) => each.words[0] === words[0]);
  const [command = '', ...rest] = alias === undefined ? words : withoutAlias([...words, '--help']);
  if (!COMMANDS.includes(command)) return [`wfmap ${command}`];
  const [map] = rest;
  const known = flagsOf(command, map);
  const flags = rest.flatMap((word) => /^\[?--([\w-]+)/.exec(word)?.[1] ?? []);
  return flags
    .filter((flag) => flag !== 'field')
    .filter((flag) => ![flag, flag.replace(/^no-/, '')].some((each) => known.includes(kebabOf(each))))
    .filter((flag) => !takesOthers(command, map) || closest(flag, known) !== undefined)
    .map((flag) => `wfmap ${command} --${flag}`);
}

describe('every command and flag is there that is named by', () => {
  test.each(PAGES)('%s', (page) => {
    expect(linesOn(page).flatMap(faultsOf)).toEqual([]);
  });
});

test('the page for those who come from elsewhere names every shipped map, and every alias', () => {
  const lines = linesOn('docs/guide/coming-from.md');
  const maps = lines.filter(([command]) => command === 'run').map(([, map = '']) => map);
  // It is the seed's own, and stands in the text.
  const shipped = shippedMaps().filter((name) => !['do-subtask', 'resume'].includes(name));
  expect([...new Set(maps)].filter((map) => map !== 'x-map.json').toSorted()).toEqual(shipped);
  for (const { words } of ALIASES) expect(lines.map((line) => line.slice(0, 2))).toContainEqual([...words]);
});

test('a command, a flag or a field that is not there is found', () => {
  expect(
    [
      'rnu plan',
      'run plan --lihgt',
      'show --jsno',
      'task run --slip=S --taskDefinitionName=T --max-stps=1',
    ].map((line) => faultsOf(line.split(' '))),
  ).toEqual([['wfmap rnu'], ['wfmap run --lihgt'], ['wfmap show --jsno'], ['wfmap resume --max-stps']]);
});
