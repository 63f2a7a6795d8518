import { CompletionItemKind, type CompletionItem } from 'vscode-languageserver/node';
import { findClosingBrace } from '../../prompt/parse/find-closing-brace.ts';
import { splitFrontMatter } from '../../prompt/parse/front-matter.ts';
import { findFiles } from '../../project/find-files.ts';
import type { TemplateParameter } from '../../prompt/parse/template.ts';
import type { Source } from '../../text/source.ts';
import type { ProgramPoint } from '../../validate/blocks/program-point.ts';
import type { PromptSubject } from '../../validate/blocks/rule.ts';
import { tailOf, typeOfText } from '../symbols/receiver-type.ts';
import { join } from 'node:path';
import { toItems, type Candidate } from './candidate.ts';
import { isReadme } from './value-candidates.ts';
import { continueExpression, membersIn, namesAt, type Continuation } from './expression-candidates.ts';

/** For whom a template is completed. */
export interface TemplatePlace {
  readonly point: ProgramPoint;
  readonly subject: PromptSubject;
  readonly isHandlebars: boolean;
  /** Where partials are looked for. */
  readonly workRoot?: string | undefined;
  /** What the template itself declares. */
  readonly parameters?: readonly TemplateParameter[];
}

const NOTHING: Continuation = { candidates: [], partial: '' };
const BLOCKS = ['#if', '#unless', '#each', '#with', '/if', '/unless', '/each', '/with', 'else', '> '];

/** What may follow the text of a template: inside of `${` an expression, inside of `{{` a path, a block or a partial. */
export function continueTemplate(text: string, place: TemplatePlace): Continuation {
  const inside = openExpression(text);
  if (inside !== undefined) return continueInside(inside, place);
  const tag = text.lastIndexOf('{{');
  const isOpen = tag >= 0 && !text.includes('}}', tag) && text[tag - 1] !== '\\';
  return place.isHandlebars && isOpen
    ? continueTag(text.slice(tag + 2).replace(/^[{~]/, ''), place)
    : NOTHING;
}

/** What stands behind a `${` that is not closed. */
function openExpression(text: string): string | undefined {
  const opening = text.lastIndexOf('${');
  if (opening < 0 || text[opening - 1] === '\\' || text[opening + 2] === '{') return undefined;
  return findClosingBrace(text, opening + 2) === undefined ? text.slice(opening + 2) : undefined;
}

function continueInside(text: string, { point, subject, parameters = [] }: TemplatePlace): Continuation {
  const { candidates, partial } = continueExpression(text, point, subject);
  const isName = candidates.length > 0 && tailOf(text)?.receiver === undefined;
  return { candidates: isName ? [...own(parameters), ...candidates] : candidates, partial };
}

function own(parameters: readonly TemplateParameter[]): readonly Candidate[] {
  return parameters.map(({ name, type, description }) => ({
    label: name,
    kind: CompletionItemKind.Variable,
    detail: type,
    documentation: description,
  }));
}

function continueTag(text: string, place: TemplatePlace): Continuation {
  const { point, subject, workRoot, parameters = [] } = place;
  const partial = /^\s*>\s*(\S*)$/.exec(text)?.[1];
  if (partial !== undefined) return { candidates: partials(workRoot), partial };
  const word = /[^\s({]*$/.exec(text)?.[0] ?? '';
  const tail = tailOf(word.replace(/^[#/@]+/, ''));
  if (tail?.receiver !== undefined) {
    const type = typeOfText(tail.receiver, point, subject);
    return { candidates: type === undefined ? [] : membersIn(type), partial: tail.partial };
  }
  const blocks = BLOCKS.map((label): Candidate => ({ label, kind: CompletionItemKind.Keyword }));
  return {
    candidates: [...own(parameters), ...namesAt(point, subject), ...(text === word ? blocks : [])],
    partial: word,
  };
}

function partials(workRoot: string | undefined): readonly Candidate[] {
  if (workRoot === undefined) return [];
  return findFiles(join(workRoot, 'prompts'), ['.md', '.hbs'])
    .filter((path) => !isReadme(path))
    .map((path) => ({ label: path.replace(/\.md$/, ''), kind: CompletionItemKind.File }));
}

const KEYS = ['type', 'description', 'required', 'default', 'enum'];

/** Completes a template that is open; in its front matter what a parameter says of itself. */
export function completeTemplate(
  source: Source,
  offset: number,
  place: TemplatePlace & { readonly takesSnippets: boolean },
): CompletionItem[] {
  const { frontMatter } = splitFrontMatter(source);
  if (frontMatter && offset <= frontMatter.end) {
    const partial = /[a-z]*$/.exec(source.text.slice(0, offset))?.[0] ?? '';
    const keys = KEYS.map((label): Candidate => ({ label, kind: CompletionItemKind.Property }));
    return toItems(keys, {
      ...place,
      source,
      start: offset - partial.length,
      end: offset,
      spell: (label) => `${label}: `,
    });
  }
  const { candidates, partial } = continueTemplate(source.text.slice(0, offset), place);
  return toItems(candidates, { ...place, source, start: offset - partial.length, end: offset });
}
