/** Where partials are looked for, from each root. */
const FOLDER = 'prompts/';

/**
 * The path of a partial: `rules` is `prompts/rules.md`, `shared/rules.txt` is `prompts/shared/rules.txt`.
 *
 * Shape: `escaping` where it may lead out of the folder, on whatever system; undefined where there is no name.
 */
export function partialPath(
  name: string | undefined,
): { readonly path: string } | { readonly escaping: string } | undefined {
  if (name === undefined || name === '') return undefined;
  if (/^[/\\~]|^[A-Za-z]:|[\0\\]/.test(name) || name.split('/').includes('..')) return { escaping: name };
  const last = name.slice(name.lastIndexOf('/') + 1);
  if (last === '' || last === '.' || last === 'this') return undefined;
  return { path: `${FOLDER}${name}${last.includes('.') ? '' : '.md'}` };
}
