import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../text/source.ts';
import type { NodePlaces } from './node-places.ts';

/** What decoding a part of a map needs beside the part. */
export interface Decoding {
  readonly source: Source;
  readonly places: NodePlaces;
  readonly report: Report;
}
