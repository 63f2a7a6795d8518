#!/usr/bin/env node
// No other static import: an older Node must get as far as the sentence that says so.
import { nodeFault } from './io/node-fault.ts';

const fault = nodeFault();
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 2;
} else {
  // What is loaded from here on is compiled once a machine.
  process.getBuiltinModule('node:module').enableCompileCache();
  // "wfmap help run" is "wfmap run --help", for all that reads the line.
  if (process.argv[2] === 'help') process.argv.splice(2, Infinity, ...process.argv.slice(3), '--help');
  await main(process.argv.slice(2));
}

async function main(argv: readonly string[]): Promise<void> {
  try {
    if (argv[0] === 'validate') {
      const { validateCommand } = await import('./validate/validate-command.ts');
      process.exitCode = await validateCommand(argv.slice(1));
      return;
    }
    if (argv[0] === '--version' && argv.length === 1) {
      const { WFMAP_VERSION } = await import('./io/version.ts');
      const { writeOut } = await import('./io/write-out.ts');
      writeOut(`${WFMAP_VERSION}\n`);
      return;
    }
    const { withoutAlias } = await import('./flags/aliases.ts');
    const words = withoutAlias(argv);
    // The help of a map reads the line from there.
    process.argv.splice(2, Infinity, ...words);
    guardStreams(words[0]);
    const { runYargs } = await import('./yargs-main.ts');
    await runYargs(words);
  } catch (thrown) {
    const { printError } = await import('./io/print-error.ts');
    process.exitCode = printError(thrown);
  }
}

/** Says what becomes of the process when nobody reads what it writes. */
function guardStreams(command: string | undefined): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A run is not lost with those who watch it: all that it says stands in its journal.
      if (command === 'run' || command === 'resume' || command === 'answer') return;
      // A reader such as `head` has seen enough.
      process.exit(error.code === 'EPIPE' ? 0 : 3);
    });
  }
}
