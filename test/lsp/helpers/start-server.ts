import { spawn, type ChildProcess } from 'node:child_process';
import { LanguageClient } from './language-client.ts';

/** A server that is a process of its own, with a client that talks to it over pipes. */
export interface Served {
  readonly server: ChildProcess;
  readonly client: LanguageClient;
}

/** Starts a server in a folder, and initialises it. */
export async function startServer(program: readonly string[], root: string): Promise<Served> {
  const server = spawn(process.execPath, program, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const client = new LanguageClient({ input: server.stdin, output: server.stdout }, root);
  await client.start();
  return { server, client };
}

/** Ends a server as the protocol says; gives its exit code. */
export async function stopServer({ server, client: { connection } }: Served): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve));
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  const code = await ended;
  connection.dispose();
  return code;
}
