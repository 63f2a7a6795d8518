import type { UnruledCalls } from '../../model/block.ts';
import { isDenial } from '../../model/denial.ts';
import type { Span } from '../../text/source.ts';
import type { Entry, Written } from '../values/yaml-entries.ts';

/**
 * How an agent of a role works where its task does not say it.
 *
 * Shape: absent where the front matter says nothing; `allowedTools` are what it calls `tools`.
 */
export interface RoleSettings {
  readonly model?: string;
  readonly effort?: Effort;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly permissionMode?: string;
  readonly unruledCalls?: UnruledCalls;
  readonly maxTurns?: number;
  readonly writes?: 'nothing';
}

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** How hard a model thinks, in the words of Claude Code. */
export type Effort = (typeof EFFORTS)[number];

/** A setting that cannot be taken. Shape: `problem` is a clause that goes on after its name. */
export interface SettingFault {
  readonly name: string;
  readonly problem: string;
  readonly span: Span;
}

/**
 * Reads what a front matter says of the agent: `model`, `effort`, `tools`, `disallowedTools`, `permissionMode`,
 * `unruledCalls`, `maxTurns`, `writes`.
 *
 * Shape: a list of tools may be one text with commas, as Claude's own agents have it. Also looked at are `name`,
 * `version`, `last_updated` and `description`, which are texts. Faults are no diagnostics yet: in a prompt that is no role
 * these keys are other tools' own.
 */
export function readRoleSettings(entries: readonly Entry[]): {
  readonly settings: RoleSettings;
  readonly faults: readonly SettingFault[];
} {
  const settings: Settable = {};
  const faults: SettingFault[] = [];
  const seen = new Set<string>();
  for (const entry of entries) {
    const { name, span } = entry.key;
    const take = TAKES.get(name);
    // Of unknown settings only this one matters: its agents would have tools that it denies them.
    if (take === undefined && isDenial(name)) {
      faults.push({ name, problem: 'denies no tool; write disallowedTools', span });
    }
    if (take === undefined) continue;
    const problem = seen.has(name) ? 'is given twice' : take(entry, settings);
    if (problem !== undefined)
      faults.push({ name, problem, span: entry.kind === 'nothing' || seen.has(name) ? span : entry.span });
    seen.add(name);
  }
  return { settings, faults };
}

type Settable = { -readonly [Name in keyof RoleSettings]: RoleSettings[Name] };

/** Keeps a value; gives the problem where it is none. */
type Take = (entry: Entry, settings: Settable) => string | undefined;

const MAX_TOOLS = 500;
const MAX_TURNS = 1_000_000;

const onlyText: Take = (entry) => (textOf(entry) === undefined ? NO_TEXT : undefined);

const TAKES: ReadonlyMap<string, Take> = new Map<string, Take>([
  ['name', onlyText],
  ['version', onlyText],
  ['last_updated', onlyText],
  ['description', onlyText],
  [
    'model',
    (entry, settings) => {
      const model = textOf(entry);
      if (model === undefined) return NO_TEXT;
      settings.model = model;
      return undefined;
    },
  ],
  [
    'effort',
    (entry, settings) => {
      const word = EFFORTS.find((each) => each === textOf(entry));
      if (word === undefined) return NO_EFFORT;
      settings.effort = word;
      return undefined;
    },
  ],
  [
    'permissionMode',
    (entry, settings) => {
      const mode = textOf(entry);
      if (mode === undefined) return NO_TEXT;
      settings.permissionMode = mode;
      return undefined;
    },
  ],
  [
    'unruledCalls',
    (entry, settings) => {
      const word = textOf(entry);
      if (word !== 'ask' && word !== 'refuse') return NO_UNRULED_CALLS;
      settings.unruledCalls = word;
      return undefined;
    },
  ],
  [
    'tools',
    (entry, settings) => {
      const tools = toolsOf(entry);
      if (tools === undefined) return NO_TOOLS;
      settings.allowedTools = tools;
      return undefined;
    },
  ],
  [
    'disallowedTools',
    (entry, settings) => {
      const tools = toolsOf(entry);
      if (tools === undefined) return NO_TOOLS;
      settings.disallowedTools = tools;
      return undefined;
    },
  ],
  [
    'writes',
    (entry, settings) => {
      if (textOf(entry) !== 'nothing') return NO_WRITES;
      settings.writes = 'nothing';
      return undefined;
    },
  ],
  [
    'maxTurns',
    (entry, settings) => {
      const turns = entry.kind === 'scalar' && /^\d{1,7}$/.test(entry.text) ? Number(entry.text) : 0;
      if (turns < 1 || turns > MAX_TURNS) return 'is no whole number from 1';
      settings.maxTurns = turns;
      return undefined;
    },
  ],
]);

const NO_WRITES = 'can only be "nothing": what a task may change is said by the task';
const NO_UNRULED_CALLS = 'is neither "refuse" nor "ask"';
const NO_EFFORT = `is none of ${EFFORTS.join(', ')}`;
const NO_TEXT = 'is no text';
const NO_TOOLS = 'is not a list of tools';

function textOf(written: Written): string | undefined {
  if (written.kind !== 'scalar') return undefined;
  const text = written.text.trim();
  return text === '' ? undefined : text;
}

function toolsOf(entry: Entry): readonly string[] | undefined {
  const written = entry.kind === 'list' ? entry.items.map(textOf) : inOneText(textOf(entry));
  const tools = (written ?? []).flatMap((tool) => (tool === undefined || tool === '' ? [] : [tool]));
  if (written === undefined || written.length > MAX_TOOLS) return undefined;
  return tools.length === written.length ? tools : undefined;
}

/** A comma inside of parentheses belongs to a rule, as in `Bash(git log a,b)`. */
function inOneText(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const tools = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth <= 0) tools.push('');
    else tools[tools.length - 1] += char;
  }
  return tools.map((tool) => tool.trim());
}
