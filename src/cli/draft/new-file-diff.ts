import type { NewFile } from '../eject/write-files.ts';

/** New files as a diff, as `git diff` writes it: what a person looks at before they are written. */
export function newFileDiff(files: readonly NewFile[]): string {
  return files
    .map(({ path, text }) => {
      const lines = text.replace(/\n$/, '').split('\n');
      return [
        `diff --git a/${path} b/${path}`,
        'new file mode 100644',
        '--- /dev/null',
        `+++ b/${path}`,
        `@@ -0,0 +1,${lines.length} @@`,
        ...lines.map((line) => `+${line}`),
      ]
        .map((line) => `${line}\n`)
        .join('');
    })
    .join('');
}
