import { isContained } from '../../blocks/is-contained.ts';
import type { Rule } from '../../blocks/rule.ts';

/** The path of an artifact stays in the folder of the artifacts as it is written. */
export const escapingArtifactPath: Rule = ({ document }, report) => {
  for (const { path } of document.map.artifacts?.files ?? []) {
    if (!isContained(path.text)) report('escaping-artifact-path', document.spanOf(path), { path: path.text });
  }
};
