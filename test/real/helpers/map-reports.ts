import type { Answer } from './answers.ts';
import { report } from './map-jobs.ts';

/** What the agents of the MAP variants report, in the shapes of `prompts/schemas`. */

interface Subtask {
  readonly id: string;
  readonly title: string;
}

export function subtaskOf(id: string, title: string, more: object = {}): Subtask {
  return {
    id,
    title,
    description: `${title}, and nothing else.`,
    dependencies: [],
    risk_level: 'low',
    risks: [],
    security_critical: false,
    complexity_score: 2,
    validation_criteria: [`VC1 [AC-1]: ${title.toLowerCase()}`],
    aag_contract: 'Caller -> calls it -> gets the result',
    affected_files: ['src/add.js'],
    ...more,
  } as Subtask;
}

export function planned(summary: string, ...subtasks: readonly Subtask[]): Answer {
  const analysis = { assumptions: ['Numbers are finite.'], open_questions: [] };
  return report({ analysis, blueprint: { summary, subtasks } });
}

export const researched: Answer = report({
  confidence: 0.9,
  status: 'OK',
  executive_summary: 'RESEARCHED: the calculator has a file for each operation.',
  relevant_locations: [{ path: 'src/add.js', lines: [1, 3], relevance: 'The operation itself.' }],
  patterns_discovered: ['One test file for each file of src.'],
});

/** A step of a search for a fault, which only looks. */
export const SEARCH_STEP = {
  id: 'ST-001',
  title: 'Find out why it subtracts',
  debug_type: 'investigation',
  description: 'Look at add.',
  dependencies: [],
  risk_level: 'low',
  risks: [],
  complexity_score: 2,
  validation_criteria: ['VC1: the line is quoted'],
  affected_files: [],
};

/** The variant `plan` fits the story. */
export function fitForPlan({ testFirst }: { readonly testFirst: boolean }): Answer {
  return report({
    recommended_workflow: 'map-plan',
    needs_map: true,
    decision_summary: 'Two operations.',
    signals: {
      expected_diff_size: 'small',
      has_new_invariants: false,
      needs_independent_review: true,
      has_clear_acceptance_criteria: true,
      test_first_required: testFirst,
      depends_on_runtime_state: false,
    },
  });
}

export function specified(document: string): Answer {
  return report({
    summary: 'Add and multiply.',
    document,
    requirements: [{ id: 'AC-1', text: 'add adds and multiply multiplies.' }],
    open_questions: [],
  });
}

export function changed(approach: string, ...files: readonly string[]): Answer {
  return report({
    approach,
    files_changed: files,
    tests_run: ['npm test — pass'],
    validation_notes: 'VC1: by its test',
    blocker: null,
  });
}

const JUDGEMENT = {
  valid: true,
  summary: 'It holds.',
  recommendation: 'approve',
  issues: [],
  passed_checks: ['correctness'],
  failed_checks: [],
  feedback_for_actor: '',
  escalation_required: false,
};

export const approved: Answer = report(JUDGEMENT);

export function rejected(feedback: string): Answer {
  const issue = {
    severity: 'high',
    category: 'correctness',
    title: 'Wrong',
    description: feedback,
    location: 'src',
  };
  return report({
    ...JUDGEMENT,
    valid: false,
    summary: 'It does not hold.',
    recommendation: 'revise',
    issues: [issue],
    passed_checks: [],
    failed_checks: ['correctness'],
    feedback_for_actor: feedback,
  });
}

export function judgedVariant(variant: string, statement: string): Answer {
  return report({
    ...JUDGEMENT,
    variant_id: variant,
    decisions_identified: [
      {
        id: `${variant}-dec-001`,
        category: 'api',
        statement,
        rationale: 'It is enough.',
        priority_class: 'correctness',
      },
    ],
    compatibility_features: {
      error_paradigm: 'exceptions',
      concurrency_model: 'none',
      state_management: 'none',
      type_strictness: 'none',
      naming_convention: 'camelCase',
      imports_used: [],
    },
    spec_contract_compliant: true,
  });
}

export function merged(...files: readonly string[]): Answer {
  return report({
    approach: 'The sum, with the check of v1.',
    files_changed: files,
    tests_run: ['npm test — pass'],
    decisions_implemented: ['v1-dec-001'],
    decisions_rejected: [{ id: 'v2-dec-001', reason: 'Nothing is won.' }],
    strategy_used: 'fresh_generation',
    base_variant: null,
    compatibility_score: 0.9,
    conflict_resolutions: [],
    confidence: 0.9,
  });
}

export function testsWritten(notes: string, ...files: readonly string[]): Answer {
  return report({
    test_files: files,
    tests_run: ['npm test — fail'],
    covered_criteria: ['VC1'],
    assertions_total: 2,
    assertions_trivial: 0,
    notes,
  });
}

export const verified: Answer = report({
  passed: true,
  confidence: 0.95,
  verification_method: 'tests',
  criteria_met: ['VC1'],
  issues: [],
  root_cause: {
    unmet_requirements: [],
    error_files: [],
    fix_type: 'none',
    invalidated_subtasks: [],
    suggested_action: '',
  },
});

export function predicted(risk: string, ...breaking: readonly string[]): Answer {
  return report({
    analysis_metadata: { tier_selected: 1, tier_rationale: 'One file.' },
    predicted_state: {
      modified_files: ['src/add.js'],
      affected_components: [],
      breaking_changes: breaking,
      required_updates: [],
    },
    risk_assessment: risk,
    confidence: { score: 0.9 },
    recommendation: 'Nothing more is touched.',
  });
}

export function scored(score: number, recommendation: string): Answer {
  const scores = Object.fromEntries(
    ['functionality', 'code_quality', 'performance', 'security', 'testability', 'completeness'].map(
      (name) => [name, score],
    ),
  );
  return report({ scores, overall_score: score, recommendation, weaknesses: [], next_steps: ['Merge it.'] });
}

export function reviewed(verdict: string, ...titles: readonly string[]): Answer {
  const issues = titles.map((title) => ({
    severity: 'medium',
    category: 'correctness',
    title,
    description: `${title}.`,
    location: 'src/add.js:2',
    reach_evidence: 'grep: one caller',
  }));
  const summary = `It is ${verdict}.`;
  return report({
    evidence: ['src/add.js:2'],
    verdict,
    valid: verdict === 'approved',
    summary,
    issues,
    feedback_for_actor: titles.join('; '),
    escalation_required: false,
    passed_checks: [],
    failed_checks: [],
  });
}
