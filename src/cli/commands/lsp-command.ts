import type { Argv, CommandModule } from 'yargs';
import { WFMAP_VERSION } from '../io/version.ts';

/** The server of editors, on standard input and output. It ends when the editor says so, or when its input ends. */
export const lspCommand: CommandModule<object, object> = {
  command: 'lsp',
  describe: 'Serve editors: diagnostics, completion, renaming and more',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap lsp [--stdio]\n\nSpeaks the language server protocol on standard input and output, for maps as JSON and in the ' +
          'map language, and for the templates, roles and schemas that they name. Editors start it; see the README for ' +
          'their settings. It reads files of the projects that are open, writes none, and starts nothing.',
      )
      .option('stdio', {
        type: 'boolean',
        describe: 'Use standard input and output: the default, and the only transport',
      })
      // Some editors tell by a flag what they also tell by the protocol.
      .option('clientProcessId', { type: 'string', hidden: true }),
  handler: async () => {
    const { serveLanguage } = await import('../../lsp/server/serve-language.ts');
    await serveLanguage(process.stdin, process.stdout, WFMAP_VERSION);
  },
};
