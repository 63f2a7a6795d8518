/** A permission rule. Shape: `about` is what stands in its parentheses; undefined where the rule is about the whole tool. */
export interface PermissionRule {
  readonly tool: string;
  readonly about: string | undefined;
}

/** Takes `Bash(npm *)` apart. `Bash()` and `Bash(*)` are about the whole tool, as Claude Code reads them. */
export function toPermissionRule(rule: string): PermissionRule {
  const text = rule.trim();
  const at = text.indexOf('(');
  if (at < 0 || !text.endsWith(')')) return { tool: text, about: undefined };
  const about = text.slice(at + 1, -1).trim();
  return { tool: text.slice(0, at), about: about === '' || about === '*' ? undefined : about };
}

/**
 * What commands a rule such as `Bash(@project)` stands for. Shape: `name` is what stands behind the first dot, as in
 * `Bash(@inputs.testCommand)`; undefined for every other rule.
 */
export function toCommandsRule(
  rule: string,
): { readonly word: string; readonly name: string | undefined } | undefined {
  const { tool, about } = toPermissionRule(rule);
  const found = tool === 'Bash' ? /^@([^.\s]*)(?:\.(.*))?$/s.exec(about ?? '') : null;
  return found === null ? undefined : { word: found[1] ?? '', name: found[2] };
}
