import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The schema of the wfmap that a project has installed: only that path holds on other machines, too. */
const INSTALLED_SCHEMA = 'node_modules/wfmap/grammar/map.schema.json';

/** The path of the schema that maps of a project can name, from its root; undefined where no wfmap is installed in it. */
export function installedSchema(root: string): string | undefined {
  return existsSync(join(root, INSTALLED_SCHEMA)) ? INSTALLED_SCHEMA : undefined;
}
