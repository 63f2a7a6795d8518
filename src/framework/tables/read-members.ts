/**
 * The members that artifacts and learning read, where they are there, of what an agent with a role or a task with a label
 * came to: no map has to read them as well.
 */
export const READ_MEMBERS: readonly string[] = [
  'approach',
  'approved',
  'commit',
  'commit_sha',
  'exitCode',
  'feedback',
  'feedback_for_actor',
  'files',
  'files_changed',
  'issues',
  'overall_score',
  'passed',
  'reason',
  'recommendation',
  'scores',
  'status',
  'stdout',
  'summary',
  'text',
  'valid',
  'validation_notes',
  'validation_passed',
  'verdict',
];
