import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { test as base } from 'vitest';
import { PROGRAM } from '../../e2e/helpers/program.ts';
import { editorOf, type Editor } from '../helpers/editor.ts';
import { copyOfProject } from '../helpers/project-copy.ts';
import { startServer } from '../helpers/start-server.ts';

/** An editor whose server is a process of its own. */
export interface ServedEditor extends Editor {
  readonly server: ChildProcess;
}

/** Tests with an editor that has started `wfmap lsp`. */
export const test = base.extend<{ readonly editor: ServedEditor }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the parameters of a fixture
  editor: async ({}, use) => {
    const root = copyOfProject();
    const { server, client } = await startServer([PROGRAM, 'lsp', '--stdio'], root);
    await use({ ...editorOf(root, client), server });
    server.kill('SIGKILL');
    client.connection.dispose();
    rmSync(root, { recursive: true, force: true });
  },
});
