import { basename } from 'node:path';
import type { FileSystem } from '../journal/file-system.ts';
import { findHolder } from '../journal/lock.ts';
import { createProcessTable } from '../process/process-table.ts';
import { createControl, refusingControl } from './control/create-control.ts';
import type { Served } from './events/event-id.ts';
import type { FollowedRun } from './events/followed-run.ts';
import { RunEvents } from './events/run-events.ts';
import { withCursor, type MapEvent } from './map/map-event.ts';
import { MapServer } from './map/map-server.ts';
import type { MapServerOptions } from './map/method.ts';
import { createTranslation } from './map/translate.ts';
import type { PageApi } from './page/page-api.ts';
import { PageRuns } from './page/page-runs.ts';

export interface ServeOptions {
  readonly fs: FileSystem;
  readonly workRoot: string;
  readonly workFolder: string;
  /** Our own program, as words. */
  readonly program: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly isReadOnly: boolean;
  readonly openAcp?: MapServerOptions['openAcp'];
}

export interface MadeServer {
  readonly server: MapServer;
  /** What the page is served from, beside the maps. */
  readonly page: Omit<PageApi, 'maps'>;
  readonly close: () => void;
}

/** Serves the runs of a project by the MAP protocol, to connections that are still to come. `isToken` is undefined where none is asked for. */
export function createMapServer(
  { fs, workRoot, workFolder, program, environment, version, isReadOnly, openAcp }: ServeOptions,
  isToken: ((text: string) => boolean) | undefined,
): MadeServer {
  const events = new RunEvents<MapEvent>({ fs, workRoot, translate: createTranslation(), withCursor });
  const processes = createProcessTable();
  const control = isReadOnly
    ? refusingControl()
    : createControl({ events, workFolder, program, environment });
  const isDriven = ({ entry }: FollowedRun<Served>): boolean =>
    findHolder(fs, entry.folder, processes)?.state === 'living';
  const runs = new PageRuns({ events, fs, workRoot, isDriven });
  const server = new MapServer({
    events,
    control,
    isDriven,
    version,
    isReadOnly,
    isToken,
    openAcp,
  });
  return {
    server,
    page: { runs, control, workRoot, facts: { project: basename(workRoot), version, isReadOnly } },
    close: () => {
      server.close();
      runs.close();
      events.close();
    },
  };
}
