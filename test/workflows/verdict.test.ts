/** The verdict of the map `review`, over all that its reviewers can say. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expressionOf } from '../../src/expression/cel/expression-of.ts';
import type { Value } from '../../src/model/value.ts';

const MAP = resolve(import.meta.dirname, '../../workflows/review.json');
const { taskDefinitions } = JSON.parse(readFileSync(MAP, 'utf8')) as {
  readonly taskDefinitions: {
    readonly Verdict: {
      readonly set: Readonly<Record<string, string>>;
      readonly actions: Readonly<Record<string, { readonly when?: string }>>;
    };
  };
};
const { set, actions } = taskDefinitions.Verdict;

const EIGHT = {
  functionality: 8,
  code_quality: 8,
  performance: 8,
  security: 8,
  testability: 8,
  completeness: 8,
};
type Scores = typeof EIGHT;

interface Issue {
  readonly severity: string;
  readonly title: string;
}

interface Reviews {
  readonly monitor: {
    readonly verdict: string;
    readonly valid: boolean;
    readonly issues: readonly Issue[];
  };
  readonly predictor: {
    readonly risk_assessment: string;
    readonly predicted_state: { readonly breaking_changes: readonly string[] };
  };
  readonly evaluator: {
    readonly recommendation: string;
    readonly scores: Scores;
  };
  /** Null where no documents are touched. */
  readonly documents: { readonly valid: boolean; readonly recommendation: string } | null;
}

/** What the map makes of three reviews: by its own expressions, in the order in which they stand. */
function verdictOf(reviews: Reviews): { readonly verdict: unknown; readonly taken: readonly string[] } {
  const said = { ...(reviews as unknown as Record<string, Value>), found: [], decisions: [] };
  const values = new Map<string, Value>(Object.entries(said));
  const types = new Map(Object.keys(said).map((name) => [name, 'any' as const]));
  const evaluate = (text: string): Value => expressionOf({ text }).evaluate({ types, values });
  for (const [name, text] of Object.entries(set)) {
    values.set(name, evaluate(text));
    types.set(name, 'any');
  }
  const holding = Object.entries(actions).filter(
    ([, { when }]) => when === undefined || evaluate(when) === true,
  );
  return { verdict: values.get('verdict'), taken: holding.map(([name]) => name) };
}

const CRITICAL: Issue = { severity: 'critical', title: 'Anybody may reset' };
const WELL_DOCUMENTED = { valid: true, recommendation: 'proceed' };

function* allReviews(): Iterable<Reviews> {
  for (const verdict of ['approved', 'needs_revision', 'rejected'])
    for (const [valid, issues] of [
      [true, []],
      [true, [CRITICAL]],
      [false, []],
    ] as const)
      for (const recommendation of ['proceed', 'improve', 'reconsider'])
        for (const security of [4, 5, 10])
          for (const functionality of [4, 5, 10])
            for (const risk_assessment of ['low', 'medium', 'high', 'critical'])
              for (const breaking_changes of [[], ['pay() is gone']])
                for (const documents of [null, WELL_DOCUMENTED, { valid: false, recommendation: 'improve' }])
                  yield {
                    monitor: { verdict, valid, issues },
                    predictor: { risk_assessment, predicted_state: { breaking_changes } },
                    evaluator: { recommendation, scores: { ...EIGHT, security, functionality } },
                    documents,
                  };
}

/** The framework's weights. */
function overallOf(scores: Scores): number {
  const { functionality, code_quality, performance, security, testability, completeness } = scores;
  return (
    functionality * 0.25 +
    code_quality * 0.2 +
    performance * 0.15 +
    security * 0.2 +
    testability * 0.1 +
    completeness * 0.1
  );
}

/** The rule as the framework states it; what it leaves open is REVISE. Findings and scores outrank what is concluded from them. */
function ruleOf({ monitor, predictor, evaluator, documents }: Reviews): string {
  const isRisky = ['high', 'critical'].includes(predictor.risk_assessment);
  const blocks = [
    monitor.verdict === 'rejected',
    evaluator.recommendation === 'reconsider',
    overallOf(evaluator.scores) < 5,
    evaluator.scores.security < 5,
    evaluator.scores.functionality < 5,
    isRisky && predictor.predicted_state.breaking_changes.length > 0,
  ];
  if (blocks.includes(true)) return 'BLOCK';
  const revises =
    monitor.verdict === 'needs_revision' ||
    evaluator.recommendation === 'improve' ||
    overallOf(evaluator.scores) < 7;
  return revises || !monitor.valid || monitor.issues.length > 0 || documents?.valid === false
    ? 'REVISE'
    : 'PROCEED';
}

const ACTIONS: Readonly<Record<string, string>> = { BLOCK: 'Block', REVISE: 'Revise', PROCEED: 'Proceed' };

describe('the verdict of a review', () => {
  const all = [...allReviews()].map((reviews) => ({ reviews, ...verdictOf(reviews) }));

  test('is there for all that reviewers can say, and is that of the framework', () => {
    expect(all).toHaveLength(3 * 3 * 3 * 3 * 3 * 4 * 2 * 3);
    for (const { reviews, verdict } of all) expect(verdict, JSON.stringify(reviews)).toBe(ruleOf(reviews));
    expect(new Set(all.map(({ verdict }) => verdict))).toEqual(new Set(['BLOCK', 'REVISE', 'PROCEED']));
  });

  test('is the way that is taken: BLOCK before PROCEED, and REVISE for the rest', () => {
    for (const { reviews, verdict, taken } of all) {
      expect(taken[0], JSON.stringify(reviews)).toBe(ACTIONS[String(verdict)]);
      expect(taken.at(-1)).toBe('Revise');
    }
  });

  test('is no better for a review that is worse', () => {
    const rank = ['PROCEED', 'REVISE', 'BLOCK'];
    const worse: readonly ((reviews: Reviews) => Reviews)[] = [
      (each) => ({ ...each, monitor: { ...each.monitor, verdict: 'rejected' } }),
      (each) => ({ ...each, monitor: { ...each.monitor, valid: false } }),
      (each) => ({ ...each, monitor: { ...each.monitor, issues: [CRITICAL] } }),
      (each) => ({ ...each, documents: { valid: false, recommendation: 'reconsider' } }),
      (each) => ({ ...each, evaluator: { ...each.evaluator, recommendation: 'reconsider' } }),
      (each) => ({
        ...each,
        evaluator: { ...each.evaluator, scores: { ...each.evaluator.scores, security: 4, functionality: 4 } },
      }),
      (each) => ({ ...each, predictor: { ...each.predictor, risk_assessment: 'critical' } }),
    ];
    const known = new Map(all.map(({ reviews, verdict }) => [JSON.stringify(reviews), verdict]));
    for (const { reviews, verdict } of all) {
      for (const change of worse) {
        const after = change(reviews);
        const changed = known.get(JSON.stringify(after)) ?? verdictOf(after).verdict;
        expect(rank.indexOf(String(changed)), JSON.stringify(reviews)).toBeGreaterThanOrEqual(
          rank.indexOf(String(verdict)),
        );
      }
    }
  });
});
