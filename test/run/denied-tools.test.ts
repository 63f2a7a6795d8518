import { expect, test } from 'vitest';
import { deniedToolsOf } from '../../src/run/denied-tools.ts';
import { block, claude } from '../helpers/block.ts';
import { mapOf, programOf } from '../helpers/run-host.ts';

function denied(workRoot: string, mapPath: string): string[] {
  const task = claude('Work');
  const filed = { ...task, prompt: { kind: 'file', path: 'prompts/work.md' } } as const;
  const program = programOf(mapOf(block(task, filed, filed)));
  const source = { ...program.source, path: mapPath };
  return deniedToolsOf({ ...program, source }, { folder: `${workRoot}/.sdlc/slips/slip-001` }, workRoot);
}

test('all runs, the folder of this one, the map and its templates are denied by their full paths', () => {
  expect(denied('/home/me/project', 'maps/a.json')).toEqual([
    'Edit(//home/me/project/.wfmap/**)',
    'Edit(//home/me/project/.sdlc/slips/slip-001/**)',
    'Edit(//home/me/project/maps/a.json)',
    'Edit(//home/me/project/prompts/work.md)',
  ]);
});

test('a map outside of the project is denied where it lies', () => {
  expect(denied('/home/me/project', '../elsewhere/a.json')).toContain('Edit(//home/me/elsewhere/a.json)');
});

test('characters that a rule would read as a class stand for any character', () => {
  expect(denied('/home/[me] (b)', 'a.json')).toContain('Edit(//home/?me? (b)/a.json)');
});
