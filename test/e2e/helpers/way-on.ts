/** The line that a paused run printed to resume it. Errors: throws where there is none. */
export function wayOn(stdout: string): string {
  const line = /[Rr]esume (?:as soon as it is over )?with: (wfmap .*)$/m.exec(stdout)?.[1];
  if (line === undefined) throw new Error(`no way to resume is printed:\n${stdout}`);
  return line;
}
