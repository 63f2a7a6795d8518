/**
 * Rules of `.gitignore` files, and of excludes in the configuration, which are written alike.
 *
 * Own code, since a package makes regular expressions of them, and one of `a*a*a*…` takes for ever. Here a pattern is compared
 * in time that grows with its length and that of the path.
 * Source: https://git-scm.com/docs/gitignore
 */
export interface IgnoreRule {
  /** The folder that the rule is of, from the root: empty or with a slash at the end. */
  readonly base: string;
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** What a pattern with slashes begins with before its first wildcard. Git compares it alone, so two stars right after it are at the start of a pattern. */
  readonly literal: string;
  /** Parts of the rest between slashes; a rule without slashes has one, and is about names at any depth. */
  readonly parts: readonly string[];
  readonly isAboutNames: boolean;
}

/** Units: UTF-16. A longer line is no rule. */
const MAX_PATTERN = 1_000;

/** The rules in a text. `base` is the folder of the file, from the root, empty or with a slash at the end. */
export function parseIgnoreRules(text: string, base: string): readonly IgnoreRule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const rule = line.length > MAX_PATTERN ? undefined : toRule(line, base);
    return rule === undefined ? [] : [rule];
  });
}

/** Whether the last rule that is about a path excludes it. Shape: `path` is from the root, without a slash at its end. */
export function isIgnored(rules: readonly IgnoreRule[], path: string, isFolder: boolean): boolean {
  const last = rules.findLast((rule) => isAbout(rule, path, isFolder));
  return last !== undefined && !last.isNegated;
}

function toRule(line: string, base: string): IgnoreRule | undefined {
  // Blanks at the end count only where a backslash says so.
  const trimmed = line.replace(/(?<!\\) +$/, '');
  if (trimmed === '' || trimmed.startsWith('#')) return undefined;
  const isNegated = trimmed.startsWith('!');
  const pattern = isNegated ? trimmed.slice(1) : trimmed;
  const isForFolders = pattern.endsWith('/');
  const body = isForFolders ? pattern.slice(0, -1) : pattern;
  if (body === '' || body === '/') return undefined;
  const isAboutNames = !body.includes('/');
  const whole = body.replace(/^\//, '');
  const literal = isAboutNames ? '' : (/^[^*?[\\]*/.exec(whole)?.[0] ?? '');
  const parts = whole.slice(literal.length).split('/');
  return { base, isNegated, isForFolders, literal, parts, isAboutNames };
}

function isAbout(rule: IgnoreRule, path: string, isFolder: boolean): boolean {
  if ((rule.isForFolders && !isFolder) || !path.startsWith(rule.base)) return false;
  const own = path.slice(rule.base.length);
  if (rule.isAboutNames) return matchesName(rule.parts[0] ?? '', own.slice(own.lastIndexOf('/') + 1));
  return own.startsWith(rule.literal) && matchesParts(rule.parts, own.slice(rule.literal.length).split('/'));
}

/** `**` stands for any folders. Each part of the pattern is compared with each of the path once. */
function matchesParts(pattern: readonly string[], path: readonly string[]): boolean {
  // Whether the parts of the pattern so far match the first parts of the path, by the number of these.
  let reached = [true, ...path.map(() => false)];
  pattern.forEach((part, index) => {
    const next = reached.map(() => false);
    if (/^\*{2,}$/.test(part)) {
      const first = reached.indexOf(true);
      // At the end it is for what lies in the folder, and not for the folder.
      const from = index === pattern.length - 1 ? first + 1 : first;
      if (first >= 0) next.fill(true, from);
    } else {
      path.forEach((name, at) => {
        if (reached[at] === true) next[at + 1] = matchesName(part, name);
      });
    }
    reached = next;
  });
  return reached[path.length] === true;
}

/** Goes back to the last `*` alone: any further one can take what an earlier one could. */
function matchesName(pattern: string, name: string): boolean {
  let at = 0;
  let inName = 0;
  let star: number | undefined;
  let resume = 0;
  while (inName < name.length) {
    const step = pattern[at] === '*' ? undefined : matchOne(pattern, at, name[inName] ?? '');
    if (pattern[at] === '*') {
      star = at;
      resume = inName;
      at += 1;
    } else if (step !== undefined) {
      at = step;
      inName += 1;
    } else if (star === undefined) {
      return false;
    } else {
      at = star + 1;
      resume += 1;
      inName = resume;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at >= pattern.length;
}

/** Where the pattern goes on after one sign of the name; undefined where that does not match. */
function matchOne(pattern: string, at: number, sign: string): number | undefined {
  const own = pattern[at];
  if (own === '?') return at + 1;
  if (own === '\\') return pattern[at + 1] === sign ? at + 2 : undefined;
  const end = own === '[' ? pattern.indexOf(']', at + 2) : -1;
  if (end < 0) return own === sign ? at + 1 : undefined;
  return isInClass(pattern.slice(at + 1, end), sign) ? end + 1 : undefined;
}

function isInClass(text: string, sign: string): boolean {
  const isNegated = /^[!^]/.test(text);
  const signs = isNegated ? text.slice(1) : text;
  for (let at = 0; at < signs.length; at += 1) {
    const from = signs[at] ?? '';
    const isRange = signs[at + 1] === '-' && at + 2 < signs.length;
    const to = isRange ? (signs[at + 2] ?? '') : from;
    if (sign >= from && sign <= to) return !isNegated;
    if (isRange) at += 2;
  }
  return isNegated;
}
