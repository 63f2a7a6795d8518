import { filesOf } from '../../../model/artifacts.ts';
import { isContained } from '../../../util/is-contained.ts';
import type { Rule } from '../../blocks/rule.ts';

/** The path of an artifact stays in the folder of the artifacts as it is written. */
export const escapingArtifactPath: Rule = ({ document }, report) => {
  for (const { path } of filesOf(document.map.artifacts)) {
    if (!isContained(path.text)) report('escaping-artifact-path', document.spanOf(path), { path: path.text });
  }
};
