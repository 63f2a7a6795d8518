import type { Value } from '../../../model/value.ts';
import type { SubtaskRun } from '../follow/map-run.ts';
import type { MapView } from './map-view.ts';
import { lineOf, memberOf, textIn, textsIn } from '../follow/member.ts';
import { partOfName } from './step-state.ts';
import { isContractReady } from './terminal-status.ts';

/** The subtasks whose tests are written and wait for an implementation; none before the run stopped for that. */
export function contractsReadyIn({ run, subtasks }: MapView): readonly SubtaskRun[] {
  return isContractReady(run) ? subtasks.filter(({ results }) => results.has('2.25')) : [];
}

/** The text of `test_contract_<subtask>.md`: what the tests hold fast, for whoever implements it. */
export function testContractText({ plan }: MapView, subtask: SubtaskRun): string {
  const { id, results } = subtask;
  const planned = plan?.subtasks.find((each) => each.id === id);
  const tests = results.get('2.25') ?? null;
  const lines = [
    `# Test Contract ${lineOf(id)}: ${lineOf(planned?.title ?? id)}`,
    '',
    '## AAG Contract',
    '',
    lineOf(planned?.contract ?? '', 1000) || '-',
    '',
    '## Test Files',
    '',
    ...bulletsOf(testFilesOf(subtask)),
    '',
    '## Failing Test Command',
    '',
    codeOf(failingCommandOf(subtask)),
    '',
    '## Locked Behavior',
    '',
    ...bulletsOf(lockedOf(textsIn(tests, 'covered_criteria'), planned?.criteria ?? [])),
    '',
    '## Constraints For The Implementer',
    '',
    '- The test files are read-only.',
    '- The work is done when the failing command passes.',
  ];
  return `${lines.join('\n')}\n`;
}

/** The criteria in full, and what the tests cover beside them. */
function lockedOf(covered: readonly string[], criteria: readonly string[]): readonly string[] {
  const isKnown = (each: string): boolean =>
    criteria.some((one) => one === each || one.startsWith(`${each}:`) || one.startsWith(`${each} `));
  return [...criteria, ...covered.filter((each) => !isKnown(each))];
}

/** The content of `test_handoff_<subtask>.json`. */
export function testHandoffJson(view: MapView, subtask: SubtaskRun): Value {
  const tests = subtask.results.get('2.25') ?? null;
  const planned = view.plan?.subtasks.find((each) => each.id === subtask.id);
  return {
    subtask_id: subtask.id,
    status: 'contract_ready',
    contract_path: `test_contract_${partOfName(subtask.id)}.md`,
    failing_test_command: failingCommandOf(subtask),
    test_files: testFilesOf(subtask),
    contract_summary: lineOf(planned?.contract || planned?.title || subtask.id, 1000),
    notes: lineOf(textIn(tests, 'notes', 'validation_notes') ?? '', 2000),
    updated_at: view.run.end?.at ?? view.run.updatedAt,
  };
}

/** Those of the result were written; without it, what is reported counts. */
function testFilesOf({ result, results }: SubtaskRun): readonly string[] {
  const written = textsIn(result, 'files');
  if (written.length > 0) return written;
  const tests = results.get('2.25') ?? null;
  const files = textsIn(tests, 'test_files');
  return files.length > 0 ? files : textsIn(tests, 'files_changed');
}

/** The command that runs the new tests: as the report names it, else what the gate ran, else `cmd — fail` in the report. */
function failingCommandOf({ results }: SubtaskRun): string | null {
  const own = textIn(results.get('2.25'), 'test_command');
  if (own !== undefined) return lineOf(own, 1000);
  const gate = textIn(results.get('2.26'), 'command');
  if (gate !== undefined) return lineOf(gate, 1000);
  const run = memberOf(results.get('2.25'), 'tests_run');
  const first = typeof run === 'string' ? run : textsIn(results.get('2.25'), 'tests_run')[0];
  return first === undefined ? null : lineOf(first.replace(/\s+[—–-]+\s*(?:pass|fail)\w*\s*$/i, ''), 1000);
}

function codeOf(command: string | null): string {
  return command === null ? '-' : `    ${command}`;
}

function bulletsOf(entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? ['-'] : [...new Set(entries)].map((each) => `- ${lineOf(each, 1000)}`);
}
