import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { acpTranslation } from '../../serve/acp/acp-event.ts';
import type { AcpProject } from '../../serve/acp/acp-session.ts';
import { createControl } from '../../serve/control/create-control.ts';
import { createMapServer, type ServeOptions } from '../../serve/create-map-server.ts';
import { RunEvents } from '../../serve/events/run-events.ts';
import { WFMAP_VERSION } from '../io/version.ts';
import { offeredMaps } from './offered-maps.ts';
import { readDiffs } from './read-diffs.ts';
import { tasksOfRun } from './tasks-of-run.ts';

/** A project as editors work in it. The MAP protocol is only served once somebody asks for it. `environment` is that of the runs that are started. */
export function openProject(
  workRoot: string,
  environment: ServeOptions['environment'],
): { readonly project: AcpProject; readonly close: () => void } {
  const tasks = new Map<string, readonly string[]>();
  const translate = acpTranslation({
    workRoot,
    tasksOf: ({ entry }) => {
      const known = tasks.get(entry.folder) ?? tasksOfRun(entry);
      tasks.set(entry.folder, known);
      return known;
    },
  });
  const fs = nodeFileSystem;
  const events = new RunEvents({ fs, workRoot, translate, withCursor: (event) => event });
  const program = [process.execPath, process.argv[1] ?? ''] as const;
  const own = { workFolder: workRoot, program, environment };
  let map: ReturnType<typeof createMapServer> | undefined;
  return {
    project: {
      workRoot,
      events,
      control: createControl({ events, ...own }),
      diffsOf: (paths) => readDiffs(workRoot, paths),
      openMap: (client) => {
        map ??= createMapServer(
          { fs, workRoot, ...own, version: WFMAP_VERSION, isReadOnly: false },
          undefined,
        );
        return map.server.open(client);
      },
      maps: offeredMaps(workRoot),
    },
    close: () => {
      map?.close();
      events.close();
    },
  };
}
