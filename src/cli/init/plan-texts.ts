import { join, relative } from 'node:path';
import { asOwnText, isUntouched } from '../../context/sections/own-text.ts';
import { CONTEXT_FOLDER } from '../../context/sections/section-text.ts';
import { CONFIG_FILE, type ProjectConfig } from '../../project/config.ts';
import { findMaps } from '../../project/find-maps.ts';
import type { ReadInsight } from '../../project/insight/read-insight.ts';
import { packageRoot } from '../../project/package-root.ts';
import { readText } from '../../project/read-text.ts';
import { WfmapError } from '../../util/error.ts';
import { installedSchema } from '../eject/installed-schema.ts';
import { filesOfPattern } from '../new/files-of-pattern.ts';
import { DEFAULT_PATTERN } from '../new/patterns.ts';
import { EMPTY_PLAN, joinPlans, planOf, type Plan, type PlannedFile } from './plan.ts';
import { lookAtFile, type ProjectFile } from './project-file.ts';

/** The outline that the section names, from the root. */
export const OUTLINE_FILE = `${CONTEXT_FOLDER}/outline.md`;

/** The name of the first map of a project. */
export const FIRST_MAP = 'first';

const OWN_TEXTS = ['constitution.md', 'runloop.md'] as const;

/** Units: bytes. */
const MAX_BYTES = 65_536;

/** The texts that are a project's own from then on: written where none is, and again while nobody has changed them. */
export function planOwnTexts(root: string): Plan {
  return joinPlans(
    OWN_TEXTS.map((name) => {
      const path = `${CONTEXT_FOLDER}/${name}`;
      const next = asOwnText(readText(join(packageRoot(), 'prompts/context', name), MAX_BYTES));
      return planText(root, { path, next }, (text) =>
        isUntouched(text) ? 'replace' : `${path} was changed, so it stays.`,
      );
    }),
  );
}

/** The rule by which git ignores the outline, beside it. */
export function planIgnored(root: string): Plan {
  const path = `${CONTEXT_FOLDER}/.gitignore`;
  const next = '# Made anew by "wfmap update".\n/outline.md\n';
  return planText(root, { path, next }, (text) =>
    /^\/?outline\.md\s*$/m.test(text) ? '' : `${path} is there already: add the line /outline.md to it.`,
  );
}

/** The settings of a project, with the commands that were found. */
export function planConfig(root: string, config: ProjectConfig, { insight, origins }: ReadInsight): Plan {
  if (config.file !== undefined)
    return { ...EMPTY_PLAN, notes: [`The settings in ${relative(root, config.file)} stay as they are.`] };
  const names = (['build', 'test', 'lint'] as const).filter((name) => origins[name] !== undefined);
  const checks = Object.fromEntries(names.map((name) => [name, insight[name]]));
  return planText(
    root,
    { path: CONFIG_FILE, next: `${JSON.stringify({ checks }, undefined, 2)}\n` },
    () => '',
  );
}

/** A first map with its prompts and scenarios, in a project that has none; the map itself comes last. */
export function planFirstMap(root: string): Plan {
  if (findMaps(root).length > 0) return EMPTY_PLAN;
  const schema = installedSchema(root);
  const files = filesOfPattern({ pattern: DEFAULT_PATTERN, name: FIRST_MAP, form: 'wfmap', schema });
  return joinPlans(
    files.map(({ path, text: next }) => {
      const plan = planText(root, { path, next }, () => 'other');
      const isOther = plan.notes.length > 0;
      return isOther
        ? { ...EMPTY_PLAN, faults: [`${path} is there already. Rename it, or take --no-first-map.`] }
        : plan;
    }),
  );
}

const HOOKS = `repos:
  - repo: local
    hooks:
      - id: wfmap-validate
        name: wfmap validate
        entry: wfmap validate
        language: system
        files: (^|/)(workflows/.*|.*-map)\\.(json|wfmap)$
      - id: wfmap-templates
        name: wfmap roles
        entry: wfmap validate --staged
        language: system
        pass_filenames: false
        always_run: true
`;

/** The hooks of pre-commit that check maps and roles. */
export function planHooks(root: string): Plan {
  const path = '.pre-commit-config.yaml';
  return planText(root, { path, next: HOOKS }, (text) => {
    if (text.includes('wfmap validate')) return '';
    const lines = HOOKS.split('\n').slice(1, -1).join('\n');
    return `${path} is there already, so it stays. Add to its "repos":\n${lines}`;
  });
}

type Wanted = Pick<PlannedFile, 'path' | 'next'>;

/** A whole file. `judge` says what becomes of another text that is there: it is replaced, or stays, for a reason that may be empty. */
function planText(root: string, { path, next }: Wanted, judge: (text: string) => string): Plan {
  let file: ProjectFile;
  try {
    file = lookAtFile(root, path);
  } catch (thrown) {
    if (!(thrown instanceof WfmapError)) throw thrown;
    return { ...EMPTY_PLAN, faults: [[thrown.message, thrown.help ?? ''].join(' ').trim()] };
  }
  if (file.text === next) return EMPTY_PLAN;
  const said = file.text === undefined ? 'create' : judge(file.text);
  if (said !== 'create' && said !== 'replace')
    return said === '' ? EMPTY_PLAN : { ...EMPTY_PLAN, notes: [said] };
  const note = said === 'create' ? 'new' : 'brought up to date';
  return planOf({ ...file, kind: 'text', next, shown: next, note });
}
