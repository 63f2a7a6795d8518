import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';
import { resume, start } from '../helpers/run-host.ts';
import { mapText } from './map-json.ts';
import { hostFor } from './nested-host.ts';
import { nestedProgram } from './nested-program.ts';
import type { NestedRun } from './random-nested.ts';
import { performersOf } from './scripted-performers.ts';

/** The events of a random run. One that paused is resumed once, by other performers. */
export async function played({ map, answers, places }: NestedRun) {
  const { program, texts } = nestedProgram(mapText(map));
  const fs = createCrashingFileSystem('/project');
  const first = hostFor(fs, performersOf(answers), places);
  const { state, directory } = await start(first, program, { texts });
  if (state.status === 'finished') return { program, events: first.events };
  const second = hostFor(fs, performersOf(answers), places);
  await resume(second, program, directory);
  return { program, events: [...first.events, ...second.events] };
}
