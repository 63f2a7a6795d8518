/** Where the files are that the section names, from the root of a project. */
export const CONTEXT_FOLDER = '.sdlc/context';

/** Whether those who read a file follow words such as `@notes.md`: Claude Code does, many others do not. */
export type SectionReader = 'imports' | 'names';

/** What the section of a project says: the files that an agent is to know, and how this project is worked on. */
export function sectionText(reader: SectionReader): string {
  const named = (file: string): string => {
    const path = `${CONTEXT_FOLDER}/${file}`;
    return reader === 'imports' ? `@${path}` : `read \`${path}\``;
  };
  return `## wfmap

Processes of this project are written down as maps for wfmap, which runs agents by them.

- How to work here: ${named('constitution.md')}
- What the project is made of, and where: ${named('outline.md')}
- Only when you work through a list of tasks on your own: read \`${CONTEXT_FOLDER}/runloop.md\` and follow it.
- Only when you need it: \`wfmap outline --focus FILE\` prints what matters for a file, \`wfmap show\` how the last run went.
- Change nothing in \`.wfmap/\` and \`.map/\`: these are the records of runs.`;
}

/** What the section says in a file whose readers are to read another. */
export function importText(file: string): string {
  return `@${file}`;
}
