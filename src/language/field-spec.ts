import type { TaskType } from '../model/task-types.ts';
import type { SECTION_PARTS } from '../framework/tables/sections.ts';

/** The parts of a map that have fields of their own. */
export type PartName =
  | 'map'
  | 'field'
  | 'param'
  | 'task'
  | 'action'
  | 'argument'
  | 'countLimit'
  | 'retry'
  | 'defaults'
  | 'limits'
  | keyof typeof SECTION_PARTS
  | 'artifactFile'
  | 'output'
  | 'session'
  | 'reminder'
  | 'block'
  | 'join'
  | 'workspace'
  | 'worktree'
  | 'property'
  | 'situation'
  | 'order'
  | 'atMost';

/** A part of a map: an object with these fields. */
export interface PartSpec {
  /** The JSON types that it can have, where an object is not the only one. */
  readonly types?: readonly string[];
  /** The words that can stand in its place. */
  readonly words?: readonly string[];
  /** The kind of text that can stand in its place. */
  readonly text?: 'template';
  readonly fields: Readonly<Record<string, FieldSpec>>;
}

/** A field that leads to further parts. */
export type PartFieldSpec = Extract<FieldSpec, { readonly part: PartName }>;

/** What the editor proposes as a name. `… of the map`: of any of its blocks. */
export type Named =
  | 'task'
  | 'claude task'
  | 'foreach task'
  | 'human task'
  | 'task or action'
  | 'task of the map'
  | 'action of the map'
  | 'model'
  | 'role'
  | 'tool'
  | 'prompt'
  | 'schema'
  | 'map';

/** A field of a part. Its value is described by its `kind`. */
export type FieldSpec = Needed & InTask & Value;

interface Needed {
  /** What its line begins with in the map language, where that is not its name. */
  readonly word?: string;
  /** Whether its part must have it, or one of those that say the same. In a task this holds for its types. */
  readonly need?: 'always' | 'exactly one' | 'at least one';
}

/** What holds only for the fields of a task. */
interface InTask {
  /** The types of tasks that use it; all, if absent. */
  readonly of?: readonly TaskType[];
  /**
   * How the map language says it on a line of its own.
   *
   * Shape: `setting` and `plain` are a word and the value, and a setting can stand in `defaults` too; `special` has its
   * own production. Absent where it is part of another line.
   */
  readonly clause?: 'setting' | 'plain' | 'special';
}

type Value = TextValue | NumberValue | ListValue | NamedValues | PartValue | OtherValue;

/**
 * One text.
 *
 * Shape: `text` is read as it is; a `template` has `${…}`; a `word` is a name of a value, or one of `values`; a `name`
 * that of a task or action; a `path` that of a file, or a name that is written like one.
 */
interface TextValue {
  readonly kind: 'text' | 'template' | 'word' | 'name' | 'path' | 'expression' | 'duration';
  readonly values?: readonly string[];
  readonly names?: Named;
  readonly pattern?: string;
  readonly mayBeEmpty?: boolean;
  /** What an expression can read in addition to the names of its block. */
  readonly sees?: 'item';
}

interface NumberValue {
  readonly kind: 'number';
  readonly isWhole?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** It must be more than that. */
  readonly above?: number;
}

interface ListValue {
  readonly kind: 'words';
  readonly isNeverEmpty?: boolean;
  readonly names?: Named;
  /** That of each entry. */
  readonly pattern?: string;
}

/** Texts or expressions under names that the author gives: those of tasks, or any. */
interface NamedValues {
  readonly kind: 'expressions' | 'texts';
  readonly keys?: 'task' | `${TaskType} task`;
  readonly values?: readonly string[];
}

/** A part, parts under names that the author gives, or a list of parts. */
interface PartValue {
  readonly kind: 'part' | 'parts' | 'list';
  readonly part: PartName;
  /** What messages call the part: before its name, or instead of the field. */
  readonly noun?: string;
  readonly isNeverEmpty?: boolean;
  /** Whether one text can say them all. */
  readonly orText?: boolean;
  /** Whether short clauses can share its line. */
  readonly sharesLine?: boolean;
}

/** `schema` is a JSON Schema, `value` any value, `scalars` a list of them, `command` a line or a list of words. */
interface OtherValue {
  readonly kind: 'flag' | 'schema' | 'value' | 'scalars' | 'command';
}
