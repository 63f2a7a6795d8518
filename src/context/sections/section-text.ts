import { posix } from 'node:path';

/** Where the files are that the section names, from the root of a project. */
export const CONTEXT_FOLDER = '.sdlc/context';

/** Whether those who read a file follow words such as `@notes.md`: Claude Code does, many others do not. */
export type SectionReader = 'imports' | 'names';

/**
 * What the section of a project says: the files that an agent is to know, and how this project is worked on.
 *
 * `folder` is where the file of the section really lies, from the root: imports begin there, also where a link leads to the file;
 * `kept` are the folders beside `.wfmap` that runs keep records in.
 */
export function sectionText(reader: SectionReader, folder: string, kept: readonly string[]): string {
  const named = (file: string): string => {
    const path = `${CONTEXT_FOLDER}/${file}`;
    return reader === 'imports' ? `@${pathFrom(folder, path)}` : `read \`${path}\``;
  };
  return `## wfmap

Processes of this project are written down as maps for wfmap, which runs agents by them.

- How to work here: ${named('constitution.md')}
- What the project is made of, and where: ${named('outline.md')}
- Only when you work through a list of tasks on your own: read \`${CONTEXT_FOLDER}/runloop.md\` and follow it.
- Only when you need it: \`wfmap outline --focus FILE\` prints what matters for a file, \`wfmap show\` how the last run went.
- Change nothing in \`.wfmap/\` and ${kept.map((each) => `\`${each}/\``).join(', ')}: these are the records of runs.`;
}

/** What the section says in a file whose readers are to read another. */
export function importText(folder: string, file: string): string {
  return `@${pathFrom(folder, file)}`;
}

function pathFrom(folder: string, path: string): string {
  // A name with a blank would end there.
  return posix.relative(folder, path).replaceAll(' ', String.raw`\ `);
}
