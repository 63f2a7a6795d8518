import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const CHECK = 'test/config/check-layers.mjs';

/** What is planted into a copy of the code, all of it at once, and the rule that refuses it. */
const PLANTED = [
  ['the core touches a file', 'src/util/closest.ts', "import 'node:fs';", 'core-has-no-node'],
  ['the core asks for the path separator', 'src/check/check.ts', "import 'node:path';", 'core-has-no-node'],
  ['compile reports', 'src/compile/compile.ts', "import '../diagnostics/diagnostic.ts';", 'layer-compile'],
  [
    'a rule uses a rule',
    'src/validate/rules/flow/endless-loop.ts',
    "import '../names/task-targets.ts';",
    'rule-knows-no-rule',
  ],
  [
    'the model knows what is said of it',
    'src/model/map.ts',
    "import '../diagnostics/diagnostic.ts';",
    'layer-model',
  ],
  [
    'a layer uses one above it by a type alone',
    'src/journal/run-directory.ts',
    "import type { RunState } from '../run/state/run-state.ts';\nexport type Above = RunState;",
    'layer-journal',
  ],
  [
    'a run knows a framework',
    'src/run/files/run-files.ts',
    "import type { MapSection } from '../../framework/map/map-section.ts';\nexport type Section = MapSection;",
    'layer-run',
  ],
  [
    'an expression knows the functions of a framework',
    'src/expression/functions/take.ts',
    "export { MAP_FUNCTIONS } from '../../framework/map/functions/map-functions.ts';",
    'layer-expression',
  ],
  [
    'a section is more than data',
    'src/framework/tables/sections.ts',
    "export type { Value } from '../../model/value.ts';",
    'layer-framework/tables',
  ],
  [
    'the fold of a framework writes its files',
    'src/framework/map/follow/member.ts',
    "export type { MapFile } from '../files/map-file.ts';",
    'room-framework/map-follow',
  ],
  [
    'a layer passes on one above it',
    'src/journal/run-directory.ts',
    "export type { RunState } from '../run/state/run-state.ts';",
    'layer-journal',
  ],
  [
    'code knows its tests',
    'src/util/error.ts',
    "import '../../test/config/layers.mjs';",
    'src-knows-no-test',
  ],
  [
    'a folder has no place',
    'src/helper/thing.ts',
    "import '../util/error.ts';\nexport const thing = 1;",
    'known-folder',
  ],
  ['the core reads the command line', 'src/parse/parse.ts', "import 'yargs';", 'owner-yargs'],
  [
    'a stranger uses a package that has an owner',
    'src/validate/validate.ts',
    "import 'jsonc-parser';",
    'owner-jsonc-parser',
  ],
  ['a stranger makes machines', 'src/artifact/data-json.ts', "import 'xstate';", 'owner-xstate'],
  [
    'a stranger starts processes',
    'src/run/drive/drive.ts',
    "import 'node:child_process';",
    'owner-node-child-process',
  ],
  ['a stranger writes files', 'src/run/drive/drive.ts', "import 'node:fs';", 'owner-node-fs'],
  [
    'a stranger writes files by promises',
    'src/agent/agent.ts',
    "import 'node:fs/promises';",
    'owner-node-fs',
  ],
  [
    'code needs what is not installed with it',
    'src/cli/main.ts',
    "import 'fast-check';",
    'no-dev-dependency',
  ],
  ['an import leads nowhere', 'src/cli/main.ts', "import './nowhere.ts';", 'no-unresolvable'],
  ['two files need each other', 'src/text/source.ts', "import './other.ts';", 'no-cycle'],
  [
    'two files need each other, told from the other side',
    'src/text/other.ts',
    "import './source.ts';",
    'no-cycle',
  ],
  [
    'a room uses one above it in its folder',
    'src/run/state/fold.ts',
    "import '../drive/drive.ts';",
    'room-run-state',
  ],
  [
    'a room uses what is above all rooms',
    'src/validate/names/bindings.ts',
    "import '../validate.ts';",
    'room-validate-names',
  ],
  [
    'a room has no place among the others',
    'src/run/attic/thing.ts',
    "import '../../util/error.ts';\nexport const attic = 1;",
    'known-room-run',
  ],
  ['nobody uses a file', 'src/util/lonely.ts', 'export const lonely = 1;', 'no-orphan'],
] as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-layers-'));
  cpSync(join(CHECKOUT, 'src'), join(folder, 'src'), { recursive: true });
  mkdirSync(join(folder, dirname(CHECK)), { recursive: true });
  for (const file of [CHECK, 'test/config/layers.mjs', 'package.json', 'tsconfig.json']) {
    cpSync(join(CHECKOUT, file), join(folder, file));
  }
  symlinkSync(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function checkLayers(place: string): { readonly status: number | null; readonly reported: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, place], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  return { status, reported: stdout + stderr };
}

describe('the layer check', () => {
  test('has nothing against the code as it is', () => {
    const { status, reported } = checkLayers('src');
    expect(status, reported).toBe(0);
  });

  test('fails where it sees no module', () => {
    mkdirSync(join(folder, 'empty'));
    const { status, reported } = checkLayers('empty');
    expect([status, reported]).toEqual([1, expect.stringContaining('did not see any module')]);
  });

  test('fails where it does not see a file that is there', () => {
    mkdirSync(join(folder, 'blind/node_modules'), { recursive: true });
    writeFileSync(join(folder, 'blind/seen.ts'), 'export const seen = 1;\n');
    writeFileSync(join(folder, 'blind/node_modules/unseen.ts'), 'export const unseen = 1;\n');
    const { status, reported } = checkLayers('blind');
    expect([status, reported]).toEqual([
      1,
      expect.stringContaining('did not see blind/node_modules/unseen.ts'),
    ]);
  });

  test('fails where a folder has more files than a person takes in', () => {
    for (let each = 0; each < 31; each += 1) {
      mkdirSync(join(folder, 'src/model/many'), { recursive: true });
      writeFileSync(join(folder, `src/model/many/n${each}.ts`), `export const n${each} = ${each};\n`);
    }
    const { status, reported } = checkLayers('src');
    rmSync(join(folder, 'src/model/many'), { recursive: true });
    expect([status, reported]).toEqual([1, expect.stringContaining('src/model/many has 31 files')]);
  });

  describe('refuses it where', () => {
    let reported: string;
    beforeAll(() => {
      for (const [, path, text] of PLANTED) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        appendFileSync(join(folder, path), `\n${text}\n`);
      }
      ({ reported } = checkLayers('src'));
    });

    test.each(PLANTED)('%s', (_, path, text, rule) => {
      const module = /'([^']+)';/.exec(text)?.[1] ?? '';
      const target = module.replace(/^node:/, '').replace(/^.*\//, '');
      const lines = reported.split('\n').filter((line) => line.includes(`error ${rule}: ${path}`));
      expect(
        lines.some((line) => rule === 'no-cycle' || line.includes(target)),
        reported,
      ).toBe(true);
    });
  });
});
