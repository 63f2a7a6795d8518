import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { McpServers } from '../model/mcp-servers.ts';
import { closest } from '../util/closest.ts';
import { toError } from '../util/error.ts';
import { isObject } from '../util/is-object.ts';
import { findUpward } from './find-upward.ts';
import { toProjectChecks, type ProjectChecks } from './project-checks.ts';
import { toMcpServers } from './mcp-servers.ts';
import { ProjectError } from './project-error.ts';
import { readText } from './read-text.ts';

/**
 * What a project sets for all its runs.
 *
 * Shape: `stories` are paths from the work root in which `{id}` stands for a story's id, tried in order; a
 * trailing `*` lets a name go on after the id. `file` is where the settings come from, undefined for defaults.
 */
export interface ProjectConfig {
  readonly file: string | undefined;
  readonly stories: readonly string[];
  /** Names of environment variables whose values are masked beside those that speak of secrets. */
  readonly secrets: readonly string[];
  /** The variables that agents and commands get beside the usual ones, a `*` at the end for any letters; undefined for all. */
  readonly environment: readonly string[] | undefined;
  /** A line for the shell that is run when a run pauses or ends. */
  readonly notify: string | undefined;
  /** What a run does about changes that are not committed. */
  readonly dirty: DirtyPolicy | undefined;
  /** Names of branches that no run commits to or merges into; a `*` stands for any text. */
  readonly protectedBranches: readonly string[];
  /** Files and folders, from the top of the work tree, whose changes count though git ignores them. */
  readonly compared: readonly string[];
  /** How many agents and commands may be at work at once, from 1 to {@link MAX_CONCURRENCY}. */
  readonly concurrency: number | undefined;
  /** How the project is built, tested and linted, where its files do not say it or say it wrong. */
  readonly checks: ProjectChecks;
  /** The MCP servers whose tools tasks can name, by name. */
  readonly mcpServers: McpServers;
  readonly outline: OutlineSettings;
}

/** How the project is outlined. Shape: `exclude` has patterns as in a `.gitignore`, of what is not looked at. */
export interface OutlineSettings {
  readonly exclude: readonly string[];
}

/** `allow` tells of them, `stash` sets them aside, `refuse` starts nothing. */
export const DIRTY_POLICIES = ['allow', 'stash', 'refuse'] as const;
export type DirtyPolicy = (typeof DIRTY_POLICIES)[number];

export const DEFAULT_STORIES: readonly string[] = ['stories/{id}.md', '.sdlc/stories/{id}*'];

/** Each agent is a process of some hundred megabytes; more than these are a slip of the finger. */
export const MAX_CONCURRENCY = 64;

/** The file of a project's settings. */
export const CONFIG_FILE = 'wfmap.config.json';

/** Units: UTF-16. It is shown in full before it is run. */
const MAX_COMMAND = 10_000;

const SETTINGS = [
  'stories',
  'secrets',
  'environment',
  'notify',
  'dirty',
  'protectedBranches',
  'compared',
  'concurrency',
  'checks',
  'mcpServers',
  'outline',
];

const MAX_CONFIG_BYTES = 1_048_576;

/**
 * Reads the nearest `wfmap.config.json`, or `wfmap` key of a `package.json`, from a folder upward.
 *
 * Errors: throws {@link ProjectError} `invalid-config` where it is no JSON or has a key nobody knows.
 */
export function readConfig(folder: string): ProjectConfig {
  for (let at = nextConfigFolder(folder); at !== undefined; at = nextConfigFolder(join(at, '..'))) {
    const own = join(at, CONFIG_FILE);
    if (existsSync(own)) return toConfig(parse(own), own);
    const manifest = join(at, 'package.json');
    const settings = settingsInManifest(manifest);
    if (settings !== undefined) return toConfig(settings, `${manifest} ("wfmap")`);
    if (join(at, '..') === at) break;
  }
  return {
    file: undefined,
    stories: DEFAULT_STORIES,
    secrets: [],
    environment: undefined,
    notify: undefined,
    dirty: undefined,
    protectedBranches: [],
    compared: [],
    concurrency: undefined,
    checks: {},
    mcpServers: {},
    outline: { exclude: [] },
  };
}

function nextConfigFolder(folder: string): string | undefined {
  return findUpward(
    folder,
    (each) => existsSync(join(each, CONFIG_FILE)) || existsSync(join(each, 'package.json')),
  );
}

/**
 * Every file in which {@link readConfig} could ever find the settings of a project, also those that are not there yet.
 *
 * Shape: absolute; `**` stands for any folders below the project's own.
 */
export function configPlacesOf(workRoot: string): readonly string[] {
  const places = [join(workRoot, '**', CONFIG_FILE)];
  for (let at = workRoot; ; at = dirname(at)) {
    places.push(join(at, CONFIG_FILE));
    if (dirname(at) === at) return places;
  }
}

/** A manifest that is broken is not wfmap's to complain about. */
function settingsInManifest(file: string): unknown {
  try {
    return parse(file)['wfmap'];
  } catch (thrown) {
    if (thrown instanceof ProjectError) return undefined;
    throw thrown;
  }
}

