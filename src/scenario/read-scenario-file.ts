import { readVisits } from '../agent/scripted/scenario.ts';
import type { Source, Span } from '../text/source.ts';
import { invariant } from '../util/invariant.ts';
import type { Problem } from './problem.ts';
import type { Expectation, PlacedAnswers, Scenario, ScenarioFile, Values } from './scenario-file.ts';
import { shapeProblems } from './shape-problems.ts';
import { spanAt, treeAt } from './tree-places.ts';
import { readYamlTree, type YamlTree } from './yaml-tree.ts';

/**
 * Reads a file of scenarios, with what holds for all of them put into each.
 *
 * Errors: none thrown; what is wrong is the `problems`, of which there is at least one.
 */
export function readScenarioFile(source: Source): ScenarioFile | { readonly problems: readonly Problem[] } {
  const tree = readYamlTree(source);
  if ('message' in tree) return { problems: [tree] };
  const problems = shapeProblems(tree);
  if (problems.length > 0) return { problems };
  const common = answersOf(tree.members?.get('answers')?.tree, true);
  const scenarios = treeAt(tree, ['scenarios'])?.items ?? [];
  const twice = sameNames(scenarios);
  if (twice.length > 0) return { problems: twice };
  return {
    source,
    map: textOf(tree, 'map'),
    mapSpan: spanAt(tree, ['map']),
    files: filesOf(tree),
    answers: common,
    scenarios: scenarios.map((each) => scenarioOf(each, tree, common)),
  };
}

function scenarioOf(tree: YamlTree, file: YamlTree, common: ReadonlyMap<string, PlacedAnswers>): Scenario {
  const both = (name: string): Values => ({ ...objectOf(file, name), ...objectOf(tree, name) });
  const covers = treeAt(tree, ['covers'])?.items ?? [];
  return {
    name: textOf(tree, 'name'),
    span: spanAt(tree, ['name']),
    fields: both('fields'),
    project: both('project'),
    branch: textOf(tree, 'branch') || textOf(file, 'branch') || 'main',
    answers: new Map([...common, ...answersOf(treeAt(tree, ['answers']), false)]),
    covers: covers.map(wordOf),
    expect: expectationOf(treeAt(tree, ['expect'])),
  };
}

function answersOf(tree: YamlTree | undefined, isCommon: boolean): ReadonlyMap<string, PlacedAnswers> {
  return new Map(
    Array.from(tree?.members ?? [], ([place, { key, tree: list }]): [string, PlacedAnswers] => {
      const visits = readVisits(list.value);
      invariant(!('problem' in visits), 'answers were looked at before');
      return [place, { visits, isCommon, span: key }];
    }),
  );
}

function expectationOf(tree: YamlTree | undefined): Expectation {
  invariant(tree !== undefined, 'a scenario expects something');
  const named: { place: string; span: Span }[] = [];
  for (const list of ['path', 'includes']) {
    for (const each of treeAt(tree, [list])?.items ?? []) {
      named.push({ place: wordOf(each), span: each.span });
    }
  }
  for (const list of ['visits', 'asks']) {
    for (const [place, { key }] of treeAt(tree, [list])?.members ?? []) named.push({ place, span: key });
  }
  const at = treeAt(tree, ['paused', 'at']);
  if (at !== undefined) named.push({ place: wordOf(at), span: at.span });
  // Its shape is what the schema asked for; the places are not part of it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...(tree.value as unknown as Omit<Expectation, 'named'>), named };
}

function sameNames(scenarios: readonly YamlTree[]): readonly Problem[] {
  const seen = new Set<string>();
  return scenarios.flatMap((each): readonly Problem[] => {
    const name = textOf(each, 'name');
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const help = 'Give each scenario of the file a name of its own.';
    return [{ span: spanAt(each, ['name']), message: `There are two scenarios "${name}".`, help }];
  });
}

/** That each is a text is what the schema asked for. */
function filesOf(tree: YamlTree): ScenarioFile['files'] {
  const members = treeAt(tree, ['files'])?.members;
  if (members === undefined) return undefined;
  return Object.fromEntries(Array.from(members, ([path, each]) => [path, wordOf(each.tree)]));
}

function textOf(tree: YamlTree, name: string): string {
  const found = treeAt(tree, [name]);
  return found === undefined ? '' : wordOf(found);
}

/** That it is one is what the schema asked for. */
function wordOf({ value }: YamlTree): string {
  return typeof value === 'string' ? value : '';
}

function objectOf(tree: YamlTree, name: string): Values {
  const members = treeAt(tree, [name])?.members ?? [];
  return Object.fromEntries(Array.from(members, ([key, member]) => [key, member.tree.value]));
}
