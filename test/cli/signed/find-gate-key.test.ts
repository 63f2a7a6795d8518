import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findGateKey } from '../../../src/cli/signed/find-gate-key.ts';
import { publicPathOf, signingKeyPath } from '../../../src/cli/signed/key-places.ts';
import { createGateKeys } from '../../../src/gate/gate-key.ts';
import { captured } from '../../helpers/captured.ts';

let home = '';
let project = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-gate-key-')));
  project = join(home, 'project');
  mkdirSync(project);
  mkdirSync(join(home, 'wfmap'));
  vi.stubEnv('XDG_CONFIG_HOME', home);
  vi.stubEnv('WFMAP_GATE_KEY', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

function put(path: string): string {
  const { gateKey } = createGateKeys(undefined);
  writeFileSync(join(home, path), gateKey.pem);
  return gateKey.digest;
}

const found = (flag?: string): string | undefined => findGateKey(flag, project)?.digest;

test('the public key is that of the flag, else of the variable, else that of the person, else none', () => {
  expect(found()).toBeUndefined();
  const own = put('wfmap/gate-key.pub');
  expect(found()).toBe(own);
  const [named, flagged] = [put('variable.pub'), put('flag.pub')];
  vi.stubEnv('WFMAP_GATE_KEY', join(home, 'variable.pub'));
  expect(found()).toBe(named);
  expect(found(join(home, 'flag.pub'))).toBe(flagged);
});

test('a key that is named and not there is told, and one of the person that is not there is none', async () => {
  const { fault } = await captured(() => found(join(home, 'nowhere.pub')));
  expect(fault.replaceAll(home, '<home>')).toBe(
    'wfmap: "<home>/nowhere.pub" cannot be read: there is no such file.\n',
  );
});

test('a key in the project is refused, by its own path or by a link to it', async () => {
  put('project/key.pub');
  symlinkSync(join(project, 'key.pub'), join(home, 'link.pub'));
  for (const path of ['project/key.pub', 'link.pub']) {
    const { fault } = await captured(() => found(join(home, path)));
    expect(fault.replaceAll(home, '<home>')).toBe(
      `wfmap: The public key "<home>/${path}" is in the project, where agents can change it.\n` +
        '  Move it out of the project, and name it with --gate-key.\n',
    );
  }
});

test('the public half of a key lies beside it, whatever its name', () => {
  expect(signingKeyPath()).toBe(join(home, 'wfmap/gate-key.pem'));
  expect(publicPathOf('/a/gate-key.pem')).toBe('/a/gate-key.pub');
  expect(publicPathOf('/a/x.pem.old')).toBe('/a/x.pem.old.pub');
});