function parse(file: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(readText(file, MAX_CONFIG_BYTES));
    if (isObject(json)) return json;
  } catch (thrown) {
    if (thrown instanceof ProjectError) throw thrown;
    throw new ProjectError('invalid-config', `"${file}" is not JSON: ${toError(thrown).message}.`, {
      cause: thrown,
    });
  }
  throw new ProjectError('invalid-config', `"${file}" does not hold a JSON object.`);
}

function toConfig(settings: unknown, file: string): ProjectConfig {
  if (!isObject(settings)) throw new ProjectError('invalid-config', `${file} does not hold an object.`);
  const {
    $schema: _schema,
    stories = DEFAULT_STORIES,
    secrets = [],
    environment,
    notify,
    dirty,
    protectedBranches = [],
    compared = [],
    concurrency,
    checks,
    mcpServers,
    outline,
    ...unknown
  } = settings;
  const [odd] = Object.keys(unknown);
  if (odd !== undefined) {
    const near = closest(odd, SETTINGS);
    throw new ProjectError('invalid-config', `${file} has a setting "${odd}", which wfmap does not know.`, {
      help: near === undefined ? `The settings are ${SETTINGS.join(', ')}.` : `Did you mean "${near}"?`,
    });
  }
  const listOf = (name: keyof typeof LISTS, value: unknown): readonly string[] => listIn(value, name, file);
  return {
    file,
    stories: listOf('stories', stories),
    secrets: listOf('secrets', secrets),
    environment: environmentIn(environment, file),
    notify: commandIn(notify, file),
    dirty: dirtyPolicyOf(dirty, file),
    protectedBranches: listOf('protectedBranches', protectedBranches),
    compared: listOf('compared', compared),
    concurrency: concurrencyIn(concurrency, file),
    checks: toProjectChecks(checks, file),
    mcpServers: toMcpServers(mcpServers, file),
    outline: outlineIn(outline, file),
  };
}

/** Settings that are lists: of what, which of it, and an example. */
const LISTS = {
  stories: {
    what: 'paths with "{id}" in them',
    fits: (path: string) => path.includes('{id}') && !path.split('/').includes('..'),
    help: 'Write for example ["docs/stories/{id}.md"].',
  },
  secrets: { what: 'names of variables', fits: undefined, help: undefined },
  protectedBranches: { what: 'names of branches', fits: undefined, help: undefined },
  compared: {
    what: 'paths from the top of the work tree',
    fits: isInside,
    help: 'Write for example ["data", "config/local.json"].',
  },
} as const;

function listIn(value: unknown, name: keyof typeof LISTS, file: string): readonly string[] {
  const { what, fits, help } = LISTS[name];
  if (isTextList(value) && (fits === undefined || value.every(fits))) return value;
  const message = `In ${file}, "${name}" is not a list of ${what}.`;
  throw new ProjectError('invalid-config', message, help === undefined ? {} : { help });
}

/** Whether a path is one as git writes it: of names, without links in words such as "..", and not the top itself. */
function isInside(path: string): boolean {
  return path.split('/').every((name) => !['', '.', '..'].includes(name));
}

function commandIn(notify: unknown, file: string): string | undefined {
  if (notify === undefined) return undefined;
  if (typeof notify !== 'string') {
    throw new ProjectError('invalid-config', `In ${file}, "notify" is not a string with a command.`);
  }
  if (notify.length <= MAX_COMMAND) return notify;
  throw new ProjectError('invalid-config', `In ${file}, "notify" is longer than ${MAX_COMMAND} characters.`, {
    help: 'Put the command into a script of the project, and name that.',
  });
}

function environmentIn(value: unknown, file: string): readonly string[] | undefined {
  if (value === undefined || value === 'all') return undefined;
  if (value === 'minimal') return [];
  if (isTextList(value) && value.every((name) => /^[A-Za-z_]\w*\*?$/.test(name))) return value;
  throw new ProjectError(
    'invalid-config',
    `In ${file}, "environment" is neither "all", "minimal" nor a list of names of variables.`,
    { help: 'Write for example "minimal", or ["DATABASE_URL", "AWS_*"] for these beside the usual ones.' },
  );
}

function concurrencyIn(value: unknown, file: string): number | undefined {
  if (value === undefined) return undefined;
  const isCount = typeof value === 'number' && Number.isInteger(value);
  if (isCount && value >= 1 && value <= MAX_CONCURRENCY) return value;
  throw new ProjectError(
    'invalid-config',
    `In ${file}, "concurrency" is not a whole number from 1 to ${MAX_CONCURRENCY}.`,
  );
}

function outlineIn(value: unknown, file: string): OutlineSettings {
  if (value === undefined) return { exclude: [] };
  const { exclude = [], ...unknown } = isObject(value) ? value : { value };
  if (isTextList(exclude) && Object.keys(unknown).length === 0) return { exclude };
  throw new ProjectError(
    'invalid-config',
    `In ${file}, "outline" is not an object with a list of patterns "exclude".`,
    { help: 'Write for example {"outline": {"exclude": ["fixtures/"]}}.' },
  );
}

function dirtyPolicyOf(dirty: unknown, file: string): DirtyPolicy | undefined {
  const policy = DIRTY_POLICIES.find((each) => each === dirty);
  if (policy !== undefined || dirty === undefined) return policy;
  throw new ProjectError('invalid-config', `In ${file}, "dirty" is none of ${DIRTY_POLICIES.join(', ')}.`);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
