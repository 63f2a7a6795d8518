import type { Outline } from '../../context/project/outline.ts';
import type { RankedSymbol } from '../../context/symbols/rank-symbols.ts';
import type { FilledOutline } from '../../context/render/fill-budget.ts';
import type { OutlinePart } from '../../context/render/render-outline.ts';

/** An outline as JSON: of each list what the text within the budget shows, and how many more there are. */
export interface OutlineJson extends Pick<
  Outline,
  'name' | 'stacks' | 'commands' | 'keyFiles' | 'modules' | 'folders' | 'notes'
> {
  readonly tokens: { readonly budget: number; readonly estimate: number };
  readonly symbols: readonly Pick<
    RankedSymbol,
    'path' | 'line' | 'kind' | 'name' | 'within' | 'signature' | 'usedBy'
  >[];
  /** What stored runs say of the project; null where there are none. */
  readonly runs: NonNullable<Outline['health']> | null;
  readonly leftOut: FilledOutline<OutlinePart>['leftOut'];
}

export function outlineJson(
  outline: Outline,
  filled: FilledOutline<OutlinePart>,
  budget: number,
): OutlineJson {
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
