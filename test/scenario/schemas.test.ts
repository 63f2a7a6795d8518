import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { jsonReport } from '../../src/cli/test/json-report.ts';
import { SCENARIO_SCHEMA } from '../../src/scenario/scenario-schema.ts';
import { readVisits } from '../../src/agent/scripted/scenario.ts';
import { REPORT_SCHEMA } from './report-schema.ts';
import { reportOf } from './session.ts';

const ROOT = `${import.meta.dirname}/../..`;
const FOLDER = `${ROOT}/test/fixtures/scenarios`;

/** Strict: a keyword that ajv does not know is a mistake. */
const ajv = () =>
  new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, strictRequired: false });

describe('the schema of scenarios', () => {
  test('is shipped as the program has it', async () => {
    const text = `${JSON.stringify(SCENARIO_SCHEMA, undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`${ROOT}/grammar/scenario.schema.json`);
  });

  test('takes what passes', () => {
    const check = ajv().compile(SCENARIO_SCHEMA);
    for (const name of ['passing', 'parts', 'failing', 'missing']) {
      const value = parse(readFileSync(`${FOLDER}/${name}.yaml`, 'utf8'), { merge: true });
      expect([name, check(value), check.errors]).toEqual([name, true, null]);
    }
  });

  test('has the fields of answers that the reader knows', () => {
    const { properties } = SCENARIO_SCHEMA.$defs.answer;
    for (const key of Object.keys(properties)) {
      const read = readVisits([{ [key]: key }]);
      expect('problem' in read ? read.problem : '').not.toContain('which no answer has');
    }
    expect(Object.keys(properties)).toHaveLength(17);
  });
});

describe('the schema of reports', () => {
  test('is shipped, and takes what is printed', async () => {
    const text = `${JSON.stringify(REPORT_SCHEMA, undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`${ROOT}/grammar/test-report.schema.json`);
    const files = ['passing', 'failing', 'keys'].map((name) => `${name}.yaml`);
    const report = JSON.parse(
      JSON.stringify(jsonReport(await reportOf(files, FOLDER, { wanted: 90, bail: true }))),
    );
    const check = ajv().compile(REPORT_SCHEMA);
    expect([check(report), check.errors]).toEqual([true, null]);
    expect(report.summary).toMatchObject({ files: 3, unusable: 1, passed: 11, failed: 1, skipped: 11 });
    expect(report.files[0].scenarios[0]).toMatchObject({ covers: ['map/happy'], status: 'passed' });
  });
});
