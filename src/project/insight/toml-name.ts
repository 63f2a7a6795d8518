/** The `name` that one of the sections of a TOML file has. Reads plain lines only; undefined for none. */
export function nameInToml(text: string | undefined, sections: readonly string[]): string | undefined {
  let section = '';
  for (const line of (text ?? '').split(/\r?\n/)) {
    const head = /^\[([\w.-]{1,100})\][ \t]*(?:#|$)/.exec(line)?.[1];
    if (head !== undefined) section = head;
    const name = /^name[ \t]{0,20}=[ \t]{0,20}(["'])([^"']{1,200})\1/.exec(line)?.[2];
    if (name !== undefined && sections.includes(section)) return name;
  }
  return undefined;
}
