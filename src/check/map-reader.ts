import type { ReadTemplate, TemplateLookup } from '../model/template-lookup.ts';
import type { Source } from '../text/source.ts';
import { blockNodesOf } from '../validate/blocks/blocks.ts';
import { environmentsOf } from '../validate/types/environments.ts';
import type { PromptSubject } from '../validate/blocks/rule.ts';
import { MAX_MAP_DEPTH, type SubMap } from '../validate/blocks/sub-map.ts';
import type { Checked } from './checked.ts';

/** A map that was looked for to be run as a part of another. Shape: `checked` is undefined where it was not looked into now. */
export interface ReadMap {
  readonly lookup: TemplateLookup;
  readonly map: SubMap | undefined;
  readonly checked: Checked | undefined;
}

type CheckOne = (source: Source) => {
  readonly checked: Checked;
  readonly subject: PromptSubject | undefined;
};

/** Units: `height` is how many maps lie in a map, one in another; 0 for one without any. */
interface Known {
  readonly map: SubMap;
  readonly checked: Checked | undefined;
  readonly subject: PromptSubject | undefined;
  readonly height: number;
  /** What was found wherever a file was looked for, in the maps in it too: with its text all that this depends on. */
  readonly lookups: ReadonlyMap<string, TemplateLookup>;
  readonly isRecalled: boolean;
}

/**
 * A map without errors as the maps around it see it, whichever they are.
 *
 * Shape: `checked` is undefined where only what they see of it was kept.
 */
export interface SoundMap extends Pick<Known, 'height' | 'lookups' | 'checked'> {
  readonly map: Extract<SubMap, { readonly kind: 'sound' }>;
}

/** A map without errors that was checked. */
export interface CheckedSoundMap {
  readonly source: Source;
  readonly sound: SoundMap & { readonly checked: Checked };
}

/** What an earlier check found of a map; undefined where that does not hold for what `lookUp` finds. */
export type RecallMap = (source: Source, lookUp: ReadTemplate) => SoundMap | undefined;

/** A map that is being checked. */
interface Open {
  readonly source: Source;
  readonly lookups: Map<string, TemplateLookup>;
  height: number;
  isDeep: boolean;
  cycle: Cycle | undefined;
}

/**
 * Reads the files of one program, each once, and the maps in it, which are checked as they are found.
 *
 * Invariants: R1. A file is checked once, however many paths lead to it. R2. Never more than {@link MAX_MAP_DEPTH} checks lie
 * in the first one. R3. A map with the text of one around it is that one: whatever it names would lead here again. R4. What is
 * recalled of a map is what a check of it would find here.
 */
export class MapReader {
  readonly #readTemplate: ReadTemplate;
  readonly #checkOne: CheckOne;
  readonly #lookups = new Map<string, TemplateLookup>();
  /** By the name of the file. */
  readonly #known = new Map<string, Known>();
  /** The maps that are being checked, each in the one before it. */
  readonly #open: Open[];
  readonly #recallMap: RecallMap;

  constructor(
    source: Source,
    readTemplate: ReadTemplate,
    checkOne: CheckOne,
    recallMap: RecallMap = () => undefined,
  ) {
    this.#readTemplate = readTemplate;
    this.#checkOne = checkOne;
    this.#recallMap = recallMap;
    this.#open = [opened(source)];
  }

  /** A path means the same file wherever in a program it is written. */
  readonly lookUp = (path: string): TemplateLookup => {
    const lookup = this.#find(path);
    this.#open.at(-1)?.lookups.set(path, lookup);
    return lookup;
  };

