import type { ReadTemplate, TemplateLookup } from '../model/template-lookup.ts';
import type { Source } from '../text/source.ts';
import { blockNodesOf } from '../validate/blocks/blocks.ts';
import { environmentsOf } from '../validate/types/environments.ts';
import type { PromptSubject } from '../validate/blocks/rule.ts';
import { MAX_MAP_DEPTH, type SubMap } from '../validate/blocks/sub-map.ts';
import type { Checked } from './checked.ts';

/** A map that was looked for to be run as a part of another. Shape: `checked` is undefined where it was not looked into. */
export interface ReadMap {
  readonly lookup: TemplateLookup;
  readonly map: SubMap | undefined;
  readonly checked: Checked | undefined;
}

type CheckOne = (source: Source) => {
  readonly checked: Checked;
  readonly subject: PromptSubject | undefined;
};

/** Units: maps that lie in a map, one in another; 0 for one without any. */
interface Known {
  readonly map: SubMap;
  readonly checked: Checked;
  readonly subject: PromptSubject | undefined;
  readonly height: number;
}

/**
 * Reads the files of one program, each once, and the maps in it, which are checked as they are found.
 *
 * Invariants: R1. A file is checked once, however many paths lead to it. R2. Never more than {@link MAX_MAP_DEPTH} checks lie
 * in the first one. R3. A map with the text of one around it is that one: whatever it names would lead here again.
 */
export class MapReader {
  readonly #readTemplate: ReadTemplate;
  readonly #checkOne: CheckOne;
  readonly #lookups = new Map<string, TemplateLookup>();
  /** By the name of the file. */
  readonly #known = new Map<string, Known>();
  /** The maps that are being checked, each in the one before it. */
  readonly #open: { readonly source: Source; height: number; isDeep: boolean; cycle: Cycle | undefined }[];

  constructor(source: Source, readTemplate: ReadTemplate, checkOne: CheckOne) {
    this.#readTemplate = readTemplate;
    this.#checkOne = checkOne;
    this.#open = [{ source, height: 0, isDeep: false, cycle: undefined }];
  }

  /** A path means the same file wherever in a program it is written. */
  readonly lookUp = (path: string): TemplateLookup => {
    const lookup = this.#lookups.get(path) ?? this.#readTemplate(path);
    this.#lookups.set(path, lookup);
    return lookup;
  };

  /** Reads the map that a task names: a file, else one of the maps that are known by name. */
  readMap(path: string): ReadMap {
    const lookup = this.#lookUpMap(path);
    if (lookup.kind !== 'found') return { lookup, map: undefined, checked: undefined };
    const { source } = lookup;
    // The first map may be called as it was given, which need not be how it is looked up.
    const first = this.#open.findIndex(
      (each, at) => each.source.text === source.text || (at > 0 && each.source.name === source.name),
    );
    if (first >= 0) {
      const names = [...this.#open.slice(first).map((each) => each.source.name), source.name];
      this.#lead({ first, names });
      return { lookup, map: { kind: 'recursive', cycle: names }, checked: undefined };
    }
    const known = this.#known.get(source.name);
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

  /** What the rules looked at of the maps that were read: undefined where one has an error. */
  get subjects(): Iterable<PromptSubject | undefined> {
    return [...this.#known.values()].map(({ subject }) => subject);
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

  #check(source: Source): Known {
    const open = { source, height: 0, isDeep: false, cycle: undefined as Cycle | undefined };
    const at = this.#open.push(open) - 1;
    const { checked, subject } = this.#checkOne(source);
    this.#open.pop();
    const { cycle } = open;
    // A map on a ring is told as that, at each place where it leads on.
    const isOnRing = cycle !== undefined && cycle.first < at;
    const whole: SubMap = open.isDeep ? { kind: 'deep' } : subMapOf(checked, subject);
    const map: SubMap = isOnRing ? { kind: 'recursive', cycle: cycle.names } : whole;
    if (isOnRing) this.#lead(cycle);
    const known = { map, checked, subject, height: open.height };
    this.#known.set(source.name, known);
    return known;
  }

  /** The map that is being checked leads round. */
  #lead(cycle: Cycle): void {
    const open = this.#open.at(-1);
    if (open && (!open.cycle || cycle.first < open.cycle.first)) open.cycle = cycle;
  }
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
