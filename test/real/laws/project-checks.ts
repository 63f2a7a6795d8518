import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bash, choose, turns } from '../helpers/answers.ts';
import type { Law } from '../helpers/law.ts';

/**
 * Small projects with what checks them. Shape: `programs` are those that need not be installed here: what stands for them
 * says its name; `flags` are of `wfmap run`.
 */
interface Toolchain {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly programs?: readonly string[];
  readonly flags?: readonly string[];
  readonly checks: readonly string[];
}

const scripts = JSON.stringify({ scripts: { test: 'echo tested', lint: 'echo linted' } });

const TOOLCHAINS: readonly Toolchain[] = [
  {
    name: 'npm',
    files: { 'package.json': scripts, 'package-lock.json': '{}' },
    checks: ['npm test', 'npm run lint', 'npm test -- --only one', 'npm test 2>&1 | tail -5'],
  },
  {
    name: 'bun',
    files: { 'package.json': scripts, 'bun.lock': '{}' },
    programs: ['bun'],
    checks: ['bun run test', 'bun run lint', 'bun run test --bail'],
  },
  {
    name: 'pytest, ruff and mypy',
    files: {
      'pyproject.toml': '[project]\nname = "x"\n\n[tool.pytest.ini_options]\n\n[tool.mypy]\n\n[tool.ruff]\n',
    },
    programs: ['pytest', 'ruff', 'mypy'],
    checks: ['pytest', 'pytest -x tests/test_one.py', 'ruff check .', 'mypy .'],
  },
  {
    name: 'cargo',
    files: { 'Cargo.toml': '[package]\nname = "x"\n' },
    programs: ['cargo'],
    checks: ['cargo build', 'cargo test', 'cargo test one -- --nocapture'],
  },
  {
    name: 'go',
    files: { 'go.mod': 'module x\n' },
    programs: ['go'],
    checks: ['go build ./...', 'go test ./...', 'go vet ./...', 'go test ./... -run One'],
  },
  {
    name: 'make',
    files: { Makefile: 'test:\n\t@echo tested\nlint:\n\t@echo linted\n' },
    checks: ['make test', 'make lint'],
  },
  {
    name: 'scripts of its own',
    files: { 'run-tests.sh': '#!/bin/sh\necho tested\n', 'tools/lint': '#!/bin/sh\necho linted\n' },
    flags: ['--testCommand=./run-tests.sh --all && tools/lint'],
    checks: ['./run-tests.sh --all', './run-tests.sh --all one', 'tools/lint'],
  },
];

const ROLES = ['actor', 'monitor'];

export const projectChecks: readonly Law[] = TOOLCHAINS.map(
  ({ name, files, programs = [], flags = [], checks }) => ({
    title: `actor and monitor run the checks of a project with ${name}, and are refused none`,
    answers: ROLES.flatMap((role) => turns(`${role} checks ${name}.`, ...checks.map(bash), choose('Done'))),
    check: async (bench) => {
      bench.git('rm', '-q', 'package.json');
      for (const [path, text] of Object.entries(files)) bench.write(path, text);
      for (const program of programs) bench.write(`.git/bin/${program}`, `#!/bin/sh\necho "${program} $*"\n`);
      const executables = [...programs.map((each) => `.git/bin/${each}`), ...Object.keys(files)];
      for (const path of executables) chmodSync(join(bench.folder, path), 0o755);
      bench.environment['PATH'] = [join(bench.folder, '.git/bin'), bench.environment['PATH']].join(delimiter);
      const task = (role: string, target: string) => ({
        type: 'claude',
        agent: role,
        promptTemplate: `${role} checks ${name}.`,
        actions: { Done: { target } },
      });
      const map = bench.map(
        { Act: task('actor', 'Judge'), Judge: task('monitor', 'End'), End: { type: 'end' } },
        {
          workslipFields: {
            testCommand: { type: 'command', description: 'Runs the tests', required: false, default: '' },
          },
        },
      );
      await bench.wfmap(0, 'run', map, ...flags);
      const denials = (await bench.events()).flatMap(
        ({ data }) => (data['denials'] as object[] | undefined) ?? [],
      );
      assert.deepEqual(denials, []);
      for (const each of bench.requests().at(-1)?.results ?? [])
        assert.doesNotMatch(each, /^Exit code|^Error/);
    },
  }),
);
