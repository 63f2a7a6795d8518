import { placeText, worstFirst } from '../../../findings/finding.ts';
import { readFindings } from '../../../findings/read-findings.ts';
import { markdownText } from '../../../findings/to-markdown.ts';
import type { Value } from '../../../model/value.ts';
import { lineOf, memberOf, textsIn } from '../follow/member.ts';
import type { MapFile } from './map-file.ts';
import { summaryOf, type MapView } from './map-view.ts';
import { stepKeyOf } from '../follow/task-notes.ts';
import { hasHandoff } from './learning.ts';
import { earlyEndOf, subtaskStatusOf, terminalStatusOf } from './terminal-status.ts';
import { overallOf, recipesOf, type Recipe } from './verification-results.ts';

/** Units: entries of a report; the worst of a kind come first, the others are counted. */
const MAX_ISSUES = 200;

/** What is open when a run has ended. */
interface Issue {
  readonly id: string;
  readonly stage: string;
  readonly source_artifact: string;
  readonly status: 'open';
  readonly summary: string;
}

/** The reports that a run leaves at its end, for people and for the next workflow; none before. */
export function closingReports(view: MapView, others: readonly MapFile[]): readonly MapFile[] {
  if (!hasHandoff(view)) return [];
  const recipes = recipesOf(view) ?? [];
  const issues = issuesOf(view, recipes);
  const at = view.run.end?.at ?? view.run.updatedAt;
  const list: Value = { updated_at: at, issues: issues.map((each) => ({ ...each })) };
  const summary = verificationSummary(view, recipes, issues);
  return [
    fileOf('active-issues.json', 'active_issues', jsonText(list)),
    ...(recipes.length === 0 ? [] : [fileOf('verification-summary.md', 'verification', summary)]),
    ...(view.plan === undefined
      ? []
      : [fileOf('pr-draft.md', 'pr_draft', pullRequestDraft(view, recipes, issues))]),
    fileOf('run_health_report.json', 'run_health', jsonText(healthOf(view, others))),
  ];
}

function issuesOf(view: MapView, recipes: readonly Recipe[]): readonly Issue[] {
  const { subtasks, plan, branchKey, review } = view;
  const state = `state_${branchKey}.json`;
  const titles = new Map((plan?.subtasks ?? []).map(({ id, title }) => [id, title]));
  const left = subtasks.flatMap((each) => {
    const status = subtaskStatusOf(view, each);
    if (status === 'complete') return [];
    const because = each.lastError === undefined ? '' : `: ${each.lastError}`;
    return [`${each.id} ${titles.get(each.id) ?? ''} is ${status}${because}`];
  });
  const failed = recipes.filter(({ status }) => status === 'fail').map(({ summary }) => summary);
  const found = worstFirst(readFindings(review.value ?? null))
    .filter(({ decision = '' }) => decision !== 'leave')
    .map(({ severity, place, what, decision = '' }) =>
      [severity, placeText(place), decision, what].filter((part) => part !== '').join(', '),
    );
  return [
    ...listed('IMP', 'implementation', state, left),
    ...listed('VER', 'verification', `verification_results_${branchKey}.json`, [
      ...failed,
      ...verifierIssuesOf(view),
    ]),
    ...listed('REV', 'review', 'review.md', found),
  ];
}

/** What a verification that did not pass says, in its own words. */
function verifierIssuesOf({ verification }: MapView): readonly string[] {
  const value = memberOf(verification.value ?? null, 'final_verification') ?? null;
  if (memberOf(value, 'passed') !== false) return [];
  return [
    ...textsIn(value, 'issues'),
    ...textsIn(memberOf(value, 'root_cause') ?? null, 'unmet_requirements'),
  ];
}

function listed(
  prefix: string,
  stage: string,
  source_artifact: string,
  texts: readonly string[],
): readonly Issue[] {
  return texts.slice(0, MAX_ISSUES).map((text, index) => ({
    id: `${prefix}-${String(index + 1).padStart(3, '0')}`,
    stage,
    source_artifact,
    status: 'open',
    summary: lineOf(text, 500),
  }));
}

