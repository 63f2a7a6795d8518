import type { ValueType } from '../expression/value.ts';
import type { FieldType } from '../model/field.ts';
import { checkTemplate } from '../prompt/check-template.ts';
import type { Template } from '../prompt/template.ts';
import { declarationOf, promptedTasksOf, type PromptedTask } from './declarations.ts';
import { passedNamesOf } from './passed-arguments.ts';
import type { PromptRule, PromptSubject } from './rule.ts';

/** Every template uses only names that are declared for its task, and uses them by their types. */
export const checkTemplates: PromptRule = (subject, report) => {
  const passed = passedNamesOf(subject.document.map);
  for (const task of promptedTasksOf(subject.document.map)) {
    const template = subject.templates.get(task.prompt);
    if (!template) continue;
    // What nobody declares arrives as text.
    const types = new Map([...(passed.get(task) ?? [])].map((name): [string, ValueType] => [name, 'string']));
    for (const [name, type] of declaredTypes(template, task, subject)) types.set(name, type);
    checkTemplate(template, types, report);
  }
};

function valueTypeOf(type: FieldType): ValueType {
  return type === 'array' || type === 'object' ? 'any' : type;
}

/** Types of the names that a template uses: a map may declare ten thousand others. */
function declaredTypes(
  template: Template,
  task: PromptedTask,
  subject: PromptSubject,
): ReadonlyMap<string, ValueType> {
  const types = new Map<string, ValueType>();
  for (const name of template.names) {
    const declaration = declarationOf(name, task, subject);
    if (declaration) types.set(name, valueTypeOf(declaration.type));
  }
  return types;
}
