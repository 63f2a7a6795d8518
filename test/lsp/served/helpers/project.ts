import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test as base } from 'vitest';
import { PROGRAM } from '../../../e2e/helpers/program.ts';
import { copyOfProject, inWords } from '../../helpers/project-copy.ts';
import { LanguageClient } from './language-client.ts';

/** A project in a folder of its own, and an editor with a server that has it open. */
export interface Editor {
  readonly root: string;
  readonly client: LanguageClient;
  readonly read: (path: string) => string;
  readonly put: (path: string, text: string) => void;
  /** The text of `workflows/ship.json` in the map language, without a file. */
  readonly shipInWords: () => string;
}

export const test = base.extend<{ readonly editor: Editor }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the parameters of a fixture
  editor: async ({}, use) => {
    const root = copyOfProject();
    const client = new LanguageClient([PROGRAM, 'lsp', '--stdio'], root);
    await client.start();
    const read = (path: string): string => readFileSync(join(root, path), 'utf8');
    await use({
      root,
      client,
      read,
      put: (path, text) => {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      },
      shipInWords: () => inWords(read('workflows/ship.json')),
    });
    client.process.kill('SIGKILL');
    client.connection.dispose();
    rmSync(root, { recursive: true, force: true });
  },
});
