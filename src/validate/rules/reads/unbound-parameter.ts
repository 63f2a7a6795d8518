import { isPrompted, itemNameOf, type PromptedTask } from '../../../model/tasks.ts';
import { SHADOWABLE_NAMES } from '../../../model/shadowable-names.ts';
import type { Template } from '../../../prompt/parse/template.ts';
import { blockNodesOf, type BlockNode } from '../../blocks/blocks.ts';
import type { PromptSubject } from '../../blocks/rule.ts';
import { bindingsOf } from '../../names/bindings.ts';
import { BUILT_INS } from '../../names/built-ins.ts';
import { templatesOf } from '../../names/declarations.ts';
import { passedNamesOf } from '../../types/passed-arguments.ts';
import type { ReadsRule } from '../../reads/reads-rule.ts';

interface Bound {
  readonly template: Template;
  readonly names: Set<string>;
}

/** Some map that uses a template binds each parameter of it; what a role requires is for whoever uses it. */
export const unboundParameter: ReadsRule = ({ project }, report) => {
  if (!project.isWhole) return;
  const bound = new Map<string, Bound>();
  for (const subject of project.subjects) collectBound(subject, bound);
  for (const { template, names } of bound.values()) {
    if (!project.isOwn(template.source)) continue;
    const required = new Set(template.head?.requires?.variables.map(({ text }) => text));
    for (const { name, span } of template.parameters) {
      if (!names.has(name) && !required.has(name)) report('unbound-parameter', span, { parameter: name });
    }
  }
};

function collectBound(subject: PromptSubject, bound: Map<string, Bound>): void {
  const { map } = subject.document;
  const passed = passedNamesOf(map);
  const fields = map.fields.map(({ name }) => name);
  for (const blockNode of blockNodesOf(map)) {
    const visible = [...fields, ...namesAround(blockNode), ...BUILT_INS.keys(), ...SHADOWABLE_NAMES.keys()];
    for (const task of blockNode.block.tasks.filter(isPrompted)) {
      const known = new Set([...visible, ...ownNames(task), ...(passed.get(task)?.keys() ?? [])]);
      for (const template of templatesOf(task, subject)) {
        const found = bound.get(template.source.name) ?? { template, names: new Set() };
        bound.set(template.source.name, found);
        for (const { name } of template.parameters) if (known.has(name)) found.names.add(name);
      }
    }
  }
}

function ownNames(task: PromptedTask): readonly string[] {
  return task.params.map(({ name }) => name);
}

function namesAround(blockNode: BlockNode): readonly string[] {
  const names: string[] = [];
  for (let each: BlockNode | undefined = blockNode; each; each = each.around?.outer) {
    const item = each.around && itemNameOf(each.around.task);
    names.push(...bindingsOf(each.block).map(({ name }) => name), ...(item === undefined ? [] : [item]));
  }
  return names;
}
