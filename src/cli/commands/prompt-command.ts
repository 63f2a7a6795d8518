import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { readConfig } from '../../project/config.ts';
import { readInsight } from '../../project/insight/read-insight.ts';
import type { Program } from '../../run/program/program.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { branchOf } from '../io/branch-of.ts';
import { completeFields, readFieldFlags } from '../flags/field-flags.ts';
import { effectsText } from '../flags/effects-help.ts';
import { fieldHelp } from '../flags/field-help.ts';
import type { FlagOwner } from '../flags/flag-field.ts';
import { toOneLine } from '../io/format.ts';
import { jsonText } from '../io/json-text.ts';
import { loadProgram } from '../io/load-program.ts';
import { completeStory, placeGoal } from '../flags/story.ts';
import { findPromptedTask, type PromptedPlace } from '../flags/find-prompted.ts';
import { fieldsOfPrompt, outlineOfPrompt, renderPromptOf, type PromptRequest } from '../flags/task-prompt.ts';
import { UsageError } from '../io/usage-error.ts';

interface PromptArguments {
  readonly goal?: string | undefined;
  readonly choose: string;
  readonly visit?: string | undefined;
  readonly json: boolean;
  readonly _: readonly (string | number)[];
}

const FLAGS = ['goal', 'choose', 'visit', 'json', 'help', 'version'];

/** What `wfmap prompt --json` prints. Shape: `map` is the one that the task is written in; `mayChange` is in words, null for a task without an agent. */
export interface PromptJson {
  readonly map: string;
  readonly task: string;
  readonly place: string;
  readonly prompt: string;
  readonly mayChange: string | null;
}

export const promptCommand: CommandModule<object, PromptArguments> = {
  command: 'prompt',
  describe: 'Print the prompt that a task would get',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap prompt <map> <task> [--field=value …]\n\nPrints, to the byte, the prompt that a task would get with ' +
          'these inputs; what its agent may change is said beside it. What a task before it has found out is given by its name, as JSON. A task of a block, or of a ' +
          'map that the map runs, is named by its place, as "wfmap show" prints it, or by its name where no other has it; ' +
          'inputs are those of the map that it is in. Starts nothing; run.id is all zeros.',
      )
      .option('goal', {
        type: 'string',
        nargs: 1,
        describe: 'What to do, in place of a story file; - reads it from standard input',
      })
      .option('choose', {
        choices: ['structured', 'text'],
        default: 'structured',
        describe: 'How the prompt asks the agent to name its action',
      })
      .option('visit', { type: 'string', describe: 'Which visit of the task this is (default: 1)' })
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' })
      .example('wfmap prompt efficient Decompose --storyId=STORY-1', 'a task of a shipped map')
      .example(
        "wfmap prompt efficient 'Build/*/Run/map/Act' --help",
        'a task of a map in it, and what it takes',
      )
      .epilogue(helpOnTask(process.argv.slice(2))),
  handler: async (argv) => {
    const { text, found } = await promptOf(argv);
    const isAgent = found.task.type === 'claude';
    if (argv.json) {
      const map = found.program.source.path;
      const mayChange = isAgent ? mayChangeOf(found) : null;
      const told: PromptJson = { map, task: found.task.name, place: found.place, prompt: text, mayChange };
      process.stdout.write(`${jsonText(told, 'indented')}\n`);
      return;
    }
    process.stdout.write(process.stdout.isTTY ? shown(text) : text);
    if (isAgent) process.stderr.write(`${effectsLine(found)}\n`);
  },
};

function mayChangeOf(found: PromptedPlace): string {
  return effectsText(found) ?? 'nothing';
}

