import { defineConfig, mergeConfig } from 'vitest/config';
import tests from '../config/vitest.config.ts';
import { NearestFirst } from './nearest-first.ts';
import { ReportLines } from './report-lines.ts';

/** The tests as they are, in an order in which a mutant dies soon, reported as they end. */
export default mergeConfig(
  tests,
  defineConfig({ test: { sequence: { sequencer: NearestFirst }, reporters: [new ReportLines()] } }),
);
