import type { Inspected } from '../../check/check.ts';
import { expressionsIn } from '../../model/artifacts.ts';
import type { Argument } from '../../model/action.ts';
import type { Task, WorkflowTask } from '../../model/block.ts';
import { type PromptedTask, isPrompted } from '../../model/tasks.ts';
import { namePlacesOf } from '../../prompt/parse/name-places.ts';
import type { Span } from '../../text/source.ts';
import { blockNodesOf, type BlockNode } from '../../validate/blocks/blocks.ts';
import { templatesOf } from '../../validate/names/declarations.ts';
import { expressionPlacesOf } from '../../validate/types/expression-places.ts';
import { onEntry } from '../../validate/blocks/program-point.ts';
import { NameResolver, type Meaning } from './name-resolver.ts';
import { keyOf, nameWithin, spelledName, type Occurrence, type Spelling } from './occurrence.ts';

interface Written {
  readonly isDefinition?: boolean;
  readonly spelling?: Spelling;
}

/** Collects where inputs, parameters and bound names of a map are named: in it, and in all that its tasks are told. */
export class ValueOccurrences {
  readonly #uri: string;
  readonly #inspected: Inspected;
  readonly #resolver: NameResolver;
  /** The URI of a map that a task runs, by the path that the map writes. */
  readonly #uriOfMap: (path: string) => string | undefined;
  readonly #found: Occurrence[] = [];
  readonly #seen = new Map<string, Occurrence>();

  constructor(uri: string, inspected: Inspected, uriOfMap: (path: string) => string | undefined) {
    this.#uri = uri;
    this.#inspected = inspected;
    this.#resolver = new NameResolver(uri, inspected);
    this.#uriOfMap = uriOfMap;
  }

