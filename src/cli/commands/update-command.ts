import type { Argv, CommandModule } from 'yargs';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { planKnownSections } from '../init/plan-sections.ts';
import { OUTLINE_FILE, planIgnored, planOwnTexts } from '../init/plan-texts.ts';
import { joinPlans } from '../init/plan.ts';
import { isPlanEmpty, planLines, refuseFaults, say, textLines } from '../init/shown-plan.ts';
import { writeOutline } from '../init/write-outline.ts';
import { writePlan } from '../init/write-plan.ts';
import { UsageError } from '../io/usage-error.ts';

interface UpdateArguments {
  readonly force: boolean;
  readonly 'dry-run': boolean;
}

export const updateCommand: CommandModule<object, UpdateArguments> = {
  command: 'update',
  describe: 'Bring up to date what wfmap init wrote: sections, outline, texts that nobody has changed',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap update [--force] [--dry-run]\n\nBrings the section in CLAUDE.md and AGENTS.md up to date and makes the outline anew ' +
          '(.sdlc/context/outline.md). Constitution and run loop text are written where there are none, and replaced only while ' +
          'nobody has changed them. A section that was edited stays: what wfmap would write is put beside its file, as ' +
          'CLAUDE.md.wfmap-new. wfmap init --undo takes all of it back.',
      )
      .option('force', { type: 'boolean', default: false, describe: 'Overwrite a section that was edited' })
      .option('dry-run', {
        type: 'boolean',
        default: false,
        describe: 'Show what would be written, write nothing',
      }),
  handler: async ({ force, 'dry-run': isDry }) => {
    const root = findWorkRoot(process.cwd());
    const sections = planKnownSections({ root, force });
    if (sections === undefined) {
      throw new UsageError(
        'There is no section of wfmap in CLAUDE.md or AGENTS.md, so nothing was brought up to date.',
        {
          help: 'Set the project up: wfmap init',
        },
      );
    }
    const plan = joinPlans([planOwnTexts(root), planIgnored(root), sections]);
    refuseFaults(plan);
    const lines = planLines(plan, { withOutline: false });
    if (isDry) {
      say([...textLines(plan), ...(lines.length > 0 ? ['Would be written:', ...lines] : []), ...plan.notes]);
      return say([`${OUTLINE_FILE} would be made anew.`, 'Nothing was written.']);
    }
    if (!isPlanEmpty(plan)) writePlan(root, plan);
    const isNew = await writeOutline(root);
    const outline = `${OUTLINE_FILE} ${isNew ? 'was made anew' : 'is up to date'}.`;
    say([...(lines.length > 0 ? ['Written:', ...lines] : []), ...plan.notes, outline]);
  },
};
