import { isAbsolute, join, normalize, relative } from 'node:path';
import { literalPath } from './literal-path.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Programs that run whatever they are given: a rule for one of them and any arguments would allow everything. */
const RUNNERS = words(
  'sh bash dash zsh fish env exec eval xargs nohup time timeout sudo doas su npx bunx pnpx uvx node bun deno tsx ts-node python python2 python3 ruby perl php awk find ssh docker podman',
);
/** Programs with commands of their own, and those commands that run what they are given. */
const FRONTS = words(
  'npm pnpm yarn uv poetry pipenv pdm hatch rye pipx cargo go git gh kubectl exec x dlx run tool create',
);
/** Programs that only read: Claude Code runs them unasked, but for files outside of the folder. */
const READERS = words(
  'cat head tail less wc sort uniq cut nl ls stat file du diff cmp grep egrep fgrep rg tree strings jq',
);
/** Programs whose paths Claude Code looks at, whatever rule there is for the command. */
const WRITERS = words('touch mkdir rmdir rm mv cp ln chmod sed tee');

/** Longer commands make no rule. Units: UTF-16. */
const MAX_LINE = 500;
/** Longer rules are none that anybody would write down. Units: UTF-16. */
const MAX_COMMAND = 200;
/** Of longer commands that were refused nothing is read. Units: UTF-16. */
const MAX_REFUSED = 100_000;

/** Whether a command is nothing but programs that run what they are given, such as `npx`, `env` or `sh -c`. */
export function isRunnerAlone(command: string): boolean {
  const named = command.split(' ').filter((word) => !/^(?:\w+=|-)/.test(word));
  return named.every((word) => RUNNERS.has(nameOf(word))) || /(?:^| )-[a-z]*[ce]$/.test(command);
}

/**
 * The rules of a command that somebody else than an agent has named: as it is, and with further arguments.
 *
 * Of a line with `&&` or `;` each command is one, as Claude Code takes it apart. A command that a rule cannot say to the
 * letter, such as one with a pipe, gets none, and neither does one that would run anything.
 */
export function rulesOfCommand(line: string): readonly string[] {
  const commands = line.split(/&&|;/).map((each) => each.trim());
  const plain = commands.filter(
    (each) => each.length <= MAX_LINE && /^[\w@%+=:,./ -]+$/.test(each) && !isRunnerAlone(each),
  );
  return plain.flatMap((each) => [`Bash(${each})`, `Bash(${each} *)`]);
}

/** Where a refused command was to run. `editsFreely`: whether files in the folder are written unasked. */
export interface CommandPlace {
  readonly folder: string;
  readonly editsFreely: boolean;
}

/**
 * The narrowest permission rule that allows a command which was refused: the command as it is; where a rule cannot say
 * that, its first words with further arguments. Undefined where one rule does not do, or would allow anything.
 *
 * Source: seen with Claude Code 2.1.329; test/real/laws/refusals.ts holds it to that.
 */
export function ruleForCommand(command: string, place: CommandPlace): string | undefined {
  if (command.length > MAX_REFUSED) return undefined;
  const bare = withoutQuoted(command);
  const parts = bare.replaceAll('||', '&&').split('|');
  if (parts.length > 1) return ruleForPipe(command.slice(0, parts[0]?.length).trim(), parts.slice(1), place);
  if (writesElsewhere(bare, place)) return undefined;
  const named = bare.trim().split(/\s+/);
  const program = nameOf(named.find((word) => !/^\w+=/.test(word)) ?? '');
  const outside = named.slice(1).filter((word) => isOutside(word, place.folder));
  if (outside.length > 0 && READERS.has(program)) return readRule(outside);
  if (outside.length > 0 && WRITERS.has(program)) return undefined;
  return isExact(command, bare)
    ? `Bash(${command.replaceAll('\\', '\\\\')})`
    : ruleWithMore(bare.includes('\n') ? '' : bare);
}

/** The rule for a file: `Edit` is about all that writes, `Read` about all that reads. */
export function fileRule(tool: 'Edit' | 'Read', path: string, folder: string): string {
  return `${tool}(/${literalPath(isAbsolute(path) ? normalize(path) : join(folder, path))})`;
}

/** Claude Code takes a pipe apart: what only reads needs no rule there. */
function ruleForPipe(first: string, rest: readonly string[], place: CommandPlace): string | undefined {
  const onlyRead = rest.every(
    (part) => READERS.has(nameOf(part.trim().split(/\s+/)[0] ?? '')) && !/[;&<>]/.test(part),
  );
  const command = first.replace(/\s*2>&1$/, '');
  return onlyRead && !/[;&]/.test(withoutQuoted(command)) ? ruleForCommand(command, place) : undefined;
}

/** A rule reads `*` as a pattern, and cannot say the parentheses of a subshell or what works in the background. */
function isExact(command: string, bare: string): boolean {
  return (
    command.length > 0 &&
    command.length <= MAX_COMMAND &&
    !/[*\p{Cc}]/u.test(command) &&
    !/^\w+=\$\(|(?:^|[^$])\(/.test(bare) &&
    !/(?<![&>])&(?![&>\d])/.test(bare)
  );
}

function ruleWithMore(bare: string): string | undefined {
  if (/[;&<>$`(){}]/.test(bare)) return undefined;
  const all = bare.trim().split(/\s+/);
  const odd = all.findIndex((word) => !/^[\w./:=@%+-]+$/.test(word));
  const plain = odd < 0 ? all.slice(0, 2) : all.slice(0, odd);
  while (plain.at(-1)?.startsWith('-') === true) plain.pop();
  const [program = '', ...more] = plain.map(nameOf);
  if (program === '' || /=/.test(program) || RUNNERS.has(program)) return undefined;
  if (FRONTS.has(program) && more.every((word) => FRONTS.has(word) || word.startsWith('-'))) return undefined;
  const first = plain.join(' ');
  return first.length <= MAX_COMMAND ? `Bash(${first} *)` : undefined;
}

/** Output to a file needs that the file may be written. */
function writesElsewhere(bare: string, { folder, editsFreely }: CommandPlace): boolean {
  const targets = [...bare.matchAll(/(?:\d|&)?>{1,2}\s*(&\d|[^\s;&|<>]+)/g)].map(([, target = '']) => target);
  const files = targets.filter((target) => !/^&\d$/.test(target) && target !== '/dev/null');
  return files.some((file) => !editsFreely || isOutside(file, folder) || /[$`'"]/.test(file));
}

function isOutside(word: string, folder: string): boolean {
  if (/^-|^~|\$/.test(word)) return /^~|\$/.test(word);
  const from = relative(folder, isAbsolute(word) ? word : join(folder, word));
  return from.startsWith('..') || isAbsolute(from);
}

function readRule(paths: readonly string[]): string | undefined {
  const [path = '', ...more] = paths;
  return more.length === 0 && isAbsolute(path) && /^[\w./@%+=:-]+$/.test(path)
    ? fileRule('Read', path, '/')
    : undefined;
}

/** A line of a shell with each quoted or escaped character as `'`, so that what is left is the shell's own. */
function withoutQuoted(line: string): string {
  return line.replaceAll(/'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]/g, (quoted) => "'".repeat(quoted.length));
}

function nameOf(word: string): string {
  return word.replace(/^.*\//, '');
}
