import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Expression } from '../../expression/cel/expression.ts';
import type { ExpressionText } from '../../model/action.ts';
import type { PromptSource } from '../../model/block.ts';
import type { SchemaSource } from '../../model/field.ts';
import type { MapDocument } from '../../model/map-document.ts';
import type { TemplateLookup } from '../../model/template-lookup.ts';
import type { Value } from '../../model/value.ts';
import type { Template } from '../../prompt/parse/template.ts';
import type { Source } from '../../text/source.ts';
import type { SubMap } from './sub-map.ts';

/** What a rule of the stages `names` and `flow` may look at. */
export interface Subject {
  readonly document: MapDocument;
}

/** What a rule of the stages `data` and `prompts` may look at beside the map. */
export interface PromptSubject extends Subject {
  /** By the path that the map writes, or that a role or partial has. */
  readonly lookups: ReadonlyMap<string, TemplateLookup>;
  /** By the prompt of its task, since an inline template has no path. A template that could not be read is absent. */
  readonly templates: ReadonlyMap<PromptSource, Template>;
  /** By name. A role that could not be read is absent. */
  readonly roles: ReadonlyMap<string, Template>;
  /** A schema that is no JSON, or whose file could not be read, is absent. */
  readonly schemas: ReadonlyMap<SchemaSource, Value>;
  /** By the path that the map writes. A map that could not be read is absent. */
  readonly maps: ReadonlyMap<string, SubMap>;
  /** The expression of a node, parsed once; undefined where it is none, which is told then. */
  readonly expressionOf: (node: ExpressionText) => Expression | undefined;
  /** The expressions in a text with `${…}`; what is wrong with them is told once. */
  readonly placeholdersOf: (node: ExpressionText) => readonly Expression[];
  /** The text of a node as a source of its own. What is told of it is found in the map later. */
  readonly sourceOf: (node: ExpressionText) => Source;
}

/** Checks one law over a whole map. Rules are pure, know nothing of each other, and never throw. */
export type Rule = (subject: Subject, report: Report) => void;

/** A law about what expressions and prompts of a map say. */
export type PromptRule = (subject: PromptSubject, report: Report) => void;
