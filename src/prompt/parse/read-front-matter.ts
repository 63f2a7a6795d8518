import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';
import { readParameters } from './read-parameters.ts';
import { readRoleHead, type RoleHead } from './role-head.ts';
import { readRoleSettings, type RoleSettings, type SettingFault } from './role-settings.ts';
import { readSimpleYaml } from './simple-yaml.ts';
import type { TemplateParameter } from './template.ts';
import { readYaml, type Entry } from '../values/yaml-entries.ts';

/** What a front matter says about its prompt. */
export interface FrontMatter {
  readonly parameters: readonly TemplateParameter[];
  /** Whether `{{…}}` means something in the body. */
  readonly isHandlebars: boolean;
  /** What it says of the agent, where the prompt is a role, and what of that cannot be taken. */
  readonly settings: RoleSettings;
  readonly settingFaults: readonly SettingFault[];
  /** What it says of the role itself; undefined where there is nothing to be read. */
  readonly head: RoleHead | undefined;
}

export const NO_FRONT_MATTER: FrontMatter = {
  parameters: [],
  isHandlebars: false,
  settings: {},
  settingFaults: [],
  head: undefined,
};

/**
 * Reads a front matter: `parameters`, or `params`, `syntax`, and what `role-settings.ts` and `role-head.ts` read.
 *
 * Other keys belong to other tools and are passed over.
 * Errors: reports `invalid-front-matter`, `unsupported-syntax` and what `read-parameters.ts` reports.
 */
export function readFrontMatter(span: Span, report: Report): FrontMatter {
  const entries = readSimpleYaml(span) ?? readYaml(span);
  if ('problem' in entries) {
    report('invalid-front-matter', entries.span, { problem: entries.problem });
    return NO_FRONT_MATTER;
  }
  let block: Entry | undefined;
  let isHandlebars = false;
  for (const entry of entries) {
    const { name, span: key } = entry.key;
    if (name === 'syntax') isHandlebars = readSyntax(entry, report);
    if (name !== 'parameters' && name !== 'params') continue;
    if (block) {
      const related = [{ message: 'The parameters begin here.', span: block.key.span }];
      report('invalid-front-matter', key, { problem: 'it has parameters twice' }, { related });
    } else block = entry;
  }
  const { settings, faults } = readRoleSettings(entries);
  const { head, faults: headFaults } = readRoleHead(entries, span);
  const settingFaults = [...faults, ...headFaults];
  return { parameters: readParameters(block, report), isHandlebars, settings, settingFaults, head };
}

function readSyntax(entry: Entry, report: Report): boolean {
  if (entry.kind !== 'scalar') return false;
  if (entry.text === 'handlebars') return true;
  const near = closest(entry.text, ['handlebars']);
  const edits = [{ span: entry.span, newText: 'handlebars' }];
  const fix = near === undefined ? undefined : { title: 'Write handlebars.', safe: false, edits };
  report('unsupported-syntax', entry.span, { syntax: entry.text }, { fix });
  return false;
}
