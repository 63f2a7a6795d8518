import type { NewFile } from '../eject/write-files.ts';
import { isObject } from '../../util/is-object.ts';
import { UsageError } from '../io/usage-error.ts';

/** A map that somebody has drafted and that is in no file yet, with what belongs to it. */
export interface Draft {
  /** The name of the map, as `wfmap new` takes it. */
  readonly name: string;
  /** The map, in the map language. */
  readonly map: string;
  /** The scenarios of the map, in YAML. */
  readonly scenarios: string;
  /** Its prompts, schemas and parts, by their paths from the top of the project. */
  readonly files: readonly NewFile[];
}

/** A draft as flags give it. Shape: `files` is a JSON list of `{path, text}`. */
export interface DraftTexts {
  readonly name: string;
  readonly map: string;
  readonly scenarios: string;
  readonly files: string;
}

/** Errors: throws {@link UsageError} for a list of files that is none. */
export function readDraft({ name, map, scenarios, files }: DraftTexts): Draft {
  return { name, map: withEnd(map), scenarios: withEnd(scenarios), files: readFiles(files) };
}

export function mapPathOf(name: string): string {
  return `workflows/${name}.wfmap`;
}

export function scenariosPathOf(name: string): string {
  return `workflows/scenarios/${name}.scenario.yaml`;
}

/**
 * The files that a draft becomes.
 *
 * Shape: prompts and parts, scenarios, and last the map itself, which is never there without the rest. `map` is its text as it is written.
 */
export function filesOfDraft({ name, scenarios, files }: Draft, map: string): readonly NewFile[] {
  return [...files, { path: scenariosPathOf(name), text: scenarios }, { path: mapPathOf(name), text: map }];
}

function readFiles(json: string): readonly NewFile[] {
  const found = parsed(json);
  if (Array.isArray(found) && found.every(isFile)) {
    return found.map(({ path, text }) => ({ path, text: withEnd(text) }));
  }
  throw new UsageError('--files is not a list of files.', {
    help: 'Write JSON such as --files=\'[{"path": "prompts/ship/build.md", "text": "Build it."}]\'',
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isFile(value: unknown): value is NewFile {
  return isObject(value) && typeof value['path'] === 'string' && typeof value['text'] === 'string';
}

function withEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
