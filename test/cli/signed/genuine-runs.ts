import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGateKeys, readSigningKey } from '../../../src/gate/gate-key.ts';
import { signStatement } from '../../../src/gate/statement.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import type { ProofRecord } from '../../../src/model/event-records.ts';
import { statementOf } from '../../../src/run/people/proof-fault.ts';
import { startOnDisk, type DiskRun, type DiskRunRequest } from '../../helpers/disk-run.ts';
import { SHIPPING, type GenuineRuns } from '../../helpers/forgery.ts';
import { exited, puppetShell } from '../../helpers/performers.ts';

/** A folder with runs of the shipping map, whose answers were signed by a key beside it. */
export interface GenuineFolder extends GenuineRuns {
  readonly root: string;
  readonly publicPath: string;
  readonly privatePath: string;
  readonly remove: () => void;
}

const KEYS = createGateKeys(undefined);
const SIGNING = readSigningKey(KEYS.privatePem, 'key', undefined);
const LARGE = 'x'.repeat(70_000);

let runs = 0;

/** Starts a run of a map, with the public key that checks its answers; its ids and nonces are no other run's. */
export function startSigned(root: string, map: object, more: Partial<DiskRunRequest> = {}): Promise<DiskRun> {
  const run = String((runs += 1)).padStart(4, '0');
  let made = 0;
  const next = (): string => String((made += 1)).padStart(12, '0');
  const { host, ...rest } = more;
  return startOnDisk(root, {
    map,
    gate: { key: KEYS.gateKey.digest, pem: KEYS.gateKey.pem },
    host: {
      newId: () => `00000000-${run}-4000-8000-${next()}`,
      newNonce: () => next().padStart(32, run),
      ...host,
    },
    ...rest,
  });
}

/** Starts a run of the shipping map, which waits for its first answer. */
export function startShipping(root: string): Promise<DiskRun> {
  const host = { shell: puppetShell(exited(0, LARGE)) };
  return startSigned(root, SHIPPING, { templates: { 'prompts/gate.md': 'Ship it?\n' }, host });
}

/** Answers what a run asks, signed by the right key. */
export function answerSigned(run: DiskRun, action: string, fields: Readonly<Record<string, string>> = {}) {
  return run.answer({ action, fields, proof: proofFor(run, action, fields) });
}

function proofFor(
  { directory, state }: DiskRun,
  action: string,
  fields: Readonly<Record<string, string>>,
): ProofRecord {
  const open = [...state.open.values()].find(({ question }) => question !== undefined);
  if (open === undefined) throw new Error('nothing is open');
  const inFolder = { fs: nodeFileSystem, runFolder: directory.folder, state };
  const statement = statementOf(inFolder, open, { action, fields });
  if (statement === undefined) throw new Error('the question is not on disk');
  return { signature: signStatement(statement, SIGNING), head: statement.head, key: KEYS.gateKey.digest };
}

/** The same runs as people make by the command line, made in this process. */
export async function makeGenuineRuns(): Promise<GenuineFolder> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-signed-')));
  const root = join(home, 'project');
  const [privatePath, publicPath] = [join(home, 'key.pem'), join(home, 'key.pub')];
  const note = { note: 'I looked' };
  const waiting = await answerSigned(await startShipping(root), 'Approve', note);
  const rejected = await answerSigned(await startShipping(root), 'Reject', note);
  const done = await answerSigned(await answerSigned(await startShipping(root), 'Approve', note), 'Go');
  writeFileSync(privatePath, KEYS.privatePem, { mode: 0o600 });
  writeFileSync(publicPath, KEYS.gateKey.pem);
  return {
    root,
    privatePath,
    publicPath,
    done: done.directory.folder,
    rejected: rejected.directory.folder,
    waiting: waiting.directory.folder,
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** A text without what differs from one run of the tests to the next. */
export function steady(text: string, { root }: { readonly root: string }): string {
  return text
    .replaceAll(root, '<project>')
    .replaceAll(/[0-9a-f]{64}/g, '<digest>')
    .replaceAll(/\b\d{32}\b/g, '<nonce>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>');
}
