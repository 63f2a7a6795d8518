import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { artifactFolderOf } from '../../../framework/map/artifact-folder.ts';
import { createProjectFileSystem } from '../../../journal/project-file-system.ts';
import { findWorkRoot } from '../../../project/find-work-root.ts';
import {
  findCheckpoint,
  type FoundCheckpoint,
  type RefusedCheckpoint,
} from '../../checkpoint/find-checkpoint.ts';
import { adoptCheckpoint, setCheckpointAside } from '../../checkpoint/keep-checkpoint.ts';
import { branchOf } from '../../io/branch-of.ts';
import { EXIT } from '../../io/exit-code.ts';
import { jsonText } from '../../io/json-text.ts';
import { writeOut } from '../../io/write-out.ts';

interface CheckpointArguments {
  readonly file?: string | undefined;
  readonly artifacts?: string | undefined;
  readonly adopt?: string | undefined;
  readonly 'set-aside'?: string | undefined;
}

export const checkpointCommand: CommandModule<object, CheckpointArguments> = {
  command: 'checkpoint',
  describe: 'In a shell task: read a checkpoint of the framework, by any tool',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        `wfmap checkpoint

Reads how far the work of a branch has come from the files that the framework keeps of it, whichever tool wrote them. Of several the
one with the newest date of its own counts. Prints JSON. Each file must lie among the artifacts by its real path, have at most
256 KiB, and be valid UTF-8; control characters are left out. What is refused is named with the layer, and ends with 1.`,
      )
      .options({
        file: { type: 'string', nargs: 1, describe: 'The file that counts, from the top of the project' },
        artifacts: { type: 'string', nargs: 1, describe: 'The folder of the branch among the artifacts' },
        adopt: {
          type: 'string',
          nargs: 1,
          describe:
            'Write the plan, and what of it is done, for other maps, if the checkpoint still has this digest',
        },
        'set-aside': {
          type: 'string',
          nargs: 1,
          describe: 'Rename the files of the checkpoint, if it still has this digest',
        },
      }),
  handler: (argv) => {
    const workRoot = findWorkRoot(process.cwd());
    const artifacts = resolve(workRoot, argv.artifacts ?? artifactFolderOf(branchOf(workRoot)));
    const { file = '' } = argv;
    // Wherever agents work.
    const root = resolve(artifacts, '../..');
    const found = findCheckpoint({ artifacts, file: file === '' ? undefined : resolve(root, file) });
    if ('refused' in found) return report(found);
    if (found.checkpoint === null) {
      return report({ refused: { file: '', layer: '', reason: 'there is no checkpoint' } });
    }
    return keep(argv, found, { root, artifacts });
  },
};

/** What `wfmap checkpoint` prints of one that it takes. Shape: `moved` are its files by their new names, where they were renamed. */
export interface CheckpointReport extends Pick<FoundCheckpoint, 'digest' | 'checkpoint'> {
  readonly moved?: ReturnType<typeof setCheckpointAside>;
}

function keep(
  { adopt, 'set-aside': aside }: CheckpointArguments,
  found: FoundCheckpoint,
  { root, artifacts }: { readonly root: string; readonly artifacts: string },
): void {
  const expected = adopt ?? aside ?? found.digest;
  if (expected !== found.digest) {
    return report({
      refused: { file: '', layer: 'content', reason: 'the checkpoint has changed meanwhile' },
    });
  }
  const fs = createProjectFileSystem(root);
  if (adopt !== undefined) adoptCheckpoint(fs, artifacts, found);
  const moved = aside === undefined ? undefined : setCheckpointAside(fs, found);
  const { digest, checkpoint } = found;
  const taken: CheckpointReport = { digest, checkpoint, ...(moved && { moved }) };
  writeOut(`${jsonText(taken)}\n`);
}

/** To standard output, because the map passes that on. */
function report(refused: RefusedCheckpoint): void {
  writeOut(`${jsonText(refused)}\n`);
  process.exitCode = EXIT.failed;
}
