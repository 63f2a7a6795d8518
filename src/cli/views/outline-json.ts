import type { Outline } from '../../context/project/outline.ts';
import type { FilledOutline } from '../../context/render/fill-budget.ts';
import type { OutlinePart } from '../../context/render/render-outline.ts';

/** An outline as JSON: of each list what the text within the budget shows, and how many more there are. */
export function outlineJson(outline: Outline, filled: FilledOutline<OutlinePart>, budget: number): object {
  const { shown, leftOut, tokens } = filled;
  const of = <T>(list: readonly T[], part: OutlinePart): readonly T[] =>
    shown[part].flatMap((place) => list.slice(place, place + 1));
  return {
    name: outline.name,
    tokens: { budget, estimate: tokens },
    stacks: of(outline.stacks, 'stacks'),
    commands: of(outline.commands, 'commands'),
    keyFiles: of(outline.keyFiles, 'keyFiles'),
    modules: of(outline.modules, 'modules'),
    symbols: of(outline.symbols, 'symbols').map(({ path, line, kind, name, within, signature, usedBy }) => ({
      path,
      line,
      kind,
      name,
      within,
      signature,
      usedBy,
    })),
    folders: of(outline.folders, 'folders'),
    runs: outline.health ?? null,
    notes: outline.notes,
    leftOut,
  };
}
