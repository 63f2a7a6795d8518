import { collect, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { limited } from '../diagnostics/limited.ts';
import type { ReadTemplate } from '../model/template-lookup.ts';
import { PartialLinker } from '../prompt/parse/link-partials.ts';
import { parsePartial, parseTemplate } from '../prompt/parse/parse-template.ts';
import { findRoleHead } from '../prompt/parse/role-head.ts';
import type { Template } from '../prompt/parse/template.ts';
import { checkRole, isPresented } from '../validate/checks/check-role.ts';
import { rolePath } from '../validate/blocks/role-path.ts';

/**
 * Checks a role that no map has to name: what it says of itself, what it requires, and its syntax.
 *
 * Which names its body may use is known of its maps alone. A file that says nothing of itself may be another tool's: it is
 * left to the maps that name it.
 * Errors: none thrown; every fault is a diagnostic.
 */
export function checkRoleFile(role: string, readTemplate: ReadTemplate): readonly Diagnostic[] {
  const lookup = readTemplate(rolePath(role));
  if (lookup.kind !== 'found') return [];
  const { source, shipped } = lookup;
  const head = findRoleHead(source);
  if (!shipped && !(head && isPresented(head))) return [];
  const { diagnostics, report } = collect();
  const partials = new Map<string, Template>();
  const linker = new PartialLinker(({ path, span }) => {
    const known = partials.get(path);
    if (known) return known;
    const found = readTemplate(path);
    if (found.kind === 'found') {
      const partial = parsePartial(found.source, report);
      partials.set(path, partial);
      return partial;
    }
    if (found.kind === 'unreadable') {
      report('unreadable-partial', span, { path: found.place, reason: found.reason });
    } else {
      const places = found.lookedIn.map((place) => `"${place}"`).join(' and ');
      report('missing-partial', span, { path, places });
    }
    return undefined;
  }, report);
  const template = linker.link(parseTemplate(source, report));
  for (const { span, ...fault } of template.settingFaults) report('invalid-role-setting', span, fault);
  checkRole({ role, template, shipped }, report);
  return limited(diagnostics);
}