  readonly #find = (path: string): TemplateLookup => {
    const lookup = this.#lookups.get(path) ?? this.#readTemplate(path);
    this.#lookups.set(path, lookup);
    return lookup;
  };

  /** Reads the map that a task names: a file, else one of the maps that are known by name. */
  readMap(path: string): ReadMap {
    const lookup = this.#lookUpMap(path);
    if (lookup.kind !== 'found') return { lookup, map: undefined, checked: undefined };
    const { source } = lookup;
    const cycle = this.#cycleTo(source);
    if (cycle) return { lookup, map: { kind: 'recursive', cycle }, checked: undefined };
    const known = this.#known.get(source.name) ?? this.#recall(source);
    // How deep it is depends on them too.
    this.#addLookups(known);
    const around = this.#open.at(-1);
    if (this.#open.length + (known?.height ?? 0) > MAX_MAP_DEPTH) {
      if (around) around.isDeep = true;
      return { lookup, map: { kind: 'deep' }, checked: undefined };
    }
    const { map, checked, height } = known ?? this.#check(source);
    if (around) around.height = Math.max(around.height, height + 1);
    // Whoever asks in the first map is told there, not that some map far below has an error.
    if (around && map.kind === 'deep') around.isDeep = true;
    return { lookup, map, checked };
  }

  /** Where a file was looked for so far, in the maps that were recalled too, and what was found. */
  get lookups(): ReadonlyMap<string, TemplateLookup> {
    return this.#open[0]?.lookups ?? new Map();
  }

  /** The maps without errors that were checked, each with what the maps around it see of it. */
  get soundMaps(): readonly CheckedSoundMap[] {
    return [...this.#known.values()].flatMap(({ checked, subject, map, height, lookups }) =>
      checked && subject && map.kind === 'sound'
        ? [{ source: subject.document.source, sound: { map, height, lookups, checked } }]
        : [],
    );
  }

  /** What maps would see of the first one if they ran it; undefined where it has an error. */
  soundMapOf(checked: Checked, subject: PromptSubject | undefined): SoundMap | undefined {
    const map = subMapOf(checked, subject);
    return map.kind === 'sound'
      ? { map, height: this.#open[0]?.height ?? 0, lookups: this.lookups, checked }
      : undefined;
  }

  /** What the rules looked at of the maps that were checked: undefined where one has an error. */
  get subjects(): Iterable<PromptSubject | undefined> {
    return [...this.#known.values()].flatMap(({ subject, isRecalled }) => (isRecalled ? [] : [subject]));
  }

  /** The name of the file that a task means by a path; undefined where there is none. */
  nameOf(path: string): string | undefined {
    const lookup = this.#lookUpMap(path);
    return lookup.kind === 'found' ? lookup.source.name : undefined;
  }

  #lookUpMap(path: string): TemplateLookup {
    const lookup = this.lookUp(path);
    const name = /^(?:workflows\/)?([^/\\]+?)(?:\.json)?$/.exec(path)?.[1];
    if (lookup.kind !== 'missing' || name === undefined) return lookup;
    const other = this.lookUp(`workflows/${name}.json`);
    return other.kind === 'missing' ? lookup : other;
  }

  /** The names of the maps that are being checked from one on, and of it again; undefined where it is none of them. */
  #cycleTo({ name, text }: Source): readonly string[] | undefined {
    // The first map may be called as it was given, which need not be how it is looked up.
    const first = this.#open.findIndex(
      ({ source }, at) => source.text === text || (at > 0 && source.name === name),
    );
    if (first < 0) return undefined;
    const names = [...this.#open.slice(first).map((each) => each.source.name), name];
    this.#lead({ first, names });
    return names;
  }

  /** It has no error, so it leads to none of those around it: each of them leads to it. */
  #recall(source: Source): Known | undefined {
    const sound = this.#recallMap(source, this.#find);
    if (!sound) return undefined;
    const known = { ...sound, subject: undefined, isRecalled: true };
    this.#known.set(source.name, known);
    return known;
  }

  #addLookups(inner: Pick<Known, 'lookups'> | undefined): void {
    const around = this.#open.at(-1)?.lookups;
    for (const [path, lookup] of inner?.lookups ?? []) around?.set(path, lookup);
  }

  #check(source: Source): Known {
    const open = opened(source);
    const at = this.#open.push(open) - 1;
    const { checked, subject } = this.#checkOne(source);
    this.#open.pop();
    this.#addLookups(open);
    const { cycle, lookups } = open;
    // A map on a ring is told as that, at each place where it leads on.
    const isOnRing = cycle !== undefined && cycle.first < at;
    const whole: SubMap = open.isDeep ? { kind: 'deep' } : subMapOf(checked, subject);
    const map: SubMap = isOnRing ? { kind: 'recursive', cycle: cycle.names } : whole;
    if (isOnRing) this.#lead(cycle);
    const known = { map, checked, subject, height: open.height, lookups, isRecalled: false };
    this.#known.set(source.name, known);
    return known;
  }

  /** The map that is being checked leads round. */
  #lead(cycle: Cycle): void {
    const open = this.#open.at(-1);
    if (open && (!open.cycle || cycle.first < open.cycle.first)) open.cycle = cycle;
  }
}

function opened(source: Source): Open {
  return { source, lookups: new Map(), height: 0, isDeep: false, cycle: undefined };
}

/** Maps that lead to one another. Shape: `first` is the place of the first among those that are being checked. */
interface Cycle {
  readonly first: number;
  readonly names: readonly string[];
}

function subMapOf({ document, diagnostics }: Checked, subject: PromptSubject | undefined): SubMap {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first) return { kind: 'unsound', errors: errors.length, first };
  const [root] = document ? blockNodesOf(document.map) : [];
  const result = subject && root ? environmentsOf(subject).blockTypeOf(root) : 'any';
  return { kind: 'sound', fields: document?.map.fields ?? [], result };
}
