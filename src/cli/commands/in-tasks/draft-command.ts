import type { Argv, CommandModule } from 'yargs';
import { findWorkRoot } from '../../../project/find-work-root.ts';
import { WfmapError } from '../../../util/error.ts';
import { readDraft, type Draft, type DraftTexts } from '../../draft/draft.ts';
import { keepDraft } from '../../draft/keep-draft.ts';
import { writeDraft } from '../../draft/write-draft.ts';
import { newFileDiff } from '../../draft/new-file-diff.ts';
import { EXIT } from '../../io/exit-code.ts';
import { jsonText } from '../../io/json-text.ts';
import { UsageError } from '../../io/usage-error.ts';
import { writeOut } from '../../io/write-out.ts';
import { newMapName } from '../../new/new-map-name.ts';
import { nameOfWish } from '../../new/name-of-wish.ts';

type Given = { readonly [Name in keyof DraftTexts]?: DraftTexts[Name] | undefined };

interface DraftArguments extends Given {
  readonly action?: string | undefined;
  readonly wish?: string | undefined;
  readonly faults?: string | undefined;
}

export const draftCommand: CommandModule<object, DraftArguments> = {
  command: 'draft [action]',
  describe: 'In a shell task: name, check, write or keep the draft of a map',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        `wfmap draft name|check|write|keep

Works on a map that is drafted and in no file yet, for the map "new-map". What is refused is printed, and ends with 1.

  name   prints --name, or a free name made of --wish; refuses the name of a map that is there
  check  checks the draft and its scenarios, which take every transition; of a sound one it prints JSON
  write  writes the files of the draft, over nothing that differs
  keep   keeps the draft and --faults in a folder of .wfmap/drafts, and prints which`,
      )
      .positional('action', { type: 'string', describe: 'name, check, write or keep' })
      .options({
        name: { type: 'string', nargs: 1, describe: 'The name of the map' },
        wish: { type: 'string', nargs: 1, describe: 'What the map is to do' },
        map: { type: 'string', nargs: 1, describe: 'The text of the map' },
        scenarios: { type: 'string', nargs: 1, describe: 'The text of its scenarios' },
        files: { type: 'string', nargs: 1, describe: 'Its other files: a JSON list of {path, text}' },
        faults: { type: 'string', nargs: 1, describe: 'What is wrong with the draft' },
      }),
  handler: async (argv) => {
    const act = actOf(argv.action);
    try {
      await act(argv, findWorkRoot(process.cwd()));
    } catch (thrown) {
      if (!(thrown instanceof WfmapError)) throw thrown;
      refuse([thrown.message, ...(thrown.help === undefined ? [] : [thrown.help])].join(' '));
    }
  },
};

type Act = (argv: DraftArguments, workRoot: string) => void | Promise<void>;

const ACTS: Readonly<Record<string, Act>> = {
  name: ({ name = '', wish = '' }, workRoot) => {
    writeOut(`${nameOfWish(name, wish, workRoot)}\n`);
  },
  check: async (argv, workRoot) => {
    const { checkDraft } = await import('../../draft/check-draft.ts');
    const { faults, picture, files } = await checkDraft(draftIn(argv), workRoot);
    if (faults.length > 0) return refuse(faultsText(faults));
    const sound: SoundDraft = { files: files.map(({ path }) => path), picture, change: newFileDiff(files) };
    writeOut(`${jsonText(sound)}\n`);
  },
  write: (argv, workRoot) => {
    writeOut(`${writeDraft(draftIn(argv), workRoot)}\n`);
  },
  keep: (argv, workRoot) => {
    writeOut(`${keepDraft(draftIn(argv), argv.faults ?? '', workRoot)}\n`);
  },
};

/** Errors: throws {@link UsageError}. */
function actOf(action = ''): Act {
  const act = Object.hasOwn(ACTS, action) ? ACTS[action] : undefined;
  if (act !== undefined) return act;
  const words = Object.keys(ACTS).map((each) => `wfmap draft ${each}`);
  throw new UsageError(
    action === '' ? 'No action is named.' : `There is no action "${action}" of "wfmap draft".`,
    { help: `Write ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.` },
  );
}

/** What `wfmap draft check` prints of a draft that is sound. */
export interface SoundDraft {
  /** Paths from the top of the project. */
  readonly files: readonly string[];
  /** The map as a drawing for a terminal. */
  readonly picture: string;
  /** What would be written, as a diff of new files. */
  readonly change: string;
}

function draftIn({ name = '', map = '', scenarios = '', files = '[]' }: DraftArguments): Draft {
  return readDraft({ name: newMapName(name), map, scenarios, files });
}

/** Units: UTF-16. So much of it goes into the next prompt. */
const MAX_FAULTS = 16_000;

function faultsText(faults: readonly string[]): string {
  const text = faults.join('\n\n');
  return text.length <= MAX_FAULTS ? text : `${text.slice(0, MAX_FAULTS).toWellFormed()}\n… and more`;
}

/** To standard output, because the map passes that on. */
function refuse(text: string): void {
  writeOut(`${text}\n`);
  process.exitCode = EXIT.failed;
}
