/**
 * Whether a path stays in its folder as it is written. Judged for all systems alike: a map must not become dangerous
 * where a backslash or a drive letter means something.
 */
export function isContained(path: string): boolean {
  if (/^[/\\~]|^[A-Za-z]:|\0/.test(path)) return false;
  return !path.split(/[/\\]/).includes('..');
}
