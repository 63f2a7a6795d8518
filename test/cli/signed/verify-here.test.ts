import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyHere } from '../../../src/cli/signed/verify-here.ts';
import { captured } from '../../helpers/captured.ts';
import { makeGenuineRuns, steady, type GenuineFolder } from './genuine-runs.ts';
import { Forgery } from '../../helpers/forgery.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/signed`;

let runs: GenuineFolder;
beforeAll(async () => {
  runs = await makeGenuineRuns();
});
afterAll(() => runs.remove());

test('a folder of a run is verified for a person and for a program, and the exit code says whether it is', async () => {
  const forged = new Forgery(runs.waiting);
  forged.change('human.answered', 0, { action: 'Reject' });
  forged.write();
  const said = async (folder: string, json: boolean): Promise<string> => {
    const { value, stdout } = await captured(() => verifyHere(folder, runs.publicPath, json));
    return `exit code ${value}\n${stdout}`;
  };
  const reported = [
    await said(runs.done, false),
    await said(runs.done, true),
    await said(forged.folder, false),
    await said(forged.folder, true),
  ];
  const text = reported.join('\n').replaceAll(/wfmap-forged-\w+/g, '<forged>');
  rmSync(dirname(forged.folder), { recursive: true });
  await expect(steady(text, runs)).toMatchFileSnapshot(`${FIXTURES}/verify-here.out`);
});
