import { graphOfMap } from '../graph/graph-of-map.ts';
import type { Execution } from '../view/run-view.ts';
import { runPageOf, type ShownRun } from './run-page.ts';
import { RunRows } from './run-rows.ts';
import type { RunReport, TextPart } from './shapes.ts';
import { stepPagesOf } from './step-page.ts';
import { editsText, streamText, wholeText, type TextPlace } from './task-texts.ts';

/** Units: executions that are kept in full, the last ones; UTF-16 of one text, and of all of them. */
const MAX_STEPS = 2000;
const MAX_TEXT = 200_000;
const MAX_TEXTS = 12_000_000;

/** A run with all that is shown of it, to be kept in one file. Errors: throws JournalError. */
export function runReportOf(shown: ShownRun, place: TextPlace, made: RunReport['made']): RunReport {
  const { view, program } = shown;
  const rows = new RunRows();
  rows.update(view);
  const executions = view.executions.slice(-MAX_STEPS);
  const steps = stepPagesOf(shown, executions);
  return {
    made,
    page: runPageOf(shown),
    graph: program === undefined ? null : graphOfMap(program, program.source.path),
    rows: rows.since(0),
    reasons: steps.flatMap(({ reason }) => reason ?? []),
    steps,
    texts: textsOf(place, executions),
  };
}

/** The last ones are kept: they tell how it came to its end. */
function textsOf(place: TextPlace, executions: readonly Execution[]): RunReport['texts'] {
  const texts: Record<string, string> = {};
  let left = MAX_TEXTS;
  for (const execution of executions.toReversed()) {
    const { seq, hasPrompt, turns, commands } = execution;
    const add = (kind: 'prompt' | 'stream' | 'edits', { text }: TextPart): void => {
      const kept =
        text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}\n[the rest is not in this file]`;
      if (kept.length > left) return;
      left -= kept.length;
      texts[`${kind} ${seq}`] = kept;
    };
    if (hasPrompt) add('prompt', wholeText(place, execution, 'prompt'));
    if (turns + commands === 0) continue;
    add('stream', streamText(place, execution, 0));
    add('edits', editsText(place, execution));
  }
  return texts;
}
