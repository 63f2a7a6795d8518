import { describe, expect, it } from 'vitest';
import { collect, type Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { ValueType } from '../../../src/expression/types/value.ts';
import { checkTemplate } from '../../../src/prompt/check/check-template.ts';
import { readTemplate, spelled } from '../../helpers/templates.ts';

function check(text: string, declared: Readonly<Record<string, ValueType>> = {}): readonly Diagnostic[] {
  const { diagnostics, report } = collect();
  checkTemplate(
    readTemplate(text).template,
    { types: new Map(Object.entries(declared)), unbound: new Set() },
    report,
  );
  return diagnostics;
}

describe('checkTemplate', () => {
  it('knows what the map declares, what the template declares, and what every run has', () => {
    const text = '---\nparams:\n  focus:\n---\n${storyId} ${focus} ${visits + 1} ${run.branch} ${actions}';
    expect(check(text, { storyId: 'string' })).toEqual([]);
  });

  it('tells each undeclared name at its place, a near miss with a fix', () => {
    const found = check('Hi ${storyid}\n${nobody ? 1 : 2}', { storyId: 'string' });
    expect(found.map((each) => [each.code, spelled(each), each.fix?.edits[0]?.newText])).toEqual([
      ['undeclared-name', 'storyid', 'storyId'],
      ['undeclared-name', 'nobody', undefined],
    ]);
  });

  it('finds near misses among names that are not handed in as declared', () => {
    const { diagnostics, report } = collect();
    checkTemplate(
      readTemplate('${storyid}').template,
      { types: new Map(), unbound: new Set() },
      report,
      () => ['storyId'],
    );
    expect(diagnostics[0]?.fix?.edits[0]?.newText).toBe('storyId');
  });

  it('tells how to write what is meant literally', () => {
    expect(check('echo ${HOME}')[0]?.help).toContain('"\\${"');
  });

  it('takes the type of the map over that of the template', () => {
    const text = '---\nparams:\n  tdd: {type: string}\n---\n${tdd ? "a" : "b"}';
    expect(check(text)).toMatchObject([{ code: 'type-clash' }]);
    expect(check(text, { tdd: 'boolean' })).toEqual([]);
  });

  it('takes constructor and the like for undeclared', () => {
    expect(check('${constructor} ${toString} ${__proto__}').map(spelled)).toEqual([
      'constructor',
      'toString',
      '__proto__',
    ]);
  });
});
