import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path of a program of ours that runs beside the command, as the watchdog does. It lies beside the bundled program, and in its
 * own folder where the sources are run. Shape: `folder` is that in src, `name` has no extension.
 */
export function ownScript(folder: string, name: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [
    join(here, `${name}.js`),
    join(here, `../${name}.js`),
    join(here, `../../${folder}/${name}.ts`),
  ];
  return places.find((place) => existsSync(place)) ?? join(here, `${name}.js`);
}
