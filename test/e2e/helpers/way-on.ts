/** The line that a paused run printed for going on. Errors: throws where there is none. */
export function wayOn(stdout: string): string {
  const line = /(?:Resume|[Gg]o on) (?:as soon as it is over )?with: (wfmap .*)$/m.exec(stdout)?.[1];
  if (line === undefined) throw new Error(`no way on is told:\n${stdout}`);
  return line;
}
