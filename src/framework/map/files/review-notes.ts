import { markdownText, toMarkdown } from '../../../findings/to-markdown.ts';
import { readFindings } from '../../../findings/read-findings.ts';
import type { Value } from '../../../model/value.ts';
import { memberOf, textIn } from '../follow/member.ts';
import type { MapFile } from './map-file.ts';
import type { MapView } from './map-view.ts';
import { partOfName } from './step-state.ts';

/** Units: UTF-16. What is larger is no report of research, by the framework. */
const MAX_RESEARCH = 64 * 1024;

/** `code-review-NNN.md`: each rejection of a change, as its reviewer put it, in the order in which they came. */
export function codeReviewFiles({ run }: MapView): readonly MapFile[] {
  return run.rejections.map(({ subtask, at, result }, index) => {
    const number = String(index + 1).padStart(3, '0');
    const findings = readFindings({ findings: memberOf(result, 'issues') ?? [] });
    const said = [textIn(result, 'summary'), textIn(result, 'feedback_for_actor')].flatMap((text) =>
      text === undefined || text === '' ? [] : [text.split('\n').map(markdownText).join('\n'), ''],
    );
    const lines = [
      `# Code Review ${number}: ${markdownText(subtask)} sent back`,
      '',
      ...said,
      `## Findings: ${findings.length}`,
      '',
    ];
    const text = `${lines.join('\n')}\n${toMarkdown(findings)}`.replace(/\n+$/, '\n');
    return { path: `code-review-${number}.md`, kind: 'code_review', stage: undefined, text, at };
  });
}

/** `research/<ST>__research.json`: what was read for a subtask, as its agent reported it. */
export function researchFiles({ subtasks }: MapView): readonly MapFile[] {
  return subtasks.flatMap(({ id, results }) => {
    const report: Value = results.get('2.2') ?? null;
    const text = `${JSON.stringify(report, undefined, 2)}\n`;
    if (report === null || text.length > MAX_RESEARCH) return [];
    const path = `research/${partOfName(id)}__research.json`;
    return [{ path, kind: 'research', stage: undefined, text, at: null }];
  });
}
