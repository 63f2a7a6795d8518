/** What the battery does not try: links, names that do not exist, hidden folders, changes from outside. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startChild } from '../../src/process/start-child.ts';
import type { Confinement } from '../../src/wall/confinement.ts';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { createGround, type Ground } from './confined.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';

for (const kind of ['bwrap', 'landlock'] as const) {
  const { wall, reason } = probeWall({ WFMAP_WALL: kind });
  const title = wall === undefined ? `${kind}, which does not hold here (${reason}),` : kind;

  const createOwnGround = (place?: string): Ground => {
    const ground = createGround(place);
    onTestFinished(ground.remove);
    return ground;
  };

  /** Runs a script in the repository of a ground. Shape: the lines of its standard output. */
  const run = async (
    ground: Ground,
    script: string,
    { onLine, ...changes }: Partial<Confinement> & { readonly onLine?: (line: string) => void } = {},
  ): Promise<readonly string[]> => {
    if (wall === undefined) throw new Error(reason);
    const lines: string[] = [];
    const child = startChild({
      command: '/bin/sh',
      args: ['-c', script],
      folder: ground.at('repo'),
      environment: { PATH: process.env['PATH'], ROOT: ground.root },
      marker: `raised-${process.pid}`,
      timeoutMs: 30_000,
      wall: { wall, confinement: ground.confine(changes) },
      onOutput: () => undefined,
      onLine: (line) => {
        lines.push(line);
        onLine?.(line);
      },
    });
    const { startFault, timedOut } = await child.end;
    expect([startFault, timedOut]).toEqual([undefined, false]);
    return lines;
  };

  describe.skipIf(wall === undefined && !isNeededWall(kind))(`behind ${title}`, () => {
    test.each(['/var/tmp', '/tmp'])(
      'a link that is frozen stays, and so does where it leads, in %s',
      async (place) => {
        const ground = createOwnGround(place);
        const script = `for f in link.json real.json new; do (echo x > config/$f) && echo $f; done
        ln -sfn /etc/passwd config/link.json && echo ln; rm -f config/link.json && echo rm; mv config moved && echo mv
        echo x > config/sub/new && echo sub`;
        expect(await run(ground, script, { frozen: [ground.at('repo/config/link.json')] })).toEqual(['sub']);
        expect(readlinkSync(ground.at('repo/config/link.json'))).toBe('real.json');
        expect(readFileSync(ground.at('repo/config/real.json'), 'utf8')).toBe('a\n');
      },
    );

    test('a name that does not exist stays absent, and nothing is left of what stood for it', async () => {
      const ground = createOwnGround();
      const frozen = ['absent', 'folder/absent', 'src/absent'].map((path) => ground.at(`repo/${path}`));
      const script = `for f in absent folder/absent src/absent; do
        (echo x > $f) && echo $f; (echo x > $f/in) && echo $f/in; rmdir $f && echo rmdir; mv src/a.js $f && echo mv; done
        mv folder moved && echo moved`;
      expect(await run(ground, script, { frozen })).toEqual([]);
      expect(readdirSync(ground.at('repo')).toSorted()).toEqual(['config', 'round', 'src', 'test']);
      expect(existsSync(ground.at('repo/src/absent'))).toBe(false);
    });

    test('what is hidden cannot be read, and the rest can', async () => {
      const ground = createOwnGround();
      const script = 'cat $ROOT/secret/key; ls $ROOT/secret; cat test/a; git --version | cut -c 1-3';
      expect(await run(ground, script, { hidden: [ground.at('secret')] })).toEqual(['a', 'git']);
      const file = await run(ground, 'cat $ROOT/secret/key; cat test/a', {
        hidden: [ground.at('secret/key')],
      });
      expect(file).toEqual(['a']);
    });

    test('a folder that is frozen stays so when somebody outside replaces a file in it', async () => {
      const ground = createOwnGround();
      const { at } = ground;
      const onLine = (): void => {
        writeFileSync(at('secret/new'), 'new\n');
        renameSync(at('secret/new'), at('repo/test/a'));
        writeFileSync(at('repo/src/go'), '');
      };
      const script = 'echo up; until [ -e src/go ]; do sleep 0.01; done; echo x > test/a; cat test/a';
      expect(await run(ground, script, { frozen: [at('repo/test')], onLine })).toEqual(['up', 'new']);
      // A known gap of bwrap: a bind of a file ends with the file.
      const file = await run(ground, `rm -f src/go; ${script}`, {
        frozen: [at('repo/test/a')],
        onLine: (line) => (line === 'up' ? onLine() : undefined),
      });
      expect(file).toEqual(['up', kind === 'bwrap' ? 'x' : 'new']);
    });

    test('the temporary folder takes what is written there, also by a process that works below /tmp', async () => {
      for (const place of ['/var/tmp', '/tmp']) {
        const ground = createOwnGround(place);
        await run(ground, 'echo x > "${TMPDIR:-/tmp}/found"; echo x > src/new');
        expect(readFileSync(ground.at('temporary/found'), 'utf8')).toBe('x\n');
        expect(existsSync(ground.at('repo/src/new'))).toBe(true);
      }
    });

    test('two at once may freeze the same absent name', async () => {
      const ground = createOwnGround();
      const frozen = [ground.at('repo/absent')];
      mkdirSync(ground.at('repo/src/a'));
      const first = run(
        ground,
        'echo up > src/up; until [ -e src/go ]; do sleep 0.01; done; echo x > absent/in && echo open',
        { frozen },
      );
      await run(ground, 'until [ -e src/up ]; do sleep 0.01; done', { frozen });
      writeFileSync(ground.at('repo/src/go'), '');
      expect(await first).toEqual([]);
      expect(existsSync(ground.at('repo/absent'))).toBe(false);
    });

    test('where it gives more or less than was asked for, it says so', async () => {
      if (wall === undefined) throw new Error(reason);
      const ground = createOwnGround();
      const { at } = ground;
      const confinement = ground.confine({
        writable: [at('repo'), at('secret/key')],
        frozen: ['test/a', 'absent', 'config/link.json'].map((path) => at(`repo/${path}`)),
      });
      const raised = wall.raise(confinement, { command: 'true', args: [], environment: {} });
      raised.release();
      await expect(ground.steady(`${raised.gaps.join('\n')}\n`)).toMatchFileSnapshot(
        `../fixtures/wall/${kind}-gaps.txt`,
      );
    });
  });
}
