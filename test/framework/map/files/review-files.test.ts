import { expect, test } from 'vitest';
import { createMemoryFileSystem } from '../../../../src/journal/memory-file-system.ts';
import { playSample, SAMPLE_MAP, textsBelow } from '../../../helpers/map-sample.ts';

const FINDING =
  '{"id": "F1", "severity": "high", "category": "security", "title": "A <b>secret</b>", "location": "src/a.ts:3", "description": "It leaks.", "suggestion": "Hide it.", "found_by": "monitor"}';

async function filesFor(review: string): Promise<Readonly<Record<string, string>>> {
  const fs = createMemoryFileSystem(['/project']);
  const { map } = SAMPLE_MAP.artifacts;
  await playSample(fs, { map: { ...SAMPLE_MAP, artifacts: { map: { ...map, review } } } });
  return textsBelow(fs, '/project');
}

test('a review leaves its verdict, findings and what a person decided as Markdown and SARIF, in its stage', async () => {
  const files = await filesFor(
    `{"verdict": "REVISE", "summary": "Monitor: rejected", "findings": [${FINDING}], "decisions": [{"id": "F1", "decision": "fix_now", "note": "today"}]}`,
  );
  expect(files['.map/main/review.md']).toBe(
    [
      '# Review of main: REVISE',
      '',
      'Monitor: rejected',
      '',
      '## Findings: 1',
      '',
      '### 1. high: A &lt;b&gt;secret&lt;/b&gt;',
      '',
      'It leaks.',
      '',
      '- Place: src/a.ts:3',
      '- Rule: security',
      '- Mend: Hide it.',
      '- Found by: monitor',
      String.raw`- Decision: fix\_now: today`,
      '',
    ].join('\n'),
  );
  expect(JSON.parse(files['.map/main/review.sarif'] ?? '')).toMatchObject({
    version: '2.1.0',
    runs: [{ results: [{ ruleId: 'security', level: 'error', properties: { decision: 'fix_now' } }] }],
  });
  const manifest = JSON.parse(files['.map/main/artifact_manifest.json'] ?? '') as {
    readonly stages: { readonly review: object };
  };
  expect(manifest.stages.review).toMatchObject({
    status: 'REVISE',
    artifacts: [
      { path: 'review.md', kind: 'review' },
      { path: 'review.sarif', kind: 'review' },
    ],
  });
});

test('what a review found, and was decided of it, is handed on for learning', async () => {
  const files = await filesFor(
    `{"verdict": "REVISE", "findings": [${FINDING}], "decisions": [{"id": "F1", "decision": "fix_now"}]}`,
  );
  expect(files['.map/main/learning-handoff.md']).toContain(
    '- Finding, high, src/a.ts:3, monitor, fix_now: A <b>secret</b> It leaks.\n',
  );
});

test('a review that found nothing says so', async () => {
  const files = await filesFor('{"verdict": "PROCEED", "findings": []}');
  expect(files['.map/main/review.md']).toBe('# Review of main: PROCEED\n\n## Findings: 0\n');
});

test('a verdict without findings leaves no review', async () => {
  const files = await filesFor('"PROCEED"');
  expect(Object.keys(files).filter((path) => path.includes('review.'))).toEqual([]);
});
