import type * as TreeSitter from 'web-tree-sitter';
import type { Parser, Query, QueryMatch } from 'web-tree-sitter';
import type { Language } from '../languages/language.ts';
import { countNames, type TextRange } from './count-names.ts';
import type { FileTags } from './file-tags.ts';
import { findGrammar } from './grammar-files.ts';
import { toDefinitions, type FoundDefinition } from './to-definitions.ts';

/** Reads what files define and refer to. Shape: `close` gives the memory of the grammars back. */
export interface TagReader {
  /** Undefined where the text is too deep or too odd to be read within bounds, or the grammar is not installed. */
  readonly read: (language: Language, text: string) => Promise<FileTags | undefined>;
  readonly hasGrammar: (language: Language) => Promise<boolean>;
  readonly close: () => void;
}

interface Tool {
  readonly parser: Parser;
  readonly query: Query;
}

/**
 * Units: ms of the processor, for one text, a hundred times what a long one takes. Where a text has errors all over, or a list of a
 * hundred thousand elements, a query takes the square of its length, in steps that are long themselves.
 */
const MAX_CPU_MS = 1_000;
/** After so many texts that took too long, no more are read: they are no accident. */
const MAX_LATE = 3;
/** Units: statements. */
const MAX_IMPORTS = 500;

export function createTagReader(): TagReader {
  const tools = new Map<string, Promise<Tool | undefined>>();
  let opened: Tool[] = [];
  let runtime: Promise<Runtime> | undefined;
  let isBroken = false;
  let late = 0;
  const open = async (language: Language): Promise<Tool | undefined> => {
    const wasm = findGrammar(language.grammar);
    if (wasm === undefined) return undefined;
    runtime ??= startRuntime();
    const { Language: Grammar, Parser: GrammarParser, Query: GrammarQuery } = await runtime;
    const grammar = await Grammar.load(wasm);
    const parser = new GrammarParser();
    parser.setLanguage(grammar);
    const tool = { parser, query: new GrammarQuery(grammar, language.query) };
    opened.push(tool);
    return tool;
  };
  const toolOf = async (language: Language): Promise<Tool | undefined> => {
    const known = tools.get(language.grammar) ?? open(language);
    tools.set(language.grammar, known);
    return known;
  };
  return {
    hasGrammar: async (language) => (await toolOf(language)) !== undefined,
    read: async (language, text) => {
      const tool = isBroken || late >= MAX_LATE ? undefined : await toolOf(language);
      try {
        if (tool === undefined) return undefined;
        const tags = readTags(tool, language, text);
        late += tags === undefined ? 1 : 0;
        return tags;
      } catch (thrown) {
        // A text that was too much for a grammar leaves the memory of all grammars as nobody knows.
        if (!(thrown instanceof Error && (thrown.name === 'RuntimeError' || thrown instanceof RangeError)))
          throw thrown;
        isBroken = true;
        return undefined;
      }
    },
    close: () => {
      if (isBroken) return;
      for (const { parser, query } of opened) {
        query.delete();
        parser.delete();
      }
      opened = [];
      tools.clear();
    },
  };
}

type Runtime = typeof TreeSitter;

/** Only where a file is to be read: with all that is kept, an outline needs none of it. */
async function startRuntime(): Promise<Runtime> {
  const module = await import('web-tree-sitter');
  await module.Parser.init();
  return module;
}

/** Undefined where it takes too long. */
function readTags({ parser, query }: Tool, language: Language, text: string): FileTags | undefined {
  const isLate = cpuBound();
  const tree = parser.parse(text, null, { progressCallback: isLate });
  if (tree === null) {
    // It would go on with the next text.
    parser.reset();
    return undefined;
  }
  try {
    const matches = query.matches(tree.rootNode, { progressCallback: isLate });
    return isLate() ? undefined : toTags(matches, language, text);
  } finally {
    tree.delete();
  }
}

function cpuBound(): () => boolean {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000 > MAX_CPU_MS;
  };
}

function toTags(matches: readonly QueryMatch[], language: Language, text: string): FileTags {
  const found: FoundDefinition[] = [];
  const skipped: TextRange[] = [];
  const imports = new Set<string>();
  for (const { captures } of matches) {
    const name = captures.find((each) => each.name === 'name')?.node;
    for (const { name: capture, node } of captures) {
      if (capture === 'skip') skipped.push({ start: node.startIndex, end: node.endIndex });
      else if (capture === 'import' && imports.size < MAX_IMPORTS)
        addAll(imports, language.importsIn(node.text));
      else if (capture.startsWith('definition.') && name !== undefined) {
        found.push({ kind: capture.slice('definition.'.length), node, name });
      }
    }
  }
  const definitions = toDefinitions(found, text, language);
  return {
    definitions,
    ...countNames(
      text,
      skipped.toSorted((a, b) => a.start - b.start),
    ),
    imports: [...imports],
  };
}

function addAll(set: Set<string>, values: readonly string[]): void {
  for (const value of values) if (value !== '') set.add(value);
}
