/**
 * Runs maps with typed data, gates, people, sessions and limits, as run-maps.ts does: with the built wfmap, the real
 * `claude` and a scripted API. Ends with 1 on any deviation.
 *
 * See the README beside this file. Laws about terminals need `tmux` on PATH.
 */
import type { Law } from './helpers/law.ts';
import { runLaws } from './helpers/run-laws.ts';
import { calls } from './laws/calls.ts';
import { changes } from './laws/changes.ts';
import { effects } from './laws/effects.ts';
import { gateAttacks } from './laws/gate-attacks.ts';
import { signedGates } from './laws/signed-gates.ts';
import { gates } from './laws/gates.ts';
import { outputs } from './laws/outputs.ts';
import { people } from './laws/people.ts';
import { mcpServers } from './laws/mcp-servers.ts';
import { projectChecks } from './laws/project-checks.ts';
import { refusals } from './laws/refusals.ts';
import { reminders } from './laws/reminders.ts';
import { roles } from './laws/roles.ts';
import { sessions } from './laws/sessions.ts';
import { settingsOnTerminal } from './laws/settings.ts';
import { signalLoops } from './laws/signal-loops.ts';
import { subscription } from './laws/subscription.ts';

// The limit of the subscription ends so many seconds after the script was written: it comes first.
const LAWS: readonly Law[] = [
  ...subscription,
  ...outputs,
  ...changes,
  ...effects,
  ...calls,
  ...gates,
  ...gateAttacks,
  ...signedGates,
  ...sessions,
  ...roles,
  ...projectChecks,
  ...mcpServers,
  ...refusals,
  ...reminders,
  ...people,
  ...signalLoops,
  ...settingsOnTerminal,
];

await runLaws(LAWS);
