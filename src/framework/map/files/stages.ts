/** The stages of `artifact_manifest.json`, in the order of work. */
export const STAGES = [
  'workflow_fit',
  'spec',
  'plan',
  'test_contract',
  'implementation',
  'review',
  'verification',
  'learn_handoff',
] as const;

export type Stage = (typeof STAGES)[number];
