import type { JSX } from 'preact';

/** A change, line by line; signs and colours say what came and what went. */
export function Diff({ text }: { readonly text: string }): JSX.Element {
  return (
    <div class="diff" tabIndex={0} role="region" aria-label="The change">
      {text.split('\n').map((line, index) => (
        <div key={index} class={lineKind(line)}>
          {line === '' ? ' ' : line}
        </div>
      ))}
    </div>
  );
}

function lineKind(line: string): string {
  if (/^(?:diff --git|index |--- |\+\+\+ |rename |new file|deleted file|similarity )/.test(line))
    return 'file';
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : '';
}
