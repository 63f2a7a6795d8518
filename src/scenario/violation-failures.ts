import { renderPlace } from '../diagnostics/render-pretty.ts';
import { placeOfTask } from '../model/place.ts';
import type { RunEventOf } from '../model/run-event.ts';
import { valueText } from '../run/program/value-text.ts';
import type { Failure } from './judge-scenario.ts';
import { entriesOf } from './judge-scenario.ts';
import type { Played } from './play-scenario.ts';
import { programsIn } from './program-blocks.ts';

/** Units: tasks, the last ones; UTF-16 of JSON. */
const MAX_PATH = 20;
const MAX_VALUE = 300;

/** The properties that a played run violates: where each is written, what it claims, how it was broken, with which values. */
export function violationFailures(played: Played): readonly Failure[] {
  return played.events.flatMap((event): readonly Failure[] => {
    if (event.type !== 'property.violated') return [];
    const { property, claim, reason, action, values } = event.data;
    const where = `${placeOfTask(event.address)}${action === null ? '' : ` -> ${action}`}`;
    return [
      [
        `${placeOfProperty(played, event)}: the property "${property}" is violated at ${where}:`,
        `  ${claim}`,
        `  ${reason}`,
        ...Object.entries(values).map(([name, value]) => `  ${name} = ${valueText(value, MAX_VALUE)}`),
        `  path: ${pathTo(played, event.seq)}`,
      ],
    ];
  });
}

/** The map where the place is not known. */
function placeOfProperty({ program }: Played, { data }: RunEventOf<'property.violated'>): string {
  const found = programsIn(program).find(({ source }) => source.path === data.map);
  const property = found?.map.properties.find(({ name }) => name === data.property);
  return property === undefined || found?.spanOf === undefined
    ? data.map
    : renderPlace(found.spanOf(property, 'name'));
}

/** The tasks that were entered until then. */
function pathTo({ view }: Played, seq: number): string {
  const entered = entriesOf(view).filter((each) => each.seq <= seq);
  const last = entered.slice(-MAX_PATH).map(({ address }) => placeOfTask(address));
  return [...(entered.length > MAX_PATH ? ['…'] : []), ...last].join(', ');
}