async function promptOf(
  argv: PromptArguments,
): Promise<{ readonly text: string; readonly found: PromptedPlace }> {
  const [map, taskName, tokens] = wordsOf(argv);
  const workFolder = process.cwd();
  const workRoot = findWorkRoot(workFolder);
  const { program: whole } = loadProgram(map, workRoot, workFolder);
  const found = findPromptedTask(whole, taskName);
  const { program } = found;
  const { fields } = program.map;
  const config = readConfig(workFolder);
  const all = fieldsOfPrompt(found);
  const owner: FlagOwner = { name: ownerOf(found, whole), schemaOf: (source) => program.schemas.get(source) };
  const placed = placeGoal(tokens, argv.goal, fields);
  const given = Object.entries(readFieldFlags(placed.tokens, all, FLAGS, owner));
  const isInput = (name: string): boolean => fields.some((field) => field.name === name);
  const story = completeStory(Object.fromEntries(given.filter(([name]) => isInput(name))), {
    fields,
    goal: placed.goal,
    workRoot,
    config,
    canReadInput: !process.stdin.isTTY,
  });
  if (story.notice !== undefined) process.stderr.write(`${toOneLine(story.notice, 400)}\n`);
  const request: PromptRequest = {
    found,
    values: completeFields(
      story.values,
      fields,
      program === whole ? 'The map' : `The map ${program.source.path}`,
    ),
    args: Object.fromEntries(given.filter(([name]) => !isInput(name))),
    visit: readVisit(argv.visit),
    channel: argv.choose === 'text' ? 'text' : 'structured',
    branch: branchOf(workRoot),
    workRoot,
    project: readInsight(workRoot, config.checks).insight,
  };
  const text = renderPromptOf({ ...request, outline: await readOutlineFor(request) });
  return { text, found };
}

/** A run gives an agent its prompt without an outline, too; here the reason is printed. */
async function readOutlineFor(request: PromptRequest): Promise<string | undefined> {
  const wanted = outlineOfPrompt(request);
  if (wanted === undefined) return undefined;
  const { createOutliner } = await import('../io/create-outliner.ts');
  const outline = await createOutliner(request.workRoot)(wanted, new AbortController().signal);
  if (outline === undefined || 'text' in outline) return outline?.text;
  process.stderr.write(`There is no outline of the project: ${toOneLine(outline.fault, 400)}\n`);
  return undefined;
}

function wordsOf(argv: PromptArguments): [string, string | undefined, readonly string[]] {
  const [, map, task, ...tokens] = argv._.map(String);
  if (map === undefined || map.startsWith('-')) {
    throw new UsageError('No map is named.', {
      help: 'Write wfmap prompt <map> <task> …, as in: wfmap prompt efficient Decompose --storyId=STORY-1',
    });
  }
  return task === undefined || task.startsWith('--') ? [map, undefined, []] : [map, task, tokens];
}

function readVisit(text = '1'): number {
  const visit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (visit < 1) throw new UsageError(`--visit "${text}" is not a whole number from 1.`);
  return visit;
}

/** A terminal shows a prompt and does not obey it; every other reader gets its bytes. */
function shown(text: string): string {
  const lines = text.split('\n').map((line) => line.split('\t').map(printable).join('\t'));
  return text.endsWith('\n') ? lines.join('\n') : `${lines.join('\n')}\n`;
}

/** What the help of `prompt` says of fields: those of the task, where a map and one of its tasks are named. */
function helpOnTask([command, map, task, ...rest]: readonly string[]): string {
  const isAsked = rest.some((word) => word === '--help' || word === '-h');
  if (command !== 'prompt' || map === undefined || task === undefined || map.startsWith('-') || !isAsked) {
    return 'wfmap prompt <map> <task> --help lists what that task can be given.';
  }
  const workFolder = process.cwd();
  const { program } = loadProgram(map, findWorkRoot(workFolder), workFolder);
  const found = findPromptedTask(program, task);
  return `${fieldHelp(fieldsOfPrompt(found), ownerOf(found, program))}\n\n${effectsLine(found)}`;
}

function effectsLine(found: PromptedPlace): string {
  return `Task "${toOneLine(found.task.name)}" may change ${toOneLine(mayChangeOf(found))}.`;
}

/** A map in a map has inputs of its own, which that map passes in a run. */
function ownerOf({ program, place }: PromptedPlace, whole: Program): string {
  return program === whole ? 'this task' : `task "${toOneLine(place)}", which is in ${program.source.path}`;
}
