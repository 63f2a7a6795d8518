import { relative } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { readConfig, type ProjectConfig } from '../../project/config.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { readInsight, type ReadInsight } from '../../project/insight/read-insight.ts';
import { invariant } from '../../util/invariant.ts';
import { confirmHere } from '../ask/person-here.ts';
import { AGENTS_FORMS, planSections, type AgentsForm } from '../init/plan-sections.ts';
import {
  FIRST_MAP,
  planConfig,
  planFirstMap,
  planHooks,
  planIgnored,
  planOwnTexts,
} from '../init/plan-texts.ts';
import { EMPTY_PLAN, joinPlans, type Plan } from '../init/plan.ts';
import { isPlanEmpty, planLines, projectLines, refuseFaults, say, textLines } from '../init/shown-plan.ts';
import { planUndo, undoInit, type UndoStep } from '../init/undo-init.ts';
import { INIT_FOLDER } from '../init/init-record.ts';
import { isOutlineThere, writeOutline } from '../init/write-outline.ts';
import { writePlan } from '../init/write-plan.ts';
import { EXIT } from '../io/exit-code.ts';
import { UsageError } from '../io/usage-error.ts';
import { nextLines } from '../new/next-lines.ts';
import { DEFAULT_PATTERN, PATTERNS } from '../new/patterns.ts';

interface InitArguments {
  readonly yes: boolean;
  readonly 'dry-run': boolean;
  readonly undo: boolean;
  readonly agents: AgentsForm;
  readonly 'pre-commit': boolean;
  readonly 'first-map': boolean;
  readonly force: boolean;
}

export const initCommand: CommandModule<object, InitArguments> = {
  command: 'init',
  describe: 'Set up a project: settings, instructions for agents, a first map',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap init [--yes] [--agents section|import|link|none] [--pre-commit] [--no-first-map]\nwfmap init --undo\n\nLooks at the project, ' +
          'shows every text that it would write, and writes it when you say yes: settings (wfmap.config.json), a section in ' +
          'CLAUDE.md and AGENTS.md, constitution, run loop text and outline in .sdlc/context, a first map where there is none. ' +
          'Nothing outside of the section changes in a file that is there. What is replaced is copied to .wfmap/init/before, and ' +
          '--undo takes everything back.',
      )
      .option('yes', { alias: 'y', type: 'boolean', default: false, describe: 'Write without asking' })
      .option('dry-run', { type: 'boolean', default: false, describe: 'Show it, write nothing' })
      .option('undo', {
        type: 'boolean',
        default: false,
        describe: 'Take back what init and update have written',
      })
      .option('agents', {
        choices: AGENTS_FORMS,
        default: 'section' as const,
        describe: 'What AGENTS.md becomes: a section of its own, one that imports CLAUDE.md, or a link to it',
      })
      .option('pre-commit', { type: 'boolean', default: false, describe: 'Add hooks for pre-commit' })
      .option('first-map', {
        type: 'boolean',
        default: true,
        describe: 'Write a first map where the project has none; --no-first-map writes none',
      })
      .option('force', { type: 'boolean', default: false, describe: 'Overwrite a section that was edited' })
      .example('wfmap init --dry-run', 'shows what it would write')
      .example('wfmap init --yes --agents link', 'writes it; AGENTS.md becomes a link to CLAUDE.md'),
  handler: async (argv) => {
    const root = findWorkRoot(process.cwd());
    await (argv.undo ? undo(root, argv) : init(root, argv));
  },
};

async function init(root: string, argv: InitArguments): Promise<void> {
  const config = readConfig(root);
  const insight = readInsight(root, config.checks);
  const plan = planInit({ root, config, insight }, argv);
  const place = relative(process.cwd(), root);
  say([...projectLines(insight), ...(place === '' ? [] : [`  at ${place}, the top of the repository`]), '']);
  refuseFaults(plan);
  const isNew = !isPlanEmpty(plan) || !isOutlineThere(root);
  if (!isNew) return say([...plan.notes, 'Nothing to write.']);
  const lines = planLines(plan, { withOutline: true });
  if (!argv.yes) say([...textLines(plan), 'Would be written:', ...lines, ...plan.notes]);
  if (argv['dry-run'])
    return say(argv.yes ? ['Would be written:', ...lines, ...plan.notes, NOTHING] : [NOTHING]);
  if (!argv.yes && !(await isAccepted())) {
    say([NOTHING]);
    process.exitCode = EXIT.failed;
    return;
  }
  writePlan(root, plan);
  await writeOutline(root);
  say(['Written:', ...lines, ...(argv.yes ? plan.notes : []), ...afterwards(plan)]);
}

const NOTHING = 'Nothing was written.';

interface Found {
  readonly root: string;
  readonly config: ProjectConfig;
  readonly insight: ReadInsight;
}

function planInit({ root, config, insight }: Found, argv: InitArguments): Plan {
  return joinPlans([
    planConfig(root, config, insight),
    planOwnTexts(root),
    planIgnored(root),
    argv['first-map'] ? planFirstMap(root) : EMPTY_PLAN,
    argv['pre-commit'] ? planHooks(root) : EMPTY_PLAN,
    // They name the other files, so they come last.
    planSections({ root, force: argv.force }, argv.agents),
  ]);
}

/** Errors: throws {@link UsageError} where nobody can be asked. */
async function isAccepted(): Promise<boolean> {
  const nobody = (): void => undefined;
  const confirm = confirmHere({ input: true, json: false }, { suspend: nobody, restore: nobody });
  if (confirm !== undefined) return confirm('Write this? [y/N] ');
  throw new UsageError(`${NOTHING.slice(0, -1)}: there is no terminal to ask at.`, {
    help: 'The lines above show what would be written. To write it, add --yes.',
  });
}

function afterwards({ files }: Plan): readonly string[] {
  const copied = files.some(({ text }) => text !== undefined);
  const pattern = PATTERNS.find(({ name }) => name === DEFAULT_PATTERN);
  invariant(pattern, 'the default pattern is one');
  const map = `workflows/${FIRST_MAP}.wfmap`;
  const made = { name: FIRST_MAP, map, scenarios: `workflows/scenarios/${FIRST_MAP}.scenario.yaml` };
  const hasMap = files.some(({ path }) => path === map);
  return [
    `${copied ? `What was there before is in ${INIT_FOLDER}/before. ` : ''}To take everything back: wfmap init --undo`,
    ...(hasMap ? ['Next:', ...nextLines(pattern, made)] : []),
  ];
}

function undo(root: string, { 'dry-run': isDry }: InitArguments): Promise<void> {
  const steps = isDry ? planUndo(root) : undoInit(root);
  if (steps === undefined || steps.length === 0) say(['There is nothing to take back.']);
  else say([...undoLines(steps, isDry), ...(isDry ? ['Nothing was taken back.'] : [])]);
  return Promise.resolve();
}

function undoLines(steps: readonly UndoStep[], isDry: boolean): readonly string[] {
  const will = isDry ? 'would be ' : '';
  const words: Readonly<Record<UndoStep['how'], string>> = {
    removed: `${will}removed`,
    back: `${will}put back as it was`,
    out: `its section ${will}taken out; what was written since stays`,
    done: 'is as it was',
    stays: '',
  };
  return steps.map(({ path, how, why }) => (how === 'stays' ? why : `${path}: ${words[how]}`));
}
