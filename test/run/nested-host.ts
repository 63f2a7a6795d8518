import type { FileSystem } from '../../src/journal/file-system.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { testHost, type TestHost } from '../helpers/run-host.ts';
import type { Performers } from './scripted-performers.ts';

/** A host whose performers are told of what happens; `places` is how many of them may be at work at once. */
export function hostFor(fs: FileSystem, performers: Performers, places?: number): TestHost {
  const { agent, shell, asker, clock, see } = performers;
  const host = testHost(fs, '/project', agent, { shell, asker, clock });
  const onEvent = (event: RunEvent): void => {
    host.events.push(event);
    see(event);
  };
  return { ...host, onEvent, ...(places === undefined ? {} : { concurrency: places }) };
}
