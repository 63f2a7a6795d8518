import type { Fix } from '../../../diagnostics/diagnostic.ts';
import type { ClaudeTask } from '../../../model/block.ts';
import { isOriginalMap } from '../../../model/is-original-map.ts';
import type { WorkflowMap } from '../../../model/map.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { toPermissionRule } from '../../../model/permission-rule.ts';
import type { RoleSettings } from '../../../prompt/parse/role-settings.ts';
import { blockNodesOf, blocksOf, isReadonly } from '../../blocks/blocks.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** A task that is given the means to edit says what it may change: whoever says nothing only reads. */
export const missingWrites: PromptRule = ({ document, roles }, report) => {
  if (isOriginalMap(document.map)) return;
  const isSilent = saysNothing(document.map);
  for (const node of blockNodesOf(document.map)) {
    if (isReadonly(node)) continue;
    for (const task of node.block.tasks) {
      if (task.type !== 'claude' || task.writes !== undefined) continue;
      const role = (task.agent && roles.get(task.agent.name)?.settings) ?? {};
      const sign = signOf(task, role, isSilent);
      if (sign === undefined) continue;
      const params = { task: task.name, sign };
      const fix = fixOf(document, task);
      report('missing-writes', document.spanOf(task, 'name'), params, { fix, evidence: 'heuristic' });
    }
  }
};

/** Whether a map has no word of what its agents may change, as one of before there were such words. */
function saysNothing(map: WorkflowMap): boolean {
  return blocksOf(map)
    .flatMap(({ tasks }) => tasks)
    .every(
      (task) =>
        !(('writes' in task && task.writes !== undefined) || ('mayCommit' in task && task.mayCommit)) &&
        !('workspace' in task && task.workspace.kind === 'readonly'),
    );
}

function signOf(task: ClaudeTask, role: RoleSettings, isSilent: boolean): string | undefined {
  if (role.writes === 'nothing') return undefined;
  return signOfEdits(task, role) ?? signOfName(task, role, isSilent);
}

/** Words that a task is called by which changes files. Others, such as "Write", may end in a reply. */
const EDITS = /^(?:code|edit|fix|implement|mend|refactor|rename|repair)\b/i;

/** A name is a sign only where the map says nothing of the matter, and nothing else says how the task works. */
function signOfName(
  { name, allowedTools, disallowedTools, permissionMode }: ClaudeTask,
  role: RoleSettings,
  isSilent: boolean,
): string | undefined {
  const said = [allowedTools, disallowedTools, permissionMode, ...Object.values(role)];
  if (!isSilent || !EDITS.test(name) || said.some((each) => each !== undefined)) return undefined;
  return 'its name suggests that it edits files, and no task of the map has "writes"';
}

/** What shows that a task is meant to edit, as a clause; undefined where nothing does. */
function signOfEdits(task: ClaudeTask, role: RoleSettings): string | undefined {
  if (task.mayCommit) return 'it may commit';
  if (task.frozen !== undefined) return 'it says what is frozen';
  const denied = new Set((task.disallowedTools ?? role.disallowedTools ?? []).flatMap(wholeTool));
  if (FILE_TOOLS.every((tool) => denied.has(tool))) return undefined;
  const who = `its role "${task.agent?.name}"`;
  const mode = task.permissionMode ?? role.permissionMode ?? '';
  if (EDITING_MODES.has(mode))
    return `${task.permissionMode === mode ? 'its permission mode' : `the permission mode of ${who}`} is "${mode}"`;
  return mode === 'plan' ? undefined : signOfRules(task, role, denied);
}

/** Nobody is asked about edits in these. */
const EDITING_MODES = new Set(['acceptEdits', 'auto', 'bypassPermissions']);
const FILE_TOOLS = ['Edit', 'Write'];
const EDITING_TOOLS = new Set([...FILE_TOOLS, 'MultiEdit', 'NotebookEdit']);

/** Programs that write files, those that write what they are told to, and what git changes files and commits with. */
const WRITING = wordsIn('cp dd install ln mkdir mv patch rm rmdir sed tee touch truncate');
const INTERPRETERS = wordsIn('bash bun deno env node npx perl python python3 ruby sh sudo xargs zsh');
const WRITING_GIT = wordsIn(
  '* add am apply checkout cherry-pick clean commit merge mv pull rebase reset restore revert rm stash switch',
);

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Whether a rule lets an agent edit. What builds and tests a project writes its output, and is no such rule. */
function canEdit(rule: string, denied: ReadonlySet<string>): boolean {
  const { tool, about } = toPermissionRule(rule);
  if (denied.has(tool)) return false;
  if (tool !== 'Bash') return EDITING_TOOLS.has(tool);
  const [program = '*', argument = ''] = (about ?? '*').replace(/:\*$/, ' *').split(/\s+/);
  if (program === 'git') return WRITING_GIT.has(argument);
  return program === '*' || WRITING.has(program) || (INTERPRETERS.has(program) && argument === '*');
}

function signOfRules(
  { allowedTools, agent }: ClaudeTask,
  role: RoleSettings,
  denied: ReadonlySet<string>,
): string | undefined {
  const rule = (allowedTools ?? role.allowedTools)?.find((each) => canEdit(each, denied));
  return rule && `${allowedTools === undefined ? `its role "${agent?.name}"` : 'it'} may use "${rule}"`;
}

function wholeTool(rule: string): readonly string[] {
  const { tool, about } = toPermissionRule(rule);
  return about === undefined ? [tool] : [];
}

/** In JSON behind the type of the task; in the map language before its prompt. */
function fixOf(document: MapDocument, task: ClaudeTask): Fix {
  const { source } = document;
  const type = document.spanOf(task, 'type');
  const isJson = source.text.startsWith('"', type.start);
  const prompt = document.spanOf(task.prompt).start;
  const at = isJson ? type.end : prompt;
  const line = source.text.lastIndexOf('\n', isJson ? type.start : prompt) + 1;
  const [indent = ''] = /^[ \t]*/.exec(source.text.slice(line)) ?? [];
  const isAlone =
    indent !== '' && line + indent.length === (isJson ? keyStart(source.text, type.start) : prompt);
  const separator = isAlone ? `\n${indent}` : ' ';
  const newText = isJson ? `,${separator}"writes": ["anything"]` : `writes anything${separator}`;
  return {
    title: 'Let it write anything, as before.',
    safe: true,
    edits: [{ span: { source, start: at, end: at }, newText }],
  };
}

/** Where the key begins that a value in JSON belongs to. */
function keyStart(text: string, value: number): number {
  return text.lastIndexOf('"', text.lastIndexOf('"', value - 1) - 1);
}
