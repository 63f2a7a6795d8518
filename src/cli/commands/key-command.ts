import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { createGateKeys } from '../../gate/gate-key.ts';
import { ProjectError } from '../../project/project-error.ts';
import { formatCommand } from '../io/format.ts';
import { isAtTerminal } from '../ask/person-here.ts';
import { askPassphrases } from '../signed/ask-passphrase.ts';
import { publicPathOf, signingKeyPath } from '../signed/key-places.ts';
import { UsageError } from '../io/usage-error.ts';

interface KeyArguments {
  readonly action?: string | undefined;
  readonly out?: string | undefined;
  readonly passphrase: boolean;
}

export const keyCommand: CommandModule<object, KeyArguments> = {
  command: 'key [action]',
  describe: 'Make a key pair for signed answers: wfmap key new',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap key new [--out FILE]\n\nMakes an ed25519 key pair: a private key that signs answers, protected by a passphrase ' +
          'that you type on the terminal, and a public key next to it that checks them.',
      )
      .positional('action', { type: 'string', describe: 'new' })
      .option('out', {
        type: 'string',
        nargs: 1,
        describe: 'Where to write the private key (default: gate-key.pem in ~/.config/wfmap)',
      })
      .option('passphrase', {
        type: 'boolean',
        default: true,
        describe: 'Ask for a passphrase; --no-passphrase is for an account where no agent works',
      })
      .example('wfmap key new', 'a key of your own, where wfmap looks for it')
      .example('wfmap key new --out gate.pem --no-passphrase', 'on a machine where no agent works'),
  handler: async (argv) => {
    await makeKeys(argv);
  },
};

async function makeKeys(argv: KeyArguments): Promise<void> {
  if (argv.action !== 'new') {
    const said =
      argv.action === undefined
        ? 'No action is named.'
        : `There is no action "${argv.action}" of "wfmap key".`;
    throw new UsageError(said, { help: 'Write: wfmap key new' });
  }
  const path = argv.out === undefined ? signingKeyPath() : resolve(argv.out);
  const publicPath = publicPathOf(path);
  for (const each of [path, publicPath]) {
    if (existsSync(each)) {
      throw new UsageError(`"${each}" already exists; a key is never overwritten.`, {
        help: 'Name another file with --out.',
      });
    }
  }
  const { privatePem, gateKey } = createGateKeys(argv.passphrase ? await newPassphrase() : undefined);
  writeNew(path, privatePem, 0o600);
  writeNew(publicPath, gateKey.pem, 0o644);
  const lines = [
    `Private key: ${path}${argv.passphrase ? '' : ' (without a passphrase)'}`,
    `Public key:  ${publicPath}`,
    `Digest:      ${gateKey.digest}`,
    '',
    argv.out === undefined
      ? 'Runs with signed tasks use this public key unless another is named.'
      : `Start a run with it: wfmap run MAP ${formatCommand([`--gate-key=${publicPath}`])}`,
    'Keep the private key where no agent works: another machine or another account. Here it is a hurdle, not a proof.',
    'Note the digest, or carry the public key, to where the answers are checked: wfmap show <run> --verify KEY.pub',
  ];
  process.stdout.write(`${lines.map(printable).join('\n')}\n`);
}

/** Units: characters. */
const MIN_PASSPHRASE = 8;

/** Errors: throws {@link UsageError} where nobody can type, and for two that differ. */
async function newPassphrase(): Promise<string> {
  if (!isAtTerminal()) {
    throw new UsageError('A passphrase must be typed on a terminal, and there is none.', {
      help: 'Run it at a terminal; --no-passphrase makes a key without one, for an account where no agent works.',
    });
  }
  const typed = await askPassphrases(['Passphrase of the new key: ', 'Repeat the passphrase: ']);
  const [first, second] = typed ?? [];
  if (first === undefined) throw new UsageError('No passphrase was typed; no key was made.');
  if (first.length < MIN_PASSPHRASE) {
    throw new UsageError(`A passphrase needs at least ${MIN_PASSPHRASE} characters; no key was made.`);
  }
  if (first !== second) throw new UsageError('The two passphrases differ; no key was made.');
  return first;
}

function writeNew(path: string, text: string, mode: number): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { flag: 'wx', mode });
  } catch (thrown) {
    throw new ProjectError('unwritable-file', `"${path}" cannot be written.`, { cause: thrown });
  }
}