function verificationSummary(view: MapView, recipes: readonly Recipe[], issues: readonly Issue[]): string {
  const lines = [
    '# Verification Summary',
    '',
    `- Branch: ${markdownText(view.branch)}`,
    `- Task: ${markdownText(lineOf(view.goalText, 200) || view.workflow)}`,
    `- Verdict: ${overallOf(recipes)}`,
    '',
    '## Checks Run',
    '',
    ...checkLines(recipes),
    '',
    '## Findings',
    '',
    ...issueLines(issues),
    '',
    '## Next Action',
    '',
    issues.length === 0 ? 'Have the branch reviewed.' : 'Mend what is open, then check again.',
  ];
  return `${lines.join('\n')}\n`;
}

/** What a pull request says of the work: a draft, for whoever opens it. */
function pullRequestDraft(view: MapView, recipes: readonly Recipe[], issues: readonly Issue[]): string {
  const done = view.subtasks.filter(({ status }) => status === 'complete');
  const titles = new Map((view.plan?.subtasks ?? []).map(({ id, title }) => [id, title]));
  const early = earlyEndOf(view);
  const lines = [
    `# ${markdownText(lineOf(view.plan?.summary ?? '', 200) || lineOf(view.goalText, 200) || view.workflow)}`,
    '',
    '## Summary',
    '',
    ...bulletsOf(
      done.map((each) => `${each.id} ${titles.get(each.id) ?? ''}: ${lineOf(summaryOf(each), 300)}`),
    ),
    '',
    '## Validation',
    '',
    ...checkLines(recipes),
    '',
    '## Risks',
    '',
    ...(early === undefined ? [] : bulletsOf([`The work ended early: ${early.reason}`])),
    ...issueLines(issues),
  ];
  return `${lines.join('\n')}\n`;
}

function checkLines(recipes: readonly Recipe[]): readonly string[] {
  return bulletsOf(recipes.map(({ id, status, summary }) => `${id}: ${status}, ${summary}`));
}

function issueLines(issues: readonly Issue[]): readonly string[] {
  return bulletsOf(issues.map(({ id, summary }) => `${id}: ${summary}`));
}

function bulletsOf(texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? ['- None.'] : texts.map((text) => `- ${markdownText(text)}`);
}

/** How the run went: which steps it took, which files it left, and where it had to help itself. */
function healthOf(view: MapView, others: readonly MapFile[]): Value {
  const { run, subtasks, steps } = view;
  const tracks = [run.plan, ...subtasks.map(({ track }) => track)];
  const done = new Set(tracks.flatMap((track) => track.done));
  const roles = new Set(run.turnsEnded.flatMap(({ role }) => role ?? []));
  return {
    terminal_status: terminalStatusOf(view),
    outcome: run.end?.outcome ?? '',
    steps: {
      completed: steps.filter((step) => done.has(step)).map((step) => stepKeyOf(step)),
      not_taken: steps.filter((step) => !done.has(step)).map((step) => stepKeyOf(step)),
    },
    artifacts: Object.fromEntries(others.map(({ path }) => [path, true])),
    resiliency_signals: {
      retries: subtasks.reduce((sum, { retries }) => sum + retries, 0),
      reworks: subtasks.reduce((sum, { reworks }) => sum + reworks, 0),
      failed_turns: run.turnsEnded.filter(({ outcome }) => outcome !== 'answered').length,
      predictor_called: roles.has('predictor'),
      evaluator_called: roles.has('evaluator'),
      final_verifier_executed: roles.has('final-verifier'),
      people_asked: run.asked,
    },
  };
}

function fileOf(path: string, kind: string, text: string): MapFile {
  return { path, kind, stage: undefined, text, at: null };
}

function jsonText(value: Value): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
