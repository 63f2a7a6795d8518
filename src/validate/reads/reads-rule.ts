import type { Report } from '../../diagnostics/diagnostic.ts';
import type { ProjectReads } from './project-reads.ts';

/** Checks a law about what is read in some maps together. */
export type ReadsRule = (reads: ProjectReads, report: Report) => void;
