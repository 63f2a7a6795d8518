import type { FileSystem } from '../journal/file-system.ts';
import { findHolder } from '../journal/lock.ts';
import { createProcessTable } from '../process/process-table.ts';
import { createControl, refusingControl } from './control/create-control.ts';
import { RunEvents } from './events/run-events.ts';
import { withCursor, type MapEvent } from './map/map-event.ts';
import { MapServer } from './map/map-server.ts';
import type { MapServerOptions } from './map/method.ts';
import { createTranslation } from './map/translate.ts';

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

/** Serves the runs of a project by the MAP protocol, to connections that are still to come. `isToken` is undefined where none is asked for. */
export function createMapServer(
  { fs, workRoot, workFolder, program, environment, version, isReadOnly, openAcp }: ServeOptions,
  isToken: ((text: string) => boolean) | undefined,
): { readonly server: MapServer; readonly close: () => void } {
  const events = new RunEvents<MapEvent>({ fs, workRoot, translate: createTranslation(), withCursor });
  const processes = createProcessTable();
  const server = new MapServer({
    events,
    control: isReadOnly ? refusingControl() : createControl({ events, workFolder, program, environment }),
    isDriven: ({ entry }) => findHolder(fs, entry.folder, processes)?.state === 'living',
    version,
    isReadOnly,
    isToken,
    openAcp,
  });
  return {
    server,
    close: () => {
      server.close();
      events.close();
    },
  };
}
