import { expect, test } from 'vitest';
import { PROJECTIONS } from '../../../src/framework/projections.ts';
import { MAP_PROJECTION } from '../../../src/framework/map/map-projection.ts';
import { deniedToolsOf, keptOf } from '../../../src/run/files/denied-tools.ts';
import type { Projection } from '../../../src/run/host/projection.ts';
import type { Program } from '../../../src/run/program/program.ts';
import { block, claude } from '../../helpers/block.ts';
import { mapOf, programOf } from '../../helpers/run-host.ts';

function denied(workRoot: string, mapPath: string, workFolder = workRoot): string[] {
  const program = programOf(mapOf(block(claude('Work'))));
  const source = { ...program.source, path: mapPath };
  const record = { ...source, root: 'work' } as const;
  const templateSources = {
    'prompts/work.md': record,
    'prompts/agents/coder.md': record,
    'plan.schema.json': record,
  };
  return deniedToolsOf(
    { ...program, source, templateSources },
    { folder: `${workRoot}/.sdlc/slips/slip-001` },
    [workRoot, workFolder],
    { projections: PROJECTIONS },
  );
}

test('all runs, the folder of this one, the map and all files that it names are denied by their full paths', () => {
  expect(denied('/home/me/project', 'maps/a.json')).toEqual([
    'Edit(//home/me/project/.wfmap/**)',
    'Edit(//home/me/project/.sdlc/slips/slip-001/**)',
    'Edit(//home/me/project/maps/a.json)',
    'Edit(//home/me/project/prompts/work.md)',
    'Edit(//home/me/project/prompts/agents/coder.md)',
    'Edit(//home/me/project/plan.schema.json)',
  ]);
});

test('what a run writes for people is its own, and so are the rules by which git ignores it', () => {
  const always: Projection = { ...MAP_PROJECTION, isOf: () => true };
  const { length } = keptOf(programOf(mapOf(block(claude('Work')))), PROJECTIONS);
  expect(length).toBe(0);
  const kept = keptOf(programOf(mapOf(block(claude('Work')))), { ...PROJECTIONS, all: [always] });
  expect(kept).toEqual([
    '.map/**',
    '.claude/metrics/agent_metrics.jsonl',
    '.map/.gitignore',
    '.map/.gitignore.tmp',
    '.claude/metrics/.gitignore',
    '.claude/metrics/.gitignore.tmp',
  ]);
});

test('what the host guards is denied as it says, with any folders', () => {
  const program = programOf(mapOf(block(claude('Work'))));
  const guardedFiles = ['/p/**/wfmap.config.json', '/home/me/.local/state/wfmap/**'];
  const rules = deniedToolsOf(program, { folder: '/p/.wfmap/runs/a/slip-001' }, ['/p', '/p'], {
    guardedFiles,
    projections: PROJECTIONS,
  });
  expect(rules.slice(-2)).toEqual([
    'Edit(//p/**/wfmap.config.json)',
    'Edit(//home/me/.local/state/wfmap/**)',
  ]);
});

test('the folders of maps that are run inside of the map are denied where they are no part of all runs', () => {
  const inner = (path: string, maps: Program['maps'] = new Map()): Program => {
    const program = programOf(mapOf(block(claude('Work'))));
    return { ...program, maps, source: { ...program.source, path } };
  };
  const deep = inner('.sdlc/workflows/dev/deep-map.json');
  const outer = inner('a.json', new Map([['mid.json', inner('mid.json', new Map([['deep', deep]]))]]));
  expect(
    deniedToolsOf(outer, { folder: '/p/.wfmap/runs/a/slip-001' }, ['/p', '/p'], { projections: PROJECTIONS }),
  ).toEqual([
    'Edit(//p/.wfmap/**)',
    'Edit(//p/.wfmap/runs/a/slip-001/**)',
    'Edit(//p/.sdlc/workslips/dev/deep-slips/**)',
    'Edit(//p/a.json)',
  ]);
});

test('a map outside of the project is denied where it lies', () => {
  expect(denied('/home/me/project', '../elsewhere/a.json')).toContain('Edit(//home/me/elsewhere/a.json)');
});

test('characters that a rule would read as a class stand for any character', () => {
  expect(denied('/home/[me] (b)', 'a.json')).toContain('Edit(//home/?me? ?b?/a.json)');
});

test('where agents work in a worktree, they may write there, and to no run, map or template in either place', () => {
  const worktree = '/home/me/project/.wfmap/worktrees/a';
  expect(denied('/home/me/project', 'a.json', worktree)).toEqual(
    expect.arrayContaining([
      'Edit(//home/me/project/.wfmap/runs/**)',
      'Edit(//home/me/project/a.json)',
      'Edit(//home/me/project/.wfmap/worktrees/a/a.json)',
      'Edit(//home/me/project/.wfmap/worktrees/a/prompts/work.md)',
    ]),
  );
  expect(denied('/home/me/project', 'a.json', worktree)).not.toContain('Edit(//home/me/project/.wfmap/**)');
});

test('the artifacts that a run keeps are denied where they lie, for a map that has any', () => {
  const fields = [{ kind: 'text', name: 'workflow', text: 'map-plan' }] as const;
  const artifacts = [{ name: 'map', fields }];
  const program = programOf(mapOf(block(claude('Work')), { artifacts }));
  expect(
    deniedToolsOf(program, { folder: '/p/.wfmap/runs/a/slip-001' }, ['/p', '/p/w'], {
      projections: PROJECTIONS,
    }),
  ).toEqual(expect.arrayContaining(['Edit(//p/.map/**)', 'Edit(//p/.claude/metrics/agent_metrics.jsonl)']));
  expect(denied('/p', 'a.json').join(' ')).not.toContain('.map');
});
