import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findProgram } from '../../../src/process/find-program.ts';
import { bash, choose, turns } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';
import type { Request } from '../helpers/requests.ts';

/**
 * Small projects with what checks them. Shape: `programs` are those that need not be installed here: what stands for one
 * that is not on PATH says its name; `flags` are of `wfmap run`.
 */
interface Toolchain {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly programs?: readonly string[];
  readonly flags?: readonly string[];
  readonly checks: readonly string[];
}

const scripts = (test: string): string =>
  JSON.stringify({ type: 'module', scripts: { test, lint: 'echo linted' } });

const TOOLCHAINS: readonly Toolchain[] = [
  {
    name: 'npm',
    files: {
      'package.json': scripts('node --test'),
      'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: {} }),
    },
    checks: ['npm test', 'npm run lint', 'npm test -- --test-name-pattern adds', 'npm test 2>&1 | tail -5'],
  },
  {
    name: 'bun',
    files: {
      'package.json': scripts('bun test ./one.test.ts'),
      'bun.lock': '{ "lockfileVersion": 1, "workspaces": { "": {} } }\n',
      'one.test.ts': "import { expect, test } from 'bun:test';\n\ntest('one', () => expect(1).toBe(1));\n",
    },
    programs: ['bun'],
    checks: ['bun run test', 'bun run lint', 'bun run test --bail'],
  },
  {
    name: 'pytest, ruff and mypy',
    files: {
      'pyproject.toml': '[project]\nname = "x"\n\n[tool.pytest.ini_options]\n\n[tool.mypy]\n\n[tool.ruff]\n',
      'tests/test_one.py': 'def test_one() -> None:\n    assert 1 + 1 == 2\n',
      '.gitignore': '__pycache__/\n',
    },
    programs: ['pytest', 'ruff', 'mypy'],
    checks: ['pytest', 'pytest -x tests/test_one.py', 'ruff check .', 'mypy .'],
  },
  {
    name: 'cargo',
    files: {
      'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n',
      'Cargo.lock': 'version = 3\n\n[[package]]\nname = "x"\nversion = "0.1.0"\n',
      'src/lib.rs': '#[test]\nfn one() {\n    assert_eq!(1 + 1, 2);\n}\n',
      '.gitignore': 'target/\n',
    },
    programs: ['cargo'],
    checks: ['cargo build', 'cargo test', 'cargo test one -- --nocapture'],
  },
  {
    name: 'go',
    files: {
      'go.mod': 'module x\n\ngo 1.19\n',
      'one.go': 'package x\n\nfunc one() int { return 1 }\n',
      'one_test.go':
        'package x\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif one() != 1 {\n\t\tt.Fatal("not one")\n\t}\n}\n',
    },
    programs: ['go'],
    checks: ['go build ./...', 'go test ./...', 'go vet ./...', 'go test ./... -run One'],
  },
  {
    name: 'make',
    files: {
      Makefile: 'test:\n\t@./run.sh tested\nlint:\n\t@./run.sh linted\n',
      'run.sh': '#!/bin/sh\necho "$1"\n',
    },
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
      bench.git('rm', '-q', 'package.json', 'src/add.js', 'test/add.test.js');
      bench.write('test/adds.test.js', "import test from 'node:test';\ntest('adds', () => undefined);\n");
      for (const [path, text] of Object.entries(files)) bench.write(path, text);
      for (const path of Object.keys(files).filter((each) => !each.includes('.') || each.endsWith('.sh')))
        chmodSync(join(bench.folder, path), 0o755);
      bench.git('add', '.');
      bench.git('commit', '-q', '-m', 'With its checks');
      const standIns = programs.filter((each) => !isInstalled(bench, each));
      for (const program of standIns) standIn(bench, program);
      bench.show(`Programs that are stood in for: ${standIns.join(', ') || 'none'}.\n`);
      bench.environment['WFMAP_WALL'] = process.env['WFMAP_WALL'];
      const task = (role: string, writes: string, target: string) => ({
        type: 'claude',
        agent: role,
        promptTemplate: `${role} checks ${name}.`,
        writes: [writes],
        actions: { Done: { target } },
      });
      const map = bench.map(
        {
          Act: task('actor', 'anything', 'Judge'),
          Judge: task('monitor', 'nothing', 'End'),
          End: { type: 'end' },
        },
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
      const requests = bench.requests();
      for (const role of ROLES) {
        const isOfRole = ({ texts }: Request): boolean =>
          texts.some((text) => text.includes(`${role} checks ${name}.`));
        const results = requests.findLast(isOfRole)?.results ?? [];
        bench.show(`${role}:\n${results.join('\n')}\n`);
        assert.ok(results.length >= checks.length, `${role} ran all`);
        for (const each of results) assert.doesNotMatch(each, /^Exit code|^Error/);
      }
    },
  }),
);

function isInstalled({ environment, folder }: Bench, program: string): boolean {
  return findProgram(program, environment['PATH'] ?? '', folder) !== undefined;
}

/** Puts a program on PATH that says its name. */
function standIn(bench: Bench, program: string): void {
  const path = `.git/bin/${program}`;
  bench.write(path, `#!/bin/sh\necho "${program} $*"\n`);
  chmodSync(join(bench.folder, path), 0o755);
  bench.environment['PATH'] = [join(bench.folder, '.git/bin'), bench.environment['PATH']].join(delimiter);
}
