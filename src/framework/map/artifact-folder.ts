/**
 * The folder of a run's artifacts, from the work root: `.map/<key of the branch>`.
 *
 * Shape: of the branch's name a slash and every sign but letters, digits, `_`, `.` and `-` become one `-`, and none stands at either
 * end. A name that would lead elsewhere or hide the folder is `default`, and so is none.
 */
export function artifactFolderOf(branch: string): string {
  return `.map/${branchKeyOf(branch)}`;
}

/** The name of a branch as part of a path. */
export function branchKeyOf(branch: string): string {
  const key = branch
    .replaceAll(/[^a-zA-Z0-9_.-]/g, '-')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return key === '' || key.startsWith('.') || key.includes('..') ? 'default' : key;
}
