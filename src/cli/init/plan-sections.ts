import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findSection, isFault } from '../../context/sections/find-section.ts';
import { isEdited, putSection } from '../../context/sections/put-section.ts';
import { importText, sectionText } from '../../context/sections/section-text.ts';
import { ARTIFACT_FOLDERS } from '../../framework/tables/artifact-folders.ts';
import { WfmapError } from '../../util/error.ts';
import { unlessRefused } from '../../util/unless-refused.ts';
import { EMPTY_PLAN, joinPlans, planOf, type Plan } from './plan.ts';
import { lookAtFile, type ProjectFile } from './project-file.ts';

/** How `AGENTS.md` says what the section of `CLAUDE.md` says. */
export const AGENTS_FORMS = ['section', 'import', 'link', 'none'] as const;
export type AgentsForm = (typeof AGENTS_FORMS)[number];

export interface SectionWish {
  readonly root: string;
  /** Whether sections that somebody has edited are overwritten. */
  readonly force: boolean;
}

const CLAUDE = 'CLAUDE.md';
const AGENTS = 'AGENTS.md';

/** What the section of a file says, by the folder in which the file really lies. */
type Content = (folder: string) => string;

const OF_CLAUDE: Content = (folder) => sectionText('imports', folder, ARTIFACT_FOLDERS);
const OF_AGENTS: Readonly<Record<'section' | 'import', Content>> = {
  section: (folder) => sectionText('names', folder, ARTIFACT_FOLDERS),
  import: (folder) => importText(folder, CLAUDE),
};

/** The sections that a project gets, in the files that agents read before they start. */
export function planSections(wish: SectionWish, agents: AgentsForm): Plan {
  const { root } = wish;
  const own = planSection(wish, CLAUDE, OF_CLAUDE);
  if (agents === 'none') return own;
  if (agents === 'link') return joinPlans([own, planLink(root)]);
  if (isSameFile(root))
    return joinPlans([own, { ...EMPTY_PLAN, notes: [`${AGENTS} and ${CLAUDE} are one file.`] }]);
  return joinPlans([own, planSection(wish, AGENTS, OF_AGENTS[agents])]);
}

/** The sections that are there, brought up to date; undefined where there are none. */
export function planKnownSections(wish: SectionWish): Plan | undefined {
  const claude = withSection(wish.root, CLAUDE);
  const agents = isSameFile(wish.root) ? undefined : withSection(wish.root, AGENTS);
  if (claude === undefined && agents === undefined) return undefined;
  const form = agents !== undefined && /^@\S*CLAUDE\.md$/.test(agents.content) ? 'import' : 'section';
  return joinPlans([
    claude ? planSection(wish, CLAUDE, OF_CLAUDE) : EMPTY_PLAN,
    agents ? planSection(wish, AGENTS, OF_AGENTS[form]) : EMPTY_PLAN,
  ]);
}

/** What a file has of a section, also where it is faulty; a file that cannot be read is one to be reported. */
function withSection(root: string, path: string): { readonly content: string } | undefined {
  if (unlessRefused(() => lstatSync(join(root, path))) === undefined) return undefined;
  const text = unlessFaulty(() => lookAtFile(root, path).text);
  if (text === undefined) return { content: '' };
  const found = findSection(text);
  return isFault(found) ? { content: '' } : found;
}

function unlessFaulty<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (thrown) {
    if (thrown instanceof WfmapError) return undefined;
    throw thrown;
  }
}

function planSection({ root, force }: SectionWish, path: string, content: Content): Plan {
  let file: ProjectFile;
  try {
    file = lookAtFile(root, path);
  } catch (thrown) {
    if (!(thrown instanceof WfmapError)) throw thrown;
    return { ...EMPTY_PLAN, faults: [withHelp(thrown.message, thrown.help)] };
  }
  const put = putSection(file.text, content(posix.dirname(file.real)), { force });
  if (isFault(put))
    return { ...EMPTY_PLAN, faults: [withHelp(`${path}: line ${put.line} ${put.reason}.`, put.help)] };
  if (put.state === 'edited') return planBeside(root, file, { line: put.line, block: put.block });
  const beside = removeBeside(root, path);
  if (put.state === 'unchanged') return { ...beside, notes: [`${path}: its section is up to date.`] };
  const through = file.real === file.path ? '' : `, in ${file.real}`;
  const note = `${NOTES[put.state]}${through}`;
  return joinPlans([beside, planOf({ ...file, kind: 'section', next: put.text, shown: put.block, note })]);
}

const NOTES = {
  created: 'new',
  added: 'section added at its end',
  updated: 'section brought up to date',
  overwritten: 'section overwritten, with what somebody has changed in it',
} as const;

function withHelp(message: string, help: string | undefined): string {
  return help === undefined ? message : `${message} ${help}`;
}

/** Where the text goes that a section would have, if nobody had edited it. */
function besideOf(path: string): string {
  return `${path}.wfmap-new`;
}

/** The new text beside the file, in which the section of a person stays. */
function planBeside(
  root: string,
  { path }: ProjectFile,
  { line, block }: { readonly line: number; readonly block: string },
): Plan {
  const next = `${block}\n`;
  const notes = [
    `${path}: the section in line ${line} was edited, so it stays. What wfmap would write is in ${besideOf(path)}; --force takes it.`,
  ];
  const beside = unlessFaulty(() => lookAtFile(root, besideOf(path)));
  if (beside === undefined || (beside.text !== undefined && !isOwnBeside(beside.text))) {
    return {
      ...EMPTY_PLAN,
      faults: [`${besideOf(path)} is not wfmap's, and the new section of ${path} belongs there. Rename it.`],
    };
  }
  if (beside.text === next) return { ...EMPTY_PLAN, notes };
  return {
    ...EMPTY_PLAN,
    notes,
    files: [{ ...beside, kind: 'text', next, shown: block, note: 'the new section' }],
  };
}

/** Such a text has no use any more once the section is as wfmap would have it. */
function removeBeside(root: string, path: string): Plan {
  const text = unlessFaulty(() => lookAtFile(root, besideOf(path)).text);
  return text !== undefined && isOwnBeside(text) ? { ...EMPTY_PLAN, removed: [besideOf(path)] } : EMPTY_PLAN;
}

function isOwnBeside(text: string): boolean {
  const found = findSection(text);
  return found !== undefined && !isFault(found) && !isEdited(found) && text.trimEnd().length === found.end;
}

/** `AGENTS.md` as a link to `CLAUDE.md`, where nothing is yet. */
function planLink(root: string): Plan {
  const path = join(root, AGENTS);
  const there = unlessRefused(() => lstatSync(path));
  if (there === undefined) return { ...EMPTY_PLAN, links: [{ path: AGENTS, target: CLAUDE }] };
  if (isSameFile(root)) return { ...EMPTY_PLAN, notes: [`${AGENTS} is a link to ${CLAUDE}.`] };
  const help =
    'Nothing that is there is replaced by a link: rename it, or take --agents section or --agents import.';
  return { ...EMPTY_PLAN, faults: [`${AGENTS} is there already. ${help}`] };
}

/** Also where the one is a link to the other, which is not there yet. */
function isSameFile(root: string): boolean {
  const real = (path: string): string | undefined =>
    unlessRefused(() => realpathSync.native(join(root, path)));
  if (unlessRefused(() => readlinkSync(join(root, AGENTS))) === CLAUDE) return true;
  return real(CLAUDE) !== undefined && real(CLAUDE) === real(AGENTS);
}
