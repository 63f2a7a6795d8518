/** A map as people call it: its file without folders and endings. */
export function mapName(path: string): string {
  const file = path.split(/[/\\]/).at(-1) ?? path;
  return file.replace(/\.(?:json|wfmap)$/, '');
}
