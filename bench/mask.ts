import { readFileSync } from 'node:fs';
import { createMask } from '../src/run/host/mask.ts';
import { SeededRandom } from '../test/helpers/seeded-random.ts';
import { interleave, median, ratioOf, text, timed, type Measure } from './measure.ts';

const ROUNDS = 3;
const SECRETS = 200;
const MEGABYTES = 8;

/** Masking the stream of an agent with 200 secrets in all their forms, against one regular expression of their values. */
export const mask: Measure = {
  name: 'mask',
  run: async () => {
    const random = new SeededRandom(1);
    const secrets = Array.from({ length: SECRETS }, () =>
      Buffer.from(Array.from({ length: 24 }, () => random.below(256))).toString('base64'),
    );
    const page = readFileSync(new URL('../grammar/MISTAKES.md', import.meta.url));
    const chunk = page.subarray(0, 64 * 1024);
    const count = (MEGABYTES * 1024 * 1024) / chunk.length;
    const values = new RegExp(
      secrets.map((each) => each.replaceAll(/[+/]/g, String.raw`\$&`)).join('|'),
      'g',
    );
    const ours = createMask(secrets);
    const pair = await interleave(
      ROUNDS,
      () =>
        timed(() => {
          const stream = ours.stream();
          for (let n = 0; n < count; n += 1) stream.push(chunk);
          stream.end();
        }),
      () =>
        timed(() => {
          for (let n = 0; n < count; n += 1) {
            Buffer.from(chunk.toString('latin1').replace(values, '[masked]'), 'latin1');
          }
        }),
    );
    const speed = (ms: number): string => text((MEGABYTES * 1000) / ms);
    return [
      {
        name: `a stream with ${SECRETS} secrets hidden`,
        ...ratioOf(pair),
        detail: `${speed(median(pair.ours))} MB/s in all forms; one expression of the bare values ${speed(median(pair.limit))} MB/s`,
      },
    ];
  },
};
