const MAX_SHOWN = 40;

/** What was found, as a part of a sentence. */
export function describe(image: string): string {
  const shown = image.length > MAX_SHOWN ? `${image.slice(0, MAX_SHOWN)}…` : image;
  if (/^['“„«‘]/.test(image)) return shown;
  return image.startsWith('"') ? `the text ${shown.split('\n')[0]}` : `"${shown}"`;
}
