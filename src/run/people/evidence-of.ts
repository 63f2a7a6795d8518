import { relative } from 'node:path';
import { expressionOf } from '../../expression/cel/expression-of.ts';
import type { Scope } from '../../expression/types/value.ts';
import { readEvidence } from '../../findings/read-evidence.ts';
import { digestOf } from '../../journal/source-store.ts';
import type { HumanTask } from '../../model/block.ts';
import type { ChangeExcerpt, QuestionEvidence } from '../../model/event-records.ts';
import type { LiveRun } from '../live/live-run.ts';
import { excerpt } from '../program/excerpt.ts';
import type { OpenTask } from '../state/run-state.ts';

/** Of a change; the rest is in a file of the run directory. Units: UTF-16. */
const MAX_CHANGE = 6_000;

/** What the person who is asked decides by; undefined for nothing. Errors: throws ExpressionError. */
export function evidenceOf(
  live: LiveRun,
  open: OpenTask,
  { evidence }: HumanTask,
  scope: Scope,
): QuestionEvidence | undefined {
  const read = evidence && readEvidence(expressionOf(evidence).evaluate(scope));
  if (read === undefined) return undefined;
  const masked = (text: string): string => live.mask.text(text);
  return {
    findings: read.findings.map((finding) => ({
      ...finding,
      what: masked(finding.what),
      why: masked(finding.why),
      mend: masked(finding.mend),
    })),
    attempts: read.attempts.map(masked),
    options: read.options.map(masked),
    change: read.change.trim() === '' ? null : changeOf(live, open, masked(read.change)),
    left: read.left,
  };
}

/** A change outlives its worktree: where it is long, all of it is a file of the run. */
function changeOf(live: LiveRun, open: OpenTask, whole: string): ChangeExcerpt {
  const text = excerpt(whole, MAX_CHANGE);
  const file = text.length < whole.length ? live.files.writeChange(open, whole) : undefined;
  const path = file === undefined ? null : relative(live.settings.workRoot, file);
  return { text, sizeChars: whole.length, digest: digestOf(whole), path };
}
