import { openAcp } from '../../serve/acp/acp-server.ts';
import type { ServeOptions } from '../../serve/create-map-server.ts';
import { WFMAP_VERSION } from '../io/version.ts';
import { openProject } from './open-project.ts';

/** Conversations by the Agent Client Protocol about one project, whichever folder a client names. The project is opened for the first. */
export function createConversations(
  workRoot: string,
  environment: ServeOptions['environment'],
): { readonly open: NonNullable<ServeOptions['openAcp']>; readonly close: () => void } {
  let opened: ReturnType<typeof openProject> | undefined;
  const projectOf = () => (opened ??= openProject(workRoot, environment)).project;
  return {
    open: (write, within) =>
      openAcp({ version: WFMAP_VERSION, agent: undefined, maxCostUsd: undefined, projectOf, within }, write),
    close: () => opened?.close(),
  };
}
