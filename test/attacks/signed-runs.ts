import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject, type Project } from '../e2e/helpers/project.ts';
import { SHIPPING, type GenuineRuns } from '../helpers/forgery.ts';

/** Genuine runs of one map, whose answers were signed by a key outside of the project. */
export interface SignedRuns extends GenuineRuns {
  readonly project: Project;
  readonly publicPath: string;
  readonly privatePath: string;
}

/** Makes them by the command line, as people do. */
export async function makeSignedRuns(): Promise<SignedRuns> {
  const project = createProject();
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-elsewhere-')));
  const privatePath = join(elsewhere, 'key.pem');
  const publicPath = join(elsewhere, 'key.pub');
  const run = async (words: readonly string[], code: number): Promise<string> => {
    const ended = await project.run(words);
    if (ended.code !== code) throw new Error(ended.reported);
    return ended.stdout;
  };
  project.put('ship.json', SHIPPING);
  project.put('prompts/gate.md', 'Ship it?\n');
  await run(['key', 'new', '--no-passphrase', '--out', privatePath], 0);
  const answer = async (name: string, words: readonly string[], code: number): Promise<void> => {
    const [question, signed] = [
      join(elsewhere, `${Math.random()}.json`),
      join(elsewhere, `${Math.random()}.json`),
    ];
    await run(['answer', '--export', name, '-o', question], 0);
    await run(['answer', '--sign', question, ...words, '--key', privatePath, '-o', signed], 0);
    await run(['answer', '--import', signed, name], code);
  };
  for (const name of ['ship/slip-001', 'ship/slip-002', 'ship/slip-003']) {
    await run(['run', 'ship.json', '--gate-key', publicPath], 4);
    const isRejected = name === 'ship/slip-002';
    await answer(name, [isRejected ? 'Reject' : 'Approve', '--note=I looked'], isRejected ? 1 : 4);
  }
  await answer('ship/slip-001', ['Go'], 0);
  const folder = (name: string): string => join(project.root, '.wfmap/runs/ship', name);
  const [done, rejected, waiting] = [folder('slip-001'), folder('slip-002'), folder('slip-003')];
  return { project, done, rejected, waiting, publicPath, privatePath };
}
