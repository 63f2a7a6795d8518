import type { Value } from '../../../model/value.ts';
import { blueprintFaults } from './blueprint-faults.ts';
import { closeTask } from './close-task.ts';
import { compareReport } from './compare-report.ts';
import { compareTests } from './compare-tests.ts';
import { handoffRead } from './handoff-read.ts';
import { headAndTail } from './head-and-tail.ts';
import { lessonText } from './lesson-text.ts';
import { mapContext } from './map-context.ts';
import { nextVersion } from './next-version.ts';
import { planDifferences, revisePlan } from './revise-plan.ts';
import { replan } from './replan.ts';
import { reviewFindings } from './review-findings.ts';
import { taskList } from './task-list.ts';
import { testVerdict } from './test-verdict.ts';
import { whyRefused } from './why-refused.ts';

/** The functions of the MAP framework. What the checker knows of them is in `map-functions.ts`. */
export type MapFunctionName =
  | 'blueprintFaults'
  | 'replan'
  | 'revisePlan'
  | 'planDifferences'
  | 'testVerdict'
  | 'compareReport'
  | 'compareTests'
  | 'reviewFindings'
  | 'whyRefused'
  | 'headAndTail'
  | 'mapContext'
  | 'nextVersion'
  | 'taskList'
  | 'closeTask'
  | 'handoffRead'
  | 'lessonText';

type Call = (args: readonly Value[]) => Value;

const CALLS: Readonly<Record<MapFunctionName, Call>> = {
  blueprintFaults: ([subtasks = null, max = null]) => blueprintFaults(subtasks, max),
  replan: ([before = null, after = null, invalidated = null]) => replan(before, after, invalidated),
  revisePlan: ([before = null, after = null, ids = null]) => revisePlan(before, after, ids),
  planDifferences: ([before = null, after = null]) => planDifferences(before, after),
  testVerdict: ([exitCode = null, output = null]) => testVerdict(exitCode, output),
  compareReport: ([report = null, changed = null, before = null]) => compareReport(report, changed, before),
  reviewFindings: ([reports = null]) => reviewFindings(reports),
  compareTests: ([before = null, after = null, files = null]) => compareTests(before, after, files),
  whyRefused: ([report = null]) => whyRefused(report),
  headAndTail: ([text = null, lines = null]) => headAndTail(text, lines),
  mapContext: ([context = null]) => mapContext(context),
  nextVersion: ([current = null, bump = null]) => nextVersion(current, bump),
  taskList: ([source = null]) => ({ ...taskList(source) }),
  closeTask: ([text = null, task = null]) => closeTask(text, task),
  handoffRead: ([metrics = null, at = null, isImmediate = null, repeated = null]) =>
    handoffRead(metrics, at, isImmediate, repeated),
  lessonText: ([lesson = null]) => lessonText(lesson),
};

/**
 * Calls a function with whatever it is given.
 *
 * The only way to their code, which the program loads when a run first calls one: checking a map needs none of it.
 * Errors: none thrown. Takes time in proportion to what it is given.
 */
export function callMapFunction(name: MapFunctionName, args: readonly Value[]): Value {
  return CALLS[name](args);
}
