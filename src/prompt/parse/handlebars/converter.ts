import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { Span } from '../../../text/source.ts';
import { closest } from '../../../util/closest.ts';
import type { Inclusion, Operand, TemplatePart } from '../template-part.ts';
import type {
  Argument,
  BlockCall,
  Call,
  Located,
  PartialCall,
  Program,
  Statement,
} from './handlebars-ast.ts';
import { holdsMask, unmask, wholeMask, type Masked } from './masked.ts';
import { offsetsOf } from './offsets.ts';
import { partialPath } from './partial-path.ts';
import { readPath } from './read-path.ts';

/** Makes a span of offsets into the body. */
export type Place = (start: number, end: number) => Span;

type Block = Statement & { readonly type: 'BlockStatement' };
type BlockHelper = 'if' | 'unless' | 'each' | 'with';

const BLOCK_HELPERS: ReadonlySet<string> = new Set(['if', 'unless', 'each', 'with']);

/** Turns what Handlebars read into the parts of a template. What cannot be is told and left out. */
export class Converter {
  readonly inclusions: Inclusion[] = [];
  readonly #masked: Masked;
  readonly #place: Place;
  readonly #offsetAt: (line: number, column: number) => number;
  readonly #report: Report;

  constructor(masked: Masked, place: Place, report: Report) {
    this.#masked = masked;
    this.#place = place;
    this.#offsetAt = offsetsOf(masked.text);
    this.#report = report;
  }

  spanOf({ loc: { start, end } }: Located): Span {
    return this.#place(this.#offsetAt(start.line, start.column), this.#offsetAt(end.line, end.column));
  }

  convert(program: Program | undefined): readonly TemplatePart[] {
    return (program?.body ?? []).flatMap((each) => this.#partsOf(each));
  }

  #partsOf(node: Statement): readonly TemplatePart[] {
    switch (node.type) {
      case 'ContentStatement':
        return unmask(node.value, this.#masked);
      case 'CommentStatement':
        return [];
      case 'MustacheStatement':
        return this.#value(node);
      case 'BlockStatement':
        return this.#block(node);
      case 'PartialStatement':
        return this.#partial(node);
      case 'PartialBlockStatement':
        return this.#unsupported('a partial with a body of its own', this.spanOf(node));
      case 'Decorator':
      case 'DecoratorBlock':
        return this.#unsupported('a decorator', this.spanOf(node));
      default:
        return [];
    }
  }

  #value(node: Call): readonly TemplatePart[] {
    const { path, params, hash } = node;
    if (params.length > 0 || hash !== undefined) return this.#unknownHelper(path);
    if (path.type !== 'PathExpression') return this.#unsupported('a value without a name', this.spanOf(path));
    const operand = this.#operand(path);
    if (operand?.kind === 'expression') return [{ kind: 'expression', expression: operand.expression }];
    return operand ? [{ kind: 'value', operand }] : [];
  }

  #block(node: Block): readonly TemplatePart[] {
    const name = node.path.type === 'PathExpression' ? this.#written(node.path) : '';
    if (name === 'raw' && this.#isRaw(node)) return this.convert(node.program);
    if (!isBlockHelper(name)) return this.#unknownHelper(node.path, node);
    const [argument, second] = node.params;
    if (!argument || second) {
      return this.#malformed(`"${name}" takes one value`, this.spanOf(second ?? node.path));
    }
    const [pair] = node.hash?.pairs ?? [];
    if (pair) return this.#unsupported(`"${pair.key}" as a setting of "${name}"`, this.spanOf(pair));
    return this.#blockOf(name, argument, node);
  }