  /** In no promised order; a place in a template that several tasks share is there once, with all that it means. */
  collect(): readonly Occurrence[] {
    const { subject } = this.#inspected;
    const { map, spanOf } = subject.document;
    for (const field of map.fields) {
      const meaning: Meaning = { kind: 'input', keys: [keyOf('input', this.#uri, field.name)] };
      this.#token(field.name, meaning, spanOf(field, 'name'), { isDefinition: true });
    }
    for (const blockNode of blockNodesOf(map)) {
      for (const task of blockNode.block.tasks) this.#inTask(task, blockNode);
    }
    const alone = this.#namesAlone();
    for (const { expression, point } of expressionPlacesOf(subject)) {
      const spelling = alone.has(this.#inspected.placed(expression.span).start) ? 'value' : 'plain';
      for (const { name, span } of expression.names) {
        this.#plain(name, this.#resolver.meaningOf(name, point), span, { spelling });
      }
    }
    return [...this.#found, ...this.#seen.values()];
  }

  /** Where the map language lets a name alone stand for a pair. */
  #namesAlone(): ReadonlySet<number> {
    const { map, source, spanOf } = this.#inspected.subject.document;
    const isInWords = source.name.endsWith('.wfmap');
    const tasks = blockNodesOf(map).flatMap(({ block }) => block.tasks);
    const bound = tasks.flatMap((task) => (task.type === 'workflow' ? task.with : []));
    const expressions = [
      ...bound.map(({ expression }) => expression),
      ...map.artifacts.flatMap(expressionsIn),
    ];
    const starts = isInWords ? expressions.map((each) => spanOf(each).start) : [];
    return new Set(starts.filter((start) => !source.text.slice(0, start).trimEnd().endsWith('=')));
  }

  #inTask(task: Task, blockNode: BlockNode): void {
    if (task.type === 'end') return;
    const { spanOf } = this.#inspected.subject.document;
    if (task.as !== undefined && task.type !== 'decide') this.#bound(task.as, blockNode, spanOf(task, 'as'));
    if (task.type === 'decide') {
      for (const each of task.set) this.#bound(each.name, blockNode, spanOf(each, 'name'));
    }
    if (task.type === 'foreach') this.#item(task.item, task, blockNode);
    if (task.type === 'workflow') this.#inputsOf(task);
    if (isPrompted(task)) this.#inPrompts(task, blockNode);
    const byName = new Map(blockNode.block.tasks.map((each) => [each.name, each]));
    for (const { args, target } of task.actions) {
      const to = byName.get(target);
      for (const argument of to ? args : []) this.#argument(argument, to, blockNode);
    }
  }

  #bound(name: string, blockNode: BlockNode, span: Span): void {
    const meaning: Meaning = { kind: 'name', keys: [this.#resolver.boundKey(name, blockNode)] };
    this.#token(name, meaning, span, { isDefinition: true });
  }

  #item(name: string, task: Task, blockNode: BlockNode): void {
    const { document } = this.#inspected.subject;
    const body = blockNodesOf(document.map).find(
      ({ around }) => around?.task === task && around.outer === blockNode,
    );
    if (!body) return;
    const meaning: Meaning = { kind: 'name', keys: [this.#resolver.itemKey(name, body)] };
    this.#token(name, meaning, document.spanOf(task, 'item'), { isDefinition: true });
  }

  /** What is passed to a map is named as that map names it. */
  #inputsOf(task: WorkflowTask): void {
    const uri = this.#uriOfMap(task.map);
    if (uri === undefined) return;
    const { spanOf } = this.#inspected.subject.document;
    for (const each of task.with) {
      const [key, value] = [spanOf(each, 'name'), spanOf(each.expression)];
      const spelling: Spelling = key.start === value.start ? 'key' : 'name';
      this.#token(each.name, { kind: 'input', keys: [keyOf('input', uri, each.name)] }, key, { spelling });
    }
  }

  #inPrompts(task: PromptedTask, blockNode: BlockNode): void {
    const { subject } = this.#inspected;
    const point = onEntry(blockNode, task);
    for (const param of task.params) {
      const meaning = this.#resolver.meaningOf(param.name, point);
      const span = subject.document.spanOf(param, 'name');
      if (meaning) this.#token(param.name, meaning, span, { isDefinition: meaning.kind === 'parameter' });
    }
    for (const template of templatesOf(task, subject)) {
      for (const { name, span } of template.parameters) {
        const meaning = this.#resolver.meaningOf(name, point);
        this.#plain(name, meaning, span, { isDefinition: meaning?.kind === 'parameter' });
      }
      for (const { name, span } of namePlacesOf(template)) {
        this.#plain(name, this.#resolver.meaningOf(name, point), span);
      }
    }
  }

  #argument(argument: Argument, to: Task | undefined, blockNode: BlockNode): void {
    if (!to) return;
    const { spanOf } = this.#inspected.subject.document;
    const meaning = this.#resolver.meaningOf(argument.name, onEntry(blockNode, to));
    if (!meaning) return;
    const span = spanOf(argument, 'name');
    if (argument.kind !== 'text') this.#token(argument.name, meaning, span);
    else {
      const start = span.start + 2;
      const own = { ...span, start, end: start + argument.name.length };
      if (span.source.text.slice(own.start, own.end) === argument.name)
        this.#put(argument.name, meaning, own, {});
    }
  }

  /** A name that stands as a token of the map. */
  #token(
    name: string,
    meaning: Meaning,
    span: Span,
    { isDefinition = false, spelling = 'name' }: Written = {},
  ): void {
    if (spelledName(span) !== name) return;
    this.#found.push({ ...meaning, name, span, isDefinition, spelling });
  }

  /** A name inside of an expression or a template. */
  #plain(name: string, meaning: Meaning | undefined, span: Span, how: Written = {}): void {
    const own = meaning && nameWithin(this.#inspected.placed(span), name);
    if (meaning && own) this.#put(name, meaning, own, how);
  }

  #put(
    name: string,
    meaning: Meaning,
    span: Span,
    { isDefinition = false, spelling = 'plain' }: Written,
  ): void {
    const id = `${span.start} ${span.source.name}`;
    const known = this.#seen.get(id);
    const keys = known ? [...new Set([...known.keys, ...meaning.keys])] : meaning.keys;
    const { kind } = known ?? meaning;
    this.#seen.set(id, { kind, keys, name, span, isDefinition, spelling });
  }
}
