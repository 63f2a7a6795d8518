/** A folder of this machine, and what is written in its place. Shape: absolute; "" for the project itself. */
export type NeutralFolder = readonly [folder: string, written: string];

/**
 * Makes texts neutral: folders of this machine become paths from the project, or `~`.
 *
 * Shape: the longest folder counts; `folder/a` becomes `a` for the project, the folder alone `.`.
 */
export function createNeutral(folders: readonly NeutralFolder[]): (text: string) => string {
  const written = new Map(
    folders
      .filter(([folder]) => folder.length > 1)
      .map(([folder, to]) => [folder.replace(/\/+$/, ''), to] as const),
  );
  if (written.size === 0) return (text) => text;
  const names = [...written.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\w.-])(${names.join('|')})(/|(?![\\w-]))`, 'g');
  return (text) =>
    text.replaceAll(pattern, (_whole, folder: string, slash: string) => {
      const to = written.get(folder) ?? '';
      if (to === '') return slash === '' ? '.' : '';
      return to + slash;
    });
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** A value with all its texts changed, those of keys too. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [change(key), mapTexts(each, change)]),
  );
}