  #blockOf(name: BlockHelper, argument: Argument, node: Block & BlockCall): readonly TemplatePart[] {
    const operand = this.#operand(argument);
    // Read also where the argument has a fault: other faults inside are told at once.
    const body = this.convert(node.program);
    const otherwise = this.convert(node.inverse);
    const params = node.program?.blockParams ?? node.inverse?.blockParams ?? [];
    if (!operand) return [];
    if (params.some(holdsMask)) return this.#malformed('a name holds no "${…}"', operand.span);
    if (name === 'each' || name === 'with') return [{ kind: name, operand, params, body, otherwise }];
    if (params.length > 0) return this.#malformed(`"${name}" binds no name, so it has no "as"`, operand.span);
    return [{ kind: 'choice', condition: operand, isNegated: name === 'unless', body, otherwise }];
  }

  #partial(node: Statement & PartialCall): readonly TemplatePart[] {
    const path = partialPath(this.#nameOf(node.name));
    const span = this.spanOf(node.name);
    if (path === undefined) return this.#unsupported('a partial whose name is no plain name', span);
    if ('escaping' in path) {
      this.#report('escaping-template-path', span, { path: path.escaping });
      return [];
    }
    const [context, second] = node.params;
    if (second) return this.#malformed('a partial takes one value and named ones', this.spanOf(second));
    const inclusion = { path: path.path, span };
    this.inclusions.push(inclusion);
    const args = (node.hash?.pairs ?? []).flatMap((pair) => {
      const operand = this.#operand(pair.value);
      if (holdsMask(pair.key)) this.#malformed('a name holds no "${…}"', this.spanOf(pair));
      return operand ? [{ name: pair.key, operand }] : [];
    });
    const operand = context && this.#operand(context);
    return [{ kind: 'partial', inclusion, context: operand, args, indent: node.indent }];
  }

  #operand(node: Argument): Operand | undefined {
    const span = this.spanOf(node);
    if (node.type === 'PathExpression') return this.#path(node, span);
    if (node.type === 'StringLiteral') return this.#text(node.value, span);
    if (node.type === 'SubExpression') {
      this.#unknownHelper(node.path);
      return undefined;
    }
    return { kind: 'literal', value: 'value' in node ? node.value : null, span };
  }

  #path(node: Argument & { readonly type: 'PathExpression' }, span: Span): Operand | undefined {
    const [only, second] = node.parts;
    const mask = only !== undefined && second === undefined ? wholeMask(only, this.#masked) : undefined;
    if (mask && node.depth === 0 && !node.data) {
      // Nothing stands where the expression could not be read, and that has been told.
      return mask.part?.kind === 'expression' ? { ...mask.part, span } : undefined;
    }
    if (node.parts.some(holdsMask)) {
      this.#malformed('"${…}" stands for a whole value, not for a part of a name', span);
      return undefined;
    }
    return { kind: 'path', path: readPath(node, span), span };
  }

  #text(value: string, span: Span): Operand {
    const parts = unmask(value, this.#masked);
    const plain = parts.every((part) => part.kind === 'text');
    if (!plain) return { kind: 'text', parts, span };
    return { kind: 'literal', value: parts.map((part) => part.text).join(''), span };
  }

  /** A name as the author wrote it; undefined where it is none. */
  #nameOf(node: Argument): string | undefined {
    if (node.type === 'StringLiteral') return holdsMask(node.value) ? undefined : node.value;
    if (node.type !== 'PathExpression' || node.data) return undefined;
    const written = this.#written(node);
    return holdsMask(node.parts.join('')) ? undefined : written.replaceAll(/[[\]]/g, '');
  }

  #written(node: Located): string {
    const { source, start, end } = this.spanOf(node);
    return source.text.slice(start, end);
  }

  #isRaw(node: Located): boolean {
    const { source, start } = this.spanOf(node);
    return source.text.startsWith('{{{{', start);
  }

  #unknownHelper(path: Located, block?: Located): [] {
    const span = this.spanOf(path);
    const name = this.#written(path);
    const near = block && closest(name, BLOCK_HELPERS);
    if (!block || near === undefined) {
      this.#report('unknown-helper', span, { name });
      return [];
    }
    const spans = [span, ...this.#closingName(block, name)];
    const edits = spans.map((each) => ({ span: each, newText: near }));
    this.#report('unknown-helper', span, { name }, { fix: { title: `Write ${near}.`, safe: false, edits } });
    return [];
  }

  /** Where a block says its name again. */
  #closingName(block: Located, name: string): readonly Span[] {
    const { source, start, end } = this.spanOf(block);
    const from = source.text.lastIndexOf(name, end - 2);
    const isClosing = from > start && /^[\s~]*\}{2,4}$/.test(source.text.slice(from + name.length, end));
    return isClosing ? [{ source, start: from, end: from + name.length }] : [];
  }

  #unsupported(feature: string, span: Span): [] {
    this.#report('unsupported-handlebars', span, { feature });
    return [];
  }

  #malformed(problem: string, span: Span): [] {
    this.#report('malformed-handlebars', span, { problem });
    return [];
  }
}

function isBlockHelper(name: string): name is BlockHelper {
  return BLOCK_HELPERS.has(name);
}
