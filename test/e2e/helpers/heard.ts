import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './project.ts';

/** The messages that agents of a project read while they worked, in order. */
export function heardIn({ state }: Pick<Project, 'state'>): readonly string[] {
  const lines = readFileSync(join(state, 'heard.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as { readonly text: string }).text);
}
