import type { CommandModule } from 'yargs';
import { validateCommand } from '../validate/validate-command.ts';

/** `validate` as help and completion see it; `main` takes it to the fast entry before yargs is loaded. */
export const validateHelpCommand: CommandModule = {
  command: 'validate [files..]',
  describe: 'Check maps and the templates they name',
  handler: async () => {
    process.exitCode = await validateCommand(process.argv.slice(3));
  },
};
