import type { CstNode } from 'chevrotain';
import type { JsonNode } from '../tree/json-node.ts';
import { artifactsIn } from './build-artifacts.ts';
import { nameIn, numberIn, textIn } from './build-json.ts';
import { inputIn, propertyIn } from './build-parts.ts';
import { addBlockItems, addSetting } from './build-task.ts';
import { childOf, childrenOf, onlyChild, rangeOf, tokenOf, tokenRange } from './cst.ts';
import { type Building, NamedParts, ObjectBuilder } from './node-builder.ts';

/**
 * Turns a sound syntax tree into the tree that the JSON form of the map would give.
 *
 * Errors: reports `duplicate-key`, `malformed-string`, `unexpected-word` for numbers.
 */
export function buildMap(tree: CstNode, base: Building): JsonNode {
  const items = childrenOf(tree, 'mapItem');
  const building = { ...base, ...foldersIn(items, base) };
  const map = new ObjectBuilder(building);
  const named = new NamedParts(map, building);
  const head = tokenOf(tree, '"map"');
  const schema = childOf(tree, 'schema');
  map.add('$schema', rangeOf(schema), textIn(schema, building));
  map.add('description', head ? tokenRange(head) : rangeOf(tree), textIn(childOf(tree, 'text'), building));
  addBlockItems(items, map, building, (part) => {
    const field = childOf(part, 'field');
    switch (part.name) {
      case 'inputField':
        if (field) {
          const input = inputIn(field, building);
          named.add('workslipFields', input, input.value);
        }
        return;
      case 'property':
        return named.add('properties', nameIn(childOf(part, 'name'), building), propertyIn(part, building));
      case 'folder':
        return;
      case 'wall':
        return map.add('wall', rangeOf(part), textIn(childOf(part, 'word'), building));
      case 'artifacts':
        return map.add('artifacts', rangeOf(part), artifactsIn(part, building));
      default:
        return map.add(part.name, rangeOf(part), settingsIn(part, building));
    }
  });
  named.close();
  return map.node({
    start: head?.startOffset ?? 0,
    end: Math.max(rangeOf(tree).end, head?.startOffset ?? 0),
  });
}

/** Source: grammar/wfmap.ebnf, folder. Errors: reports `duplicate-key`. */
function foldersIn(items: readonly CstNode[], building: Building): Pick<Building, 'templates' | 'schemas'> {
  const folders = new ObjectBuilder(building);
  for (const item of items) {
    const folder = childOf(item, 'folder');
    const word = tokenOf(folder, '"templates"') ?? tokenOf(folder, '"schemas"');
    if (word) folders.add(word.image, tokenRange(word), textIn(childOf(folder, 'path'), building));
  }
  const pathOf = (name: string) => {
    const value = folders.get(name);
    return value?.kind === 'scalar' ? { [name]: String(value.value).replace(/\/$/, '') } : {};
  };
  return { ...pathOf('templates'), ...pathOf('schemas') };
}

/** limits, defaults */
function settingsIn(node: CstNode, building: Building): JsonNode {
  const object = new ObjectBuilder(building);
  for (const setting of childrenOf(node, 'setting')) addSetting(setting, object, building);
  for (const limit of childrenOf(node, 'limit')) {
    const token = tokenOf(limit, 'NumberLimit') ?? tokenOf(limit, '"duration"');
    const value = onlyChild(limit);
    if (!token || !value) continue;
    const isNumber = value.name === 'number';
    object.add(
      token.image,
      tokenRange(token),
      isNumber ? numberIn(value, building) : textIn(value, building),
    );
  }
  return object.node(rangeOf(node));
}
