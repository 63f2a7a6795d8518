import type { AnswerReport } from '../../src/cli/commands/answer-command.ts';
import type { CheckpointReport } from '../../src/cli/commands/in-tasks/checkpoint-command.ts';
import type { SoundDraft } from '../../src/cli/commands/in-tasks/draft-command.ts';
import type { Finding } from '../../src/cli/commands/doctor-command.ts';
import type { Explained } from '../../src/cli/commands/explain-command.ts';
import type { LogLine } from '../../src/cli/commands/logs-command.ts';
import type { PromptJson } from '../../src/cli/commands/prompt-command.ts';
import type { PrunedWorktree } from '../../src/cli/commands/runs-prune-command.ts';
import type { ServeReport } from '../../src/cli/commands/serve-command.ts';
import type { SteerReport } from '../../src/cli/commands/steer-command.ts';
import type { ShowJson } from '../../src/cli/commands/show-command.ts';
import type { RefusedCheckpoint } from '../../src/cli/checkpoint/find-checkpoint.ts';
import type { RunLine } from '../../src/cli/progress/progress.ts';
import type { VerdictJson } from '../../src/cli/signed/verify-here.ts';
import type { OutlineJson } from '../../src/cli/views/outline-json.ts';
import type { RunSummary } from '../../src/report/run-summary.ts';
import type { MapLine } from '../../src/report/shapes.ts';
import type { RecordJson } from '../../src/cli/commands/stories/record-command.ts';
import type { WhyJson } from '../../src/cli/views/why-json.ts';
import type { DiagnosticReport } from '../../src/diagnostics/to-json.ts';

/**
 * What commands print as JSON, by the name of its schema: `output-schemas.mjs` makes `grammar/output/<name>.schema.json` of
 * each. What stands at a member is the title of its schema. That of `wfmap test` is written by hand.
 */
export interface JsonOutputs {
  /** One line of run, resume, answer and watch with --json, and of show --events: an event of a run. */
  readonly event: RunLine;
  /** wfmap list --json */
  readonly list: readonly MapLine[];
  /** wfmap runs --json */
  readonly runs: readonly RunSummary[];
  /** wfmap runs prune --json */
  readonly 'runs-prune': readonly PrunedWorktree[];
  /** The line of wfmap serve --json, when it is ready */
  readonly serve: ServeReport;
  /** wfmap show --json */
  readonly show: ShowJson;
  /** wfmap show --verify KEY --json */
  readonly 'show-verify': VerdictJson;
  /** wfmap record --json */
  readonly record: RecordJson;
  /** wfmap why --json */
  readonly why: WhyJson;
  /** One line of wfmap logs --json */
  readonly logs: LogLine;
  /** wfmap steer --json */
  readonly steer: SteerReport;
  /** wfmap answer --json, where the run does not continue */
  readonly answer: AnswerReport;
  /** wfmap prompt --json */
  readonly prompt: PromptJson;
  /** wfmap outline --json */
  readonly outline: OutlineJson;
  /** wfmap doctor --json */
  readonly doctor: readonly Finding[];
  /** wfmap validate --json */
  readonly validate: DiagnosticReport;
  /** wfmap explain --json: of one code, or of all */
  readonly explain: Explained | readonly Explained[];
  /** wfmap checkpoint */
  readonly checkpoint: CheckpointReport | RefusedCheckpoint;
  /** wfmap draft check, of a sound draft */
  readonly draft: SoundDraft;
}
