import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test as base } from 'vitest';
import { serveLanguage } from '../../../src/lsp/server/serve-language.ts';
import { LanguageClient } from './language-client.ts';
import { copyOfProject, inWords } from './project-copy.ts';

/** A project in a folder of its own, and an editor with a server that has it open. */
export interface Editor {
  readonly root: string;
  readonly client: LanguageClient;
  readonly read: (path: string) => string;
  readonly put: (path: string, text: string) => void;
  /** The text of `workflows/ship.json` in the map language, without a file. */
  readonly shipInWords: () => string;
}

/** An editor of a copy of the project. */
export function editorOf(root: string, client: LanguageClient): Editor {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  return {
    root,
    client,
    read,
    put: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    shipInWords: () => inWords(read('workflows/ship.json')),
  };
}

/** A client of a server in this process. Its streams must never end: the server would end the process. */
function connect(root: string): LanguageClient {
  const [input, output] = [new PassThrough(), new PassThrough()];
  void serveLanguage(input, output, '0.0.0');
  return new LanguageClient({ input, output }, root);
}

/** Tests with an editor whose server runs in the process of the tests. */
export const test = base.extend<{ readonly editor: Editor }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the parameters of a fixture
  editor: async ({}, use) => {
    const root = copyOfProject();
    const client = connect(root);
    await client.start();
    await use(editorOf(root, client));
    // After it nothing is checked any more.
    await client.connection.sendRequest('shutdown');
    client.connection.dispose();
    rmSync(root, { recursive: true, force: true });
  },
});
