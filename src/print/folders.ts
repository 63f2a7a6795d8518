import type { JsonNode } from '../parse/tree/json-node.ts';
import { isPath } from '../parse/words/path-token.ts';
import { membersOf, partOf, stringIn } from './parts.ts';

/** The folders that a map names once, so that a file in them is named by one word. */
export interface Folders {
  readonly templates?: string;
  readonly schemas?: string;
}

const ENDINGS = { templates: '.md', schemas: '.json' } as const;

/** The folders that most templates and schemas of a map are in, where at least two are. */
export function findFolders(root: JsonNode): Folders {
  const paths = { templates: [] as string[], schemas: [] as string[] };
  collect(root, paths);
  const [templates, schemas] = [mostUsed(paths.templates, '.md'), mostUsed(paths.schemas, '.json')];
  return {
    ...(templates === undefined ? {} : { templates }),
    ...(schemas === undefined ? {} : { schemas }),
  };
}

/** A path, as short as the folders of the map let it be. */
export function spellPath(path: string, kind: keyof Folders, folders: Folders): string {
  const [folder, ending] = [folders[kind], ENDINGS[kind]];
  if (folder !== undefined && folderOf(path, ending) === folder)
    return path.slice(folder.length + 1, -ending.length);
  const isMisread = folder !== undefined && !/[./]/.test(path);
  return isPath(path) && !isMisread ? path : JSON.stringify(path);
}

function collect(block: JsonNode, paths: Readonly<Record<keyof Folders, string[]>>): void {
  for (const { value } of membersOf(partOf(block, 'taskDefinitions'))) {
    const [template, output] = [stringIn(partOf(value, 'promptTemplatePath')), partOf(value, 'output')];
    const schema = membersOf(output).length === 1 ? stringIn(partOf(output, 'schemaPath')) : undefined;
    if (template !== undefined) paths.templates.push(template);
    if (schema !== undefined) paths.schemas.push(schema);
    const body = partOf(value, 'body');
    if (body) collect(body, paths);
    for (const branch of membersOf(partOf(value, 'branches'))) collect(branch.value, paths);
  }
}

function mostUsed(paths: readonly string[], ending: string): string | undefined {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = folderOf(path, ending);
    if (folder !== undefined) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  let [most, count] = [undefined as string | undefined, 1];
  for (const [folder, times] of counts) if (times > count) [most, count] = [folder, times];
  return most;
}

/** The folder of a path that could be named by one word in it. */
function folderOf(path: string, ending: string): string | undefined {
  const slash = path.lastIndexOf('/');
  if (slash < 1 || path[slash - 1] === '/' || !path.endsWith(ending)) return undefined;
  const name = path.slice(slash + 1, -ending.length);
  return !name.includes('.') && isPath(name) ? path.slice(0, slash) : undefined;
}
