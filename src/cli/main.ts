#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// First of all: what is loaded below is compiled once a machine.
enableCompileCache();

const [command, ...rest] = process.argv.slice(2);

try {
  if (command === 'validate') {
    const { validateCommand } = await import('./validate/validate-command.ts');
    process.exitCode = validateCommand(rest);
  } else {
    const { runYargs } = await import('./yargs-main.ts');
    await runYargs(process.argv.slice(2));
  }
} catch (thrown) {
  const { printError } = await import('./print-error.ts');
  process.exitCode = printError(thrown);
}
