/**
 * Runs maps with the built wfmap, the real `claude` and a scripted API, and ends with 1 on any deviation.
 *
 * See the README beside this file.
 */
import type { Law } from './helpers/law.ts';
import { runLaws } from './helpers/run-laws.ts';
import { shippedMaps } from './laws/shipped-maps.ts';
import { prompts } from './laws/prompts.ts';
import { answers } from './laws/answers.ts';
import { apiFaults } from './laws/api-faults.ts';
import { costs } from './laws/costs.ts';
import { interruptions } from './laws/interruptions.ts';
import { isolation } from './laws/isolation.ts';
import { liveJournal } from './laws/live-journal.ts';
import { outlines } from './laws/outlines.ts';
import { permissions } from './laws/permissions.ts';
import { records } from './laws/records.ts';
import { runLoops } from './laws/run-loops.ts';
import { sections } from './laws/sections.ts';
import { served } from './laws/served.ts';
import { settingsLaws } from './laws/settings.ts';
import { steering } from './laws/steering.ts';
import { taskSettings } from './laws/task-settings.ts';
import { wishes } from './laws/wishes.ts';

const LAWS: readonly Law[] = [
  ...shippedMaps,
  ...prompts,
  ...answers,
  ...permissions,
  ...settingsLaws,
  ...isolation,
  ...sections,
  ...taskSettings,
  ...interruptions,
  ...steering,
  ...liveJournal,
  ...apiFaults,
  ...costs,
  ...outlines,
  ...runLoops,
  ...records,
  ...served,
  ...wishes,
];

await runLaws(LAWS);
