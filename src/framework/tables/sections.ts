/**
 * The sections that the artifacts of a map can have, each for a projection, with the parts in them.
 *
 * These tables are plain data below the language, and no file of a framework above: the shape of maps and the lexer of the
 * map language are made of them when they are built or loaded. The reader of the map language is a bundle of its own,
 * which a program could not install anything in.
 */
import { MAP_SECTION } from './map-section.ts';
import { SIGNAL_SECTION } from './signal-section.ts';

/** The map language has words for the first section of the artifacts. */
export const SECTION_PARTS = {
  artifacts: {
    fields: {
      map: { kind: 'part', part: 'mapArtifacts' },
      signals: { kind: 'part', part: 'signalArtifacts' },
    },
  },
  ...MAP_SECTION,
  ...SIGNAL_SECTION,
} as const;
