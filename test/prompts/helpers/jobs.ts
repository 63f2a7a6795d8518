/** A task prompt with the role that it is written for and what comes back. */
export interface Job {
  readonly prompt: string;
  readonly agent: string;
  readonly schema: string;
  /** Fixed parameters of the role. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

/** Every prompt of `prompts/map`, with each role that it is used with. */
export const JOBS: readonly Job[] = [
  { prompt: 'fit', agent: 'research-agent', schema: 'workflow-fit' },
  { prompt: 'discover', agent: 'research-agent', schema: 'research' },
  { prompt: 'find-places', agent: 'research-agent', schema: 'research' },
  { prompt: 'interview', agent: 'research-agent', schema: 'interview' },
  { prompt: 'write-spec', agent: 'research-agent', schema: 'specification' },
  { prompt: 'review-spec', agent: 'monitor', schema: 'spec-review' },
  { prompt: 'decompose', agent: 'task-decomposer', schema: 'blueprint', settings: { max_subtasks: 8 } },
  { prompt: 'redecompose', agent: 'task-decomposer', schema: 'blueprint' },
  { prompt: 'analyse-bug', agent: 'task-decomposer', schema: 'debug-plan', settings: { is_debug: true } },
  { prompt: 'research', agent: 'research-agent', schema: 'research' },
  { prompt: 'investigate', agent: 'actor', schema: 'investigation', settings: { role: 'investigator' } },
  { prompt: 'write-tests', agent: 'actor', schema: 'test-report', settings: { role: 'test_writer' } },
  { prompt: 'act', agent: 'actor', schema: 'actor-report' },
  { prompt: 'act', agent: 'actor', schema: 'actor-report', settings: { role: 'code_only' } },
  { prompt: 'act', agent: 'actor', schema: 'actor-report', settings: { approach_focus: 'security' } },
  { prompt: 'fix', agent: 'actor', schema: 'actor-report' },
  { prompt: 'repair-gates', agent: 'actor', schema: 'actor-report' },
  { prompt: 'monitor', agent: 'monitor', schema: 'monitor-report' },
  {
    prompt: 'monitor',
    agent: 'monitor',
    schema: 'monitor-variant',
    settings: { mode: 'variant', variant_id: 'v1' },
  },
  { prompt: 'review-change', agent: 'monitor', schema: 'monitor-review', settings: { mode: 'review' } },
  { prompt: 'predict', agent: 'predictor', schema: 'prediction', settings: { tier_hint: 2 } },
  { prompt: 'review-change', agent: 'predictor', schema: 'prediction' },
  { prompt: 'evaluate', agent: 'evaluator', schema: 'evaluation' },
  { prompt: 'review-change', agent: 'evaluator', schema: 'evaluation' },
  { prompt: 'review-change', agent: 'documentation-reviewer', schema: 'documentation-review' },
  { prompt: 'synthesize', agent: 'synthesizer', schema: 'synthesis' },
  { prompt: 'arbitrate', agent: 'debate-arbiter', schema: 'arbitration' },
  { prompt: 'verify', agent: 'final-verifier', schema: 'final-verification' },
  { prompt: 'reflect', agent: 'reflector', schema: 'reflection' },
];
