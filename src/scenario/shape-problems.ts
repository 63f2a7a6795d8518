import { compileSchema } from '../schema/compile-schema.ts';
import { readVisits } from '../agent/scripted/scenario.ts';
import { pathFault } from '../agent/scripted/edited-path.ts';
import { closest } from '../util/closest.ts';
import { invariant } from '../util/invariant.ts';
import type { Problem } from './problem.ts';
import { SCENARIO_SCHEMA } from './scenario-schema.ts';
import { keySpanAt, spanAt, stepsOf, treeAt, type TreePath } from './tree-places.ts';
import type { YamlTree } from './yaml-tree.ts';

/**
 * What keeps a value from being a scenario file: its keys first, then its answers, in words of their own, then
 * all else that the schema asks for. What is told at one stage is not told again at the next.
 */
export function shapeProblems(tree: YamlTree): readonly Problem[] {
  const keys = keyProblems(tree);
  if (keys.length > 0) return keys;
  const paths = filePathProblems(tree);
  if (paths.length > 0) return paths;
  const answers = answerPaths(tree).flatMap((path) => answerProblems(tree, path));
  return answers.length > 0 ? answers : schemaProblems(tree);
}

/** A file that is wrong in each line is told of once. */
const MAX_PROBLEMS = 20;

const { properties, $defs } = SCENARIO_SCHEMA;
const { scenario, project } = $defs;

function keyProblems(tree: YamlTree): readonly Problem[] {
  const places: readonly (readonly [TreePath, string, object])[] = [
    [[], 'a scenario file', properties],
    [['project'], 'a project', project.properties],
    ...scenarioPaths(tree).flatMap((path): readonly (readonly [TreePath, string, object])[] => [
      [path, 'a scenario', scenario.properties],
      [[...path, 'project'], 'a project', project.properties],
      [[...path, 'expect'], 'an expectation', scenario.properties.expect.properties],
    ]),
  ];
  return places
    .flatMap(([path, what, known]) => unknownKeys(tree, path, { what, known: Object.keys(known) }))
    .toSorted((a, b) => a.span.start - b.span.start)
    .slice(0, MAX_PROBLEMS);
}

function unknownKeys(
  tree: YamlTree,
  path: TreePath,
  { what, known }: { readonly what: string; readonly known: readonly string[] },
): readonly Problem[] {
  const keys = [...(treeAt(tree, path)?.members?.keys() ?? [])].filter((key) => !known.includes(key));
  return keys.map((key) => {
    const near = closest(key, known);
    const listed = known.filter((each) => each !== '$schema').join(', ');
    return {
      span: keySpanAt(tree, path, key),
      message: `"${key}" is no key of ${what}.`,
      help: near === undefined ? `Its keys are ${listed}.` : `Write "${near}".`,
    };
  });
}

/** Paths that lead out of the throw-away copy. */
function filePathProblems(tree: YamlTree): readonly Problem[] {
  const paths = [...(treeAt(tree, ['files'])?.members?.keys() ?? [])];
  return paths
    .flatMap((path): readonly Problem[] => {
      const fault = pathFault(path);
      if (fault === undefined) return [];
      const help = 'Write a path such as "src/form.ts".';
      return [{ span: keySpanAt(tree, ['files'], path), message: `"${path}" ${fault}.`, help }];
    })
    .slice(0, MAX_PROBLEMS);
}

/** Every object of answers there is, by where it is. */
function answerPaths(tree: YamlTree): readonly TreePath[] {
  return [['answers'], ...scenarioPaths(tree).map((path) => [...path, 'answers'])];
}

function scenarioPaths(tree: YamlTree): readonly TreePath[] {
  return (treeAt(tree, ['scenarios'])?.items ?? []).map((_each, index) => ['scenarios', index]);
}

function answerProblems(tree: YamlTree, path: TreePath): readonly Problem[] {
  const places = treeAt(tree, path)?.members ?? [];
  return Array.from(places, ([place, { tree: list }]): Problem | undefined => {
    const read = readVisits(list.value);
    if (!('problem' in read)) return undefined;
    const at = [...path, place, ...read.at];
    const known = Object.keys($defs.answer.properties);
    const near = read.key === undefined || known.includes(read.key) ? undefined : closest(read.key, known);
    return {
      span: read.key === undefined ? spanAt(tree, at) : keySpanAt(tree, at, read.key),
      message: `"${place}"${read.at.map((step) => `[${step}]`).join('')}${read.problem}`,
      help: near === undefined ? ANSWERS : `Write "${near}".`,
    };
  })
    .filter((each) => each !== undefined)
    .slice(0, MAX_PROBLEMS);
}

const ANSWERS = 'Write a list, as in: Act: [Done, {action: Done, output: {…}}, {fail: transport}].';

function schemaProblems(tree: YamlTree): readonly Problem[] {
  const compiled = compileSchema(SCENARIO_SCHEMA);
  invariant(!('fault' in compiled), 'the schema of scenarios is one');
  return compiled.check(tree.value).map(({ path, message }) => ({
    span: spanAt(tree, stepsOf(path)),
    message,
  }));
}
