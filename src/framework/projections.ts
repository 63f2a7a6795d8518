import type { Projections } from '../run/host/projection.ts';
import { artifactFolderOf } from './map/artifact-folder.ts';
import { MAP_PROJECTION } from './map/map-projection.ts';
import { SIGNAL_PROJECTION } from './signals/signal-projection.ts';

/** The projections of runs that are started by the command line, the language server and scenarios. */
export const PROJECTIONS: Projections = {
  folderOf: artifactFolderOf,
  all: [MAP_PROJECTION, SIGNAL_PROJECTION],
};
