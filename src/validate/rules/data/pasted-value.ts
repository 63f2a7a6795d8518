import { literalOf } from '../../../expression/cel/literal-node.ts';
import type { Node } from '../../../expression/cel/node.ts';
import { readSyntaxTree } from '../../../expression/cel/syntax-tree.ts';
import { pathOf } from '../../../expression/check/path-of.ts';
import { typeOfExpression } from '../../../expression/check/type-of-expression.ts';
import { membersOf } from '../../../expression/types/union-of.ts';
import type { Extra } from '../../../diagnostics/diagnostic.ts';
import type { ExpressionText } from '../../../model/action.ts';
import type { ShellTask } from '../../../model/block.ts';
import { checkShellLine } from '../../../prompt/shell/shell-command.ts';
import { blockNodesOf, blocksOf } from '../../blocks/blocks.ts';
import { onEntry } from '../../blocks/program-point.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';
import { bindingsOf } from '../../names/bindings.ts';
import { environmentsOf } from '../../types/environments.ts';

/**
 * A value is not pasted into the text of a program: a shell, or an interpreter, would run what is in it.
 *
 * A number or a truth value cannot do harm, and what is a command by declaration is meant to be run.
 */
export const pastedValue: PromptRule = (subject, report) => {
  const commands = new CommandValues(subject);
  const environments = environmentsOf(subject);
  for (const blockNode of blockNodesOf(subject.document.map)) {
    for (const task of blockNode.block.tasks) {
      if (task.type !== 'shell' || task.command.kind !== 'argv') continue;
      const code = codeIn(task.command.parts);
      if (!code) continue;
      const point = onEntry(blockNode, task);
      for (const expression of subject.placeholdersOf(code.node)) {
        if (commands.isCommand(expression)) continue;
        const names = expression.names.map(({ name }) => name);
        if (isHarmless(typeOfExpression(expression, environments.environmentOf(names, point)))) continue;
        const params = { task: task.name, value: expression.text.trim(), program: code.program };
        report('pasted-value', expression.span, params, extraOf(task, code, subject));
      }
    }
  }
};

interface Code {
  readonly program: string;
  readonly node: ExpressionText;
  readonly isShell: boolean;
  /** Whether the command is nothing but `sh -c` and the text. */
  readonly isAlone: boolean;
}

const SHELL = /^(?:.*\/)?(?:sh|bash|dash|zsh|ksh)$/;
const INTERPRETER = /^(?:.*\/)?(?:node|bun|deno|python[\d.]*|perl|ruby|php)$/;
const SHELL_FLAG = /^-[a-zA-Z]*c$/;
const CODE_FLAG = /^(?:-[a-z]*[ecp]|--eval|--print|eval|-r)$/;

/** The argument that is the text of a program. */
function codeIn(parts: readonly ExpressionText[]): Code | undefined {
  const words = parts.map(({ text }) => text);
  const index = words.findIndex((word) => SHELL.test(word) || INTERPRETER.test(word));
  const program = words[index];
  if (program === undefined) return undefined;
  const isShell = SHELL.test(program);
  const flag = isShell ? SHELL_FLAG : CODE_FLAG;
  const at = words.findIndex((each, place) => place > index && flag.test(each));
  const node = parts[at + 1];
  if (at < 0 || !node || !words.slice(index + 1, at).every((each) => each.startsWith('-'))) return undefined;
  const isAlone = words.length === 3 && /^(?:sh|bash) -c$/.test(words.slice(0, 2).join(' '));
  return { program: `${program} ${words[at] ?? ''}`, node, isShell, isAlone };
}

function extraOf(task: ShellTask, { node, isShell, isAlone }: Code, { document }: PromptSubject): Extra {
  if (!isShell)
    return {
      help: 'Pass it as an argument behind the text of the program, which reads it from its arguments.',
    };
  if (!isAlone || checkShellLine(node) !== undefined) return {};
  const newText = JSON.stringify(node.text);
  const edits = [{ span: document.spanOf(task, 'command'), newText }];
  return {
    fix: { title: 'Write the command as one text, which passes values separately.', safe: false, edits },
  };
}

function isHarmless(type: ReturnType<typeof typeOfExpression>): boolean {
  return membersOf([type]).every(
    (each) =>
      each === 'number' ||
      each === 'integer' ||
      each === 'boolean' ||
      (typeof each !== 'string' &&
        each.kind === 'literals' &&
        each.values.every((value) => /^[\w.,:@%+=/-]*$/.test(String(value)))),
  );
}

/** Says which values are commands: of the project, of an input of that type, marked, and what is made of those. */
class CommandValues {
  readonly #subject: PromptSubject;
  readonly #names = new Map<string, boolean>();

  constructor(subject: PromptSubject) {
    this.#subject = subject;
  }

  isCommand({ text }: ExpressionText): boolean {
    const tree = readSyntaxTree(text);
    // A name may be set to what cannot be read, which is reported where it stands.
    return 'problem' in tree || this.#is(tree.root);
  }

  #is(node: Node): boolean {
    if (typeof literalOf(node) === 'string') return true;
    if (node.kind === 'choice') return this.#is(node.yes) && this.#is(node.no);
    if (node.kind === 'binary') return node.operator === '+' && this.#is(node.left) && this.#is(node.right);
    if (node.kind === 'call') return node.name === 'raw';
    const path = pathOf(node);
    if (path === undefined) return false;
    const [key, ...others] = path.keys;
    if (key === undefined) return this.#isName(path.name);
    return path.name === 'project' && others.length === 0 && OF_PROJECT.has(key);
  }

  #isName(name: string): boolean {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    // A name that is set from itself counts for the other values that it is set from.
    this.#names.set(name, true);
    const is = this.#isBoundToCommands(name);
    this.#names.set(name, is);
    return is;
  }

  #isBoundToCommands(name: string): boolean {
    const { map } = this.#subject.document;
    const field = map.fields.find((each) => each.name === name);
    const bindings = blocksOf(map)
      .flatMap(bindingsOf)
      .filter((each) => each.name === name);
    if (field ? field.isCommand !== true : bindings.length === 0) return false;
    return bindings.every(({ assignment }) => assignment && this.isCommand(assignment.expression));
  }
}

const OF_PROJECT: ReadonlySet<string> = new Set(['test', 'build', 'lint']);
