import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { renderOutline } from '../../context/render/render-outline.ts';
import { printable } from '../../diagnostics/printable.ts';
import { readConfig } from '../../project/config.ts';
import { isWithin } from '../../project/is-within.ts';
import { writeText } from '../../project/write-text.ts';
import { unlessRefused } from '../../util/unless-refused.ts';
import { jsonText } from '../io/json-text.ts';
import { UsageError } from '../io/usage-error.ts';
import { writeErr, writeOut } from '../io/write-out.ts';
import { outlineJson } from '../views/outline-json.ts';
import { OUTLINE_DEPTH, OUTLINE_TOKENS, projectOutline } from '../views/project-outline.ts';

interface OutlineArguments {
  readonly dir?: string | undefined;
  readonly output?: string | undefined;
  readonly tokens: number;
  readonly depth: number;
  readonly 'code-intel': boolean;
  readonly json: boolean;
  readonly focus: readonly string[];
  readonly mention: readonly string[];
}

/** Units: tokens. With less there is nothing to outline, and no model reads more. */
const MIN_TOKENS = 100;
const MAX_TOKENS = 200_000;
const MAX_DEPTH = 40;

export const outlineCommand: CommandModule<object, OutlineArguments> = {
  command: 'outline [dir]',
  describe: 'Outline a project: what it is made with, its commands, its most used symbols',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap outline [dir] [-t TOKENS] [-o FILE] [--focus FILE…] [--mention WORD…]\n\nPrints what somebody new to a project wants to ' +
          'know first, as Markdown within a budget of tokens: what it is made with, its commands and key files, the symbols ' +
          'that most of its code uses, its folders, and how its runs went. Runs nothing of the project. What .gitignore files ' +
          'and "outline": {"exclude": […]} of wfmap.config.json name is left out.',
      )
      .positional('dir', { type: 'string', describe: 'The folder of the project (default: this one)' })
      .option('output', { alias: 'o', type: 'string', nargs: 1, describe: 'The file to write; - prints it' })
      .option('tokens', {
        alias: 't',
        type: 'number',
        nargs: 1,
        default: OUTLINE_TOKENS,
        describe: 'The most tokens it may take, by an estimate that is rather too high',
      })
      .option('depth', {
        type: 'number',
        nargs: 1,
        default: OUTLINE_DEPTH,
        describe: 'How many folders below one another are named',
      })
      .option('code-intel', {
        type: 'boolean',
        default: true,
        describe: 'Read the code; --no-code-intel names no symbols',
      })
      .option('focus', {
        type: 'array',
        string: true,
        default: [],
        describe: 'Files to be worked on: what they use comes first',
      })
      .option('mention', {
        type: 'array',
        string: true,
        default: [],
        describe: 'Names of symbols that come first',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' })
      .example('wfmap outline -t 3000 -o .sdlc/context/outline.md', 'for the prompts of agents')
      .example('wfmap outline --focus src/cli/main.ts', 'what matters for work on a file'),
  handler: async (argv) => {
    await outline(argv);
  },
};

async function outline({ dir = '.', output = '-', json, ...argv }: OutlineArguments): Promise<void> {
  if (dir === '') throw new UsageError('The name of the folder is empty.');
  const root = resolve(dir);
  if (unlessRefused(() => statSync(root))?.isDirectory() !== true)
    throw new UsageError(`"${dir}" is not a folder.`);
  const tokens = wholeNumber('--tokens', argv.tokens, MIN_TOKENS, MAX_TOKENS);
  const depth = wholeNumber('--depth', argv.depth, 1, MAX_DEPTH);
  const focus = { files: argv.focus.map((file) => focusFile(root, file)), words: argv.mention };
  const config = readConfig(root);
  const found = await projectOutline({
    root,
    config,
    depth,
    focus: argv['code-intel'] ? focus : undefined,
  });
  const filled = renderOutline(found, tokens);
  const text = json ? `${jsonText(outlineJson(found, filled, tokens), 'indented')}\n` : filled.text;
  if (output === '-') writeOut(text);
  else writeText(output, text);
  for (const note of found.notes) writeErr(`${printable(note)}\n`);
}

function wholeNumber(flag: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`${flag} is not a whole number from ${least} to ${most}.`);
}

/** From the current folder, else from the root. Errors: throws {@link UsageError} for a file that is not of the project. */
function focusFile(root: string, file: string): string {
  const path = [resolve(file), join(root, file)].find(
    (each) => isWithin(root, each) && unlessRefused(() => statSync(each))?.isFile() === true,
  );
  if (path !== undefined) return relative(root, path);
  throw new UsageError(`--focus names "${file}", which is not a file of the project.`);
}
