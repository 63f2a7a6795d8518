import type { CompletionItem, CompletionParams } from 'vscode-languageserver/node';
import { splitFrontMatter } from '../../prompt/parse/front-matter.ts';
import type { Source } from '../../text/source.ts';
import type { Analysis } from '../documents/analysis.ts';
import { promptPointsOf } from '../symbols/name-points.ts';
import { toOffset } from '../documents/to-range.ts';
import type { Workspace } from '../documents/workspace.ts';
import { completeDsl } from './dsl-completion.ts';
import { completeJson } from './json-completion.ts';
import { completeTemplate } from './template-completion.ts';
import type { Around } from './value-candidates.ts';

/** What may stand at a place of a map or of a template. */
export function complete(
  workspace: Workspace,
  { textDocument: { uri }, position }: CompletionParams,
): CompletionItem[] {
  const buffer = workspace.bufferOf(uri);
  if (!buffer) return [];
  const now = workspace.analysisOf(uri);
  const source = now?.file.source ?? { name: uri, text: buffer.text };
  const offset = toOffset(source, position);
  if (!now) return completeText(workspace, { uri, source, offset });
  const around = aroundOf(workspace, workspace.lastWholeOf(uri));
  const { takesSnippets } = workspace;
  const completing = { source, offset, takesSnippets, around };
  return source.name.endsWith('.wfmap') ? completeDsl(completing) : completeJson(completing);
}

function aroundOf(workspace: Workspace, analysis: Analysis | undefined): Around | undefined {
  const inspected = analysis?.inspected();
  if (!analysis || !inspected) return undefined;
  const { path } = analysis.file;
  return { inspected, workRoot: path === undefined ? undefined : workspace.workRootOf(path) };
}

interface OpenText {
  readonly uri: string;
  readonly source: Source;
  readonly offset: number;
}

/** A template, for the first task that is told it. */
function completeText(workspace: Workspace, { uri, source, offset }: OpenText): CompletionItem[] {
  for (const map of workspace.mapUris()) {
    const analysis = workspace.analysisOf(map);
    const inspected = analysis?.inspected();
    if (!analysis || !inspected) continue;
    for (const lookup of analysis.lookups.values()) {
      if (lookup.kind !== 'found' || workspace.uriOfSource(analysis.file, lookup.source.name) !== uri)
        continue;
      for (const { template, point } of promptPointsOf(inspected, lookup.source.name)) {
        const { subject } = inspected;
        const { path } = analysis.file;
        const workRoot = path === undefined ? undefined : workspace.workRootOf(path);
        const { takesSnippets } = workspace;
        return completeTemplate(source, offset, {
          point,
          parameters: template.parameters,
          subject,
          workRoot,
          takesSnippets,
          isHandlebars: hasHandlebars(source),
        });
      }
    }
  }
  return [];
}

/** A partial is in Handlebars, whatever it says. */
function hasHandlebars(source: Source): boolean {
  const { frontMatter } = splitFrontMatter(source);
  return (
    !frontMatter || /^syntax:\s*handlebars\s*$/m.test(source.text.slice(frontMatter.start, frontMatter.end))
  );
}
