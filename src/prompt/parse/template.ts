import type { ValueDeclaration } from '../../model/field.ts';
import type { Source, Span } from '../../text/source.ts';
import type { RoleHead } from './role-head.ts';
import type { RoleSettings, SettingFault } from './role-settings.ts';
import type { Inclusion, TemplatePart } from './template-part.ts';

/** A prompt template or a partial of one: what its front matter declares, and its body cut into parts. */
export interface Template {
  readonly source: Source;
  readonly parameters: readonly TemplateParameter[];
  /** How agents work that have it as their role, and what its front matter says of that in vain. */
  readonly settings: RoleSettings;
  readonly settingFaults: readonly SettingFault[];
  /** What it says of the role itself; undefined where there is no front matter that can be read. */
  readonly head: RoleHead | undefined;
  readonly parts: readonly TemplatePart[];
  /** Every name that it or a partial of it uses, wherever that name is read from. */
  readonly names: ReadonlySet<string>;
  /** Whether the body, or a partial of it, places the generated section of actions itself. */
  readonly placesActions: boolean;
  /** Where it takes in partials, in order. */
  readonly inclusions: readonly Inclusion[];
  /** The partials, by the path of an inclusion; those that could not be read are absent. */
  readonly partials: ReadonlyMap<string, Template>;
}

export interface TemplateParameter extends ValueDeclaration {
  readonly name: string;
  readonly description: string | undefined;
  readonly required: boolean;
  /** The name as the front matter writes it. */
  readonly span: Span;
}
