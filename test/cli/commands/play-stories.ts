import { join } from 'node:path';
import { playLines, type Line, type Played } from './play-lines.ts';
import type { WorkFolder } from './work-folder.ts';
import { DURATION } from '../../helpers/duration.ts';

/** What is done before a line, and where it is typed: from the folder of the story. `<root>` in variables is that of all. */
interface Before extends Pick<Line, 'environment' | 'files' | 'first'> {
  readonly at?: string;
}

/** Command lines that build on each other, in a folder of their own. A line's words have no blanks in them. */
export interface Story {
  readonly files: Readonly<Record<string, string | object>>;
  readonly lines: readonly (readonly [words: string, before?: Before])[];
}

/** Plays stories, all in one process. Shape: what each printed, by its name. */
export async function playStories(
  stories: Readonly<Record<string, Story>>,
  folder: WorkFolder,
): Promise<ReadonlyMap<string, readonly Played[]>> {
  const lines = Object.entries(stories).flatMap(([name, story]) => {
    folder.put(`${name}/`, '');
    for (const [path, text] of Object.entries(story.files)) folder.put(`${name}/${path}`, text);
    return story.lines.map(([words, { at = '', environment = {}, ...before } = {}]) => ({
      name,
      words: words.split(' '),
      folder: join(folder.root, name, at),
      environment: Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, value.replace('<root>', folder.root)]),
      ),
      ...before,
    }));
  });
  const ended = await playLines(lines, folder.home);
  const reported = new Map<string, Played[]>();
  for (const [at, { name }] of lines.entries()) {
    const end = ended[at];
    if (end !== undefined) reported.set(name, [...(reported.get(name) ?? []), end]);
  }
  return reported;
}

/** Without what differs from one machine, day or key to the other. */
export function steady(text: string): string {
  return text
    .replaceAll(
      new RegExp(String.raw`\b(in )?${DURATION} *`, 'g'),
      (whole, lead = '') => `${lead}<time>${whole.endsWith(' ') ? ' ' : ''}`,
    )
    .replaceAll(/"(tookMs|activeMs)": \d+/g, '"$1": "<time>"')
    .replaceAll(/\btime="[\d.]+"/g, 'time="<time>"')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z\b/g, '<date>')
    .replaceAll(/\b\d\d-\d\d \d\d:\d\d\b/g, '<date>')
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<digest>')
    .replaceAll(/\b[0-9a-f]{40}\b/g, '<hash>')
    .replaceAll(/\b[0-9a-f]{32}\b/g, '<nonce>')
    .replaceAll(/\b[0-9a-f]{12}\b/g, '<hash>')
    .replaceAll(/(?<=^! - )[0-9a-f]{7,} /gm, '<hash> ')
    .replaceAll(/(process|-fp|Process) \d+\b/g, '$1 <pid>')
    .replaceAll(process.versions.node, '<node>');
}

/** Gaps are as wide as what is in the way: how long something took. */
export function narrow(text: string): string {
  return text.replaceAll(/(?<=[^\s!]) {2,}/g, '  ');
}
